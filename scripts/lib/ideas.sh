# Sourced by scripts that draw: the pictures of docs/router_ideas.md. Needs flitscope, plot (programs), root and work (folders).
# shellcheck shell=bash disable=SC2154

# Each idea: its name, and the settings that make it, behind those of examples/router_ideas/.
list_ideas() {
    cat << END
depth 4|router.pipeline=4
depth 3|router.pipeline=3
lookahead, depth 3|router.pipeline=3;router.lookahead=true
lookahead, depth 2|router.pipeline=2;router.lookahead=true
VC at the switch, depth 4|router.pipeline=4;router.allocators.vc=at_switch
VC at the switch, depth 3|router.pipeline=3;router.allocators.vc=at_switch
VC at the switch and lookahead, depth 2|router.pipeline=2;router.lookahead=true;router.allocators.vc=at_switch
speculation, depth 4|router.pipeline=4;router.speculation=exact
speculation, depth 3|router.pipeline=3;router.speculation=exact
lookahead and speculation, depth 2|router.pipeline=2;router.lookahead=true;router.speculation=exact
bypass, depth 4|router.pipeline=4;router.bypass=true
bypass and lookahead, depth 2|router.pipeline=2;router.lookahead=true;router.bypass=true
input speedup 2, depth 4|router.pipeline=4;router.input_speedup=2
input speedup 4, depth 4|router.pipeline=4;router.input_speedup=4
oldest first, depth 4|router.pipeline=4;router.priority=age
shared buffers, depth 4|router.pipeline=4;router.buffers=shared
shared buffers of half the size, depth 4|router.pipeline=4;router.buffers=shared;router.buffer_flits=4
END
}
# Each network: its name, topology, and a load above saturation.
list_idea_networks() {
    cat << END
8x8 mesh|{kind: mesh, size: [8, 8]}|0.6
6-cube|{kind: hypercube, dimensions: 6}|1
4x4 torus|{kind: torus, size: [4, 4]}|1
END
}

# idea_arguments SETTINGS: sets arguments, a --set for each.
idea_arguments() {
    local setting list
    arguments=()
    IFS=';' read -r -a list <<< "$1"
    for setting in "${list[@]}"; do arguments+=(--set "$setting"); done
}

router_ideas_header=network,idea,zero_load,accepted
# router_ideas_row NETWORK TOPOLOGY OVERLOAD IDEA SETTINGS
router_ideas_row() {
    local arguments zero_load accepted
    idea_arguments "topology=$2;$5"
    zero_load=$(result .latency.unicast.mean "$root/examples/router_ideas/network.yaml" "${arguments[@]}")
    accepted=$(result .throughput.accepted "$root/examples/router_ideas/network.yaml" "${arguments[@]}" \
        --set "traffic.load=$3" --set measure.max_cycles=50000 --set measure.warmup_messages=100000)
    awk -v zero_load="$zero_load" -v accepted="$accepted" -v row="$1,\"$4\"" \
        'BEGIN { printf "%s,%.1f,%.3f\n", row, zero_load, accepted }'
}
simulate_router_ideas() { # CSV
    local network topology load idea settings
    echo "$router_ideas_header" > "$1"
    while IFS='|' read -r network topology load; do
        while IFS='|' read -r idea settings; do
            router_ideas_row "$network" "$topology" "$load" "$idea" "$settings" >> "$1"
        done < <(list_ideas)
    done < <(list_idea_networks)
}
# draw_router_ideas CSV PICTURE: latency against throughput, a panel per network, a point per idea.
draw_router_ideas() {
    local network idea file points=() number=0
    while IFS='|' read -r network _; do
        while IFS='|' read -r idea _; do
            file=$work/idea_$((number++)).csv
            echo zero_load,accepted > "$file"
            sed -n "s/^$network,\"$idea\",//p" "$1" >> "$file"
            points+=(--points "$network|$idea=$file:accepted:zero_load")
        done < <(list_ideas)
    done < <(list_idea_networks)
    "$plot" --out "$2" --title 'Router ideas: latency against throughput' --x 'accepted when more is offered (flits/node/cycle)' \
        --y 'latency at load 0.01 (cycles)' "${points[@]}"
}

# make_idea NAME FOLDER: NAME.csv, the waveform of a message in router 1 with the idea and without, and its picture NAME.svg.
make_idea() {
    local arguments rows traffic messages top=0 title settings
    rows='flit_i=router_1.input_1.flit_i;VC 0, state_q=router_1.input_1.vc_0.state_q;flit_o=router_1.output_0.flit_o'
    traffic=message messages=''
    if [[ $1 == idea_input_speedup ]]; then
        rows='flit_i=router_1.input_1.flit_i;to router 2=router_1.output_0.flit_o;to the node=router_1.output_4.flit_o'
        traffic=two_messages messages=ab
    elif [[ $1 == idea_priority ]]; then
        rows='flit_i=router_1.input_1.flit_i;of the node=router_1.input_4.flit_i;flit_o=router_1.output_0.flit_o'
        traffic=two_sources messages=ab
    elif [[ $1 == idea_shared_buffers ]]; then
        rows='flit_i=router_1.input_1.flit_i;VC 0, flits=router_1.input_1.vc_0.occupancy;VC 1, flits=router_1.input_1.vc_1.occupancy;to router 2=router_1.output_0.flit_o;to the node=router_1.output_4.flit_o'
        traffic=three_messages messages=abc
    fi
    : > "$work/panels"
    echo panel,signal,cycle,value > "$2/$1.csv"
    while IFS='|' read -r title settings; do
        idea_arguments "$settings"
        result empty "$root/examples/router_ideas/message.yaml" --set "traffic.file=$root/examples/router_ideas/$traffic.csv" \
            "${arguments[@]}"
        awk -v title="$title" -v first=1 -v last=12 -v top="$top" -v csv="$2/$1.csv" -v rows="$rows" -v messages="$messages" -f "$root/scripts/lib/waves.awk" \
            "$work/run/message.vcd" >> "$work/panels"
        top=$((top + 54 + 32 * $(tr -cd '=' <<< "$rows" | wc -c)))
    done < <(list_waves "$1")
    {
        echo "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"720\" height=\"$top\" font-family=\"sans-serif\" font-size=\"12\">"
        echo "<rect width=\"720\" height=\"$top\" fill=\"white\"/>"
        cat "$work/panels"
        echo "</svg>"
    } > "$2/$1.svg"
}
# list_waves NAME: the panels of a picture: title, settings.
list_waves() {
    case $1 in
        idea_lookahead)
            echo 'depth 4: RC, VA, SA, ST|router.pipeline=4'
            echo 'lookahead, depth 3: VA, SA, ST|router.pipeline=3;router.lookahead=true'
            ;;
        idea_at_switch)
            echo 'depth 4: RC, VA, SA, ST|router.pipeline=4'
            echo 'VC at the switch, depth 4: RC, SA, ST|router.pipeline=4;router.allocators.vc=at_switch'
            ;;
        idea_speculation)
            echo 'depth 4: RC, VA, SA, ST|router.pipeline=4'
            echo 'speculation, depth 4: RC, VA and SA, ST|router.pipeline=4;router.speculation=exact'
            ;;
        idea_input_speedup)
            echo 'depth 3|router.pipeline=3'
            echo 'depth 3, input speedup 2|router.pipeline=3;router.input_speedup=2'
            ;;
        idea_priority)
            echo 'depth 3|router.pipeline=3'
            echo 'depth 3, oldest first|router.pipeline=3;router.priority=age'
            ;;
        idea_bypass)
            echo 'depth 4: RC, VA, SA, ST|router.pipeline=4'
            echo 'bypass, depth 4|router.pipeline=4;router.bypass=true'
            ;;
        idea_shared_buffers)
            echo 'depth 3, 2 flits for each VC|router.pipeline=3;router.buffer_flits=2'
            echo 'depth 3, shared buffers: 1 flit for each VC, 2 for all|router.pipeline=3;router.buffer_flits=2;router.buffers=shared'
            ;;
    esac
}
