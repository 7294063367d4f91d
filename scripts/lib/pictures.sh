# Sourced by the scripts that draw: pictures of docs/images/ out of CSV files. Needs plot (the program) and work (a folder).
# shellcheck shell=bash disable=SC2154

# find_plot FLITSCOPE: sets plot to the flitscope_plot that belongs to it: beside it where it is installed, in plot/ of a build.
find_plot() {
    local folder
    folder=$(dirname "$1")
    for plot in "$folder/flitscope_plot" "$folder/plot/flitscope_plot"; do
        [[ ! -x $plot ]] || return 0
    done
    echo "$name: $1: there is no flitscope_plot beside it, nor in plot/ there; it draws the curves" >&2
    exit 2
}

# rows FILE COLUMN=VALUE...: the lines of a CSV file in which these columns have these values, under its first line.
rows() {
    local file=$1
    shift
    awk -F , -v wanted="$*" '
        NR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i; print; n = split(wanted, pairs, " "); next }
        { for (i = 1; i <= n; ++i) { split(pairs[i], pair, "="); if ($column[pair[1]] != pair[2]) next } print }' "$file"
}

# largest_accepted CSV: what the network carried at the most, of the lines of one curve; columns as of latency_load_header.
largest_accepted() {
    awk -F , 'NR > 1 && $3 > most { most = $3 } END { print most }' "$1"
}

# draw_latency_load CSV PICTURE: a panel per network with its curve and, if a point is saturated, a mark at the largest
# throughput that it sustained. Columns: network,load,accepted,latency,ci,p99,saturated.
draw_latency_load() {
    local csv=$1 picture=$2 network panel curves=() marks=()
    for network in mesh_8x8 cube_6; do
        rows "$csv" network=$network saturated=false > "$work/$network.csv"
        (($(wc -l < "$work/$network.csv") > 1)) || continue
        panel='8x8 mesh, 5-flit messages'
        [[ $network == mesh_8x8 ]] || panel='6-cube, 32-flit messages'
        curves+=("$panel|latency=$work/$network.csv:load:latency:ci")
        (($(rows "$csv" network=$network saturated=true | wc -l) > 1)) || continue
        marks+=(--saturation "$panel|latency=$(largest_accepted "$work/$network.csv")")
    done
    "$plot" --out "$picture" --log-y --title 'Message latency against load, uniform traffic' \
        --x 'offered load (flits/node/cycle)' --y 'mean latency (cycles)' "${marks[@]}" "${curves[@]}"
}

# draw_model NAME FOLDER PICTURE: NAME.csv (rate,mean,ci,deviation: simulated) and NAME.model.csv of FOLDER.
draw_model() {
    local title column=unicast
    case $1 in
        model_unicast) title='6-cube, 4 VCs, 32 flits: unicast latency' ;;
        model_left_to_right)
            title='6-cube, 1 VC, mean 200 flits, left-to-right: delay from the first channel'
            column=delay
            ;;
    esac
    "$plot" --out "$3" --title "$title" --x 'rate (messages/node/cycle)' --y 'latency (cycles)' \
        --points "simulated=$2/$1.csv:rate:mean:ci" --lines "model=$2/$1.model.csv:rate:$column"
}

# curves_of CSV COLUMNS: sets curves, one of flitscope_plot for each value of the first column, up to saturation, and marks,
# where they saturate.
curves_of() {
    local label file
    curves=() marks=()
    while IFS= read -r label; do
        file=$work/curve_${#curves[@]}.csv
        awk -F , -v label="$label" -v beyond="$file.beyond" '
            NR == 1 { for (i = 1; i <= NF; ++i) if ($i == "state") state = i; print; next }
            $1 != label { next }
            state && $state != "stable" { print > beyond; next }
            { print }' "$1" | sed 's/^"[^"]*"//' > "$file"
        label=$(tr -d '"' <<< "$label")
        curves+=("$label=$file:$2")
        [[ ! -s $file.beyond ]] || marks+=(--saturation "$label=$(largest_accepted "$file")")
    done < <(awk -F , 'NR > 1 && !seen[$1]++ { print $1 }' "$1")
}

# draw_performance NAME CSV PICTURE
draw_performance() {
    local title column=load x='load (flits/node/cycle)' curves marks
    case $1 in
        performance_load) title='8x8 mesh, 4 VCs x 8 flits, 5-flit messages' ;;
        performance_size)
            title='Level fast: networks of 16 to 262 144 routers'
            column=log2_routers x='log2 of the number of routers'
            ;;
    esac
    curves_of "$2" "$column:million_flit_hops_per_cpu_s"
    "$plot" --out "$3" --title "$title" --x "$x" --y 'million flit-hops per CPU-second' "${curves[@]}"
}

# example_arguments EXAMPLE PLUG_INS CSV: sets arguments, those of flitscope_latency_curve in README.md of examples/EXAMPLE,
# in which `build` is the folder PLUG_INS and the picture lies in $work.
example_arguments() {
    local i
    eval "arguments=($(sed -n '/^    flitscope_latency_curve /,/[^\\]$/p' "$root/examples/$1/README.md" | sed 's/flitscope_latency_curve//'))"
    for i in "${!arguments[@]}"; do
        case ${arguments[i]} in
            level.verilog.path=build) arguments[i]=level.verilog.path=$2 ;;
            latency.svg) arguments[i]=$work/latency.svg ;;
            latency.csv) arguments[i]=$3 ;;
        esac
    done
}

# simulate_example EXAMPLE PLUG_INS CSV [OPTION...]: prints the table of README.md, too.
simulate_example() {
    local arguments
    example_arguments "$@"
    (cd "$root/examples/$1" && "$root/scripts/latency_curve" --flitscope "$flitscope" "${arguments[@]}" "${@:4}")
}

# draw_example EXAMPLE CSV PICTURE
draw_example() {
    local curves marks arguments i title
    example_arguments "$1" '' ''
    for i in "${!arguments[@]}"; do
        [[ ${arguments[i]} != --title ]] || title=${arguments[i + 1]}
    done
    curves_of "$2" load:latency:ci
    "$plot" --out "$3" --log-y --title "$title" --x 'offered load (flits/node/cycle)' --y 'mean latency (cycles)' \
        "${marks[@]}" "${curves[@]}"
}

# stamp PICTURE SOURCE...: says at the end of a picture what it was drawn from, so that a test sees when that has changed.
stamp() {
    local picture=$1 source
    shift
    sed -i '/^<!-- drawn from /d' "$picture"
    for source; do
        echo "<!-- drawn from $(basename "$source") $(sha256sum < "$source" | cut -c 1-16) -->" >> "$picture"
    done
}

# make_plan NAME FOLDER: the plan NAME.json of docs/collectives.md and its picture NAME.svg, by $flitscope.
make_plan() {
    local topology arguments
    case $1 in
        plan_pcp) topology='kind: mesh, size: [6, 6]' arguments=(pcp --source '(2,3)') ;;
        plan_sbt) topology='kind: hypercube, dimensions: 4' arguments=(sbt --source 0) ;;
        plan_six_phase)
            topology='kind: mesh, size: [4, 4, 4]'
            arguments=(six_phase --source 25 --labels --destinations
                0,3,5,9,11,15,17,19,21,23,28,31,35,38,40,42,50,54,56,59,61)
            ;;
    esac
    echo "topology: {$topology}" |
        "$flitscope" plan - --algorithm "${arguments[@]}" --json --svg "$2/$1.svg" > "$2/$1.json"
}

# make_ripple NAME FOLDER: how the broadcast of examples/broadcast.yaml runs through its mesh: NAME.csv, heads on wires between
# routers (`moves`) and on those to nodes (`copied`), from the event log of $flitscope; and its picture NAME.svg.
make_ripple() {
    "$flitscope" run "$root/examples/broadcast.yaml" --quiet --out "$work/ripple" --events "$work/ripple.log" 2> /dev/null
    awk 'BEGIN { print "cycle,router,message,event" }
         $6 != 0 { next }
         $7 == "in" && $3 < 4 { print $1 "," $2 "," $5 ",moves" }
         $7 == "in" && $3 == 4 { print $1 "," $2 "," $5 ",starts" }
         $7 == "out" && $3 == 4 { print $1 "," $2 "," $5 ",copied" }' "$work/ripple.log" > "$2/$1.csv"
    awk -F , -f "$root/scripts/lib/ripple.awk" "$2/$1.csv" > "$2/$1.svg"
}

# result FILTER ARGUMENT...: simulates one point with $flitscope and prints what jq makes of its result.
# frame_panels HEIGHT SVG: a picture of what waves.awk wrote into $work/panels.
frame_panels() {
    {
        echo "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"720\" height=\"$1\" font-family=\"sans-serif\" font-size=\"12\">"
        echo "<rect width=\"720\" height=\"$1\" fill=\"white\"/>"
        cat "$work/panels"
        echo "</svg>"
    } > "$2"
}

# make_deadlock NAME FOLDER: the counterexample of 2x2_ring, played at level signal.
make_deadlock() {
    local rows='' link
    for link in '0 to 1=router_1.input_1' '1 to 3=router_3.input_3' '3 to 2=router_2.input_0' '2 to 0=router_0.input_2'; do
        rows+="$link.flit_i;VC behind, flits=${link#*=}.vc_0.occupancy;its state_q=${link#*=}.vc_0.state_q;"
    done
    (
        cd "$root/testbenches/formal/networks"
        "$flitscope" run 2x2.yaml --quiet --out "$work/deadlock" --set 'routing={algorithm: table, file: ring_2x2.csv}' \
            --set 'traffic={arrivals: trace, file: stuck_2x2_ring.csv}' --set level=signal --set 'waves={to: 20}' 2> "$work/warnings" ||
            [[ $? == 5 ]]
    )
    echo panel,signal,cycle,value > "$2/$1.csv"
    awk -v title='2x2 mesh, all messages clockwise: stuck' -v first=0 -v last=11 -v top=0 -v csv="$2/$1.csv" -v rows="${rows%;}" \
        -v messages=abcdefgh -f "$root/scripts/lib/waves.awk" "$work/deadlock/run.vcd" > "$work/panels"
    frame_panels 440 "$2/$1.svg"
}

result() {
    local filter=$1
    shift
    "$flitscope" run "$@" --quiet --out "$work/run" < /dev/null 2> "$work/warnings" || {
        cat "$work/warnings" >&2
        return 1
    }
    jq -r "$filter" "$work/run/result.json"
}

# latency_load_points: a line "network configuration load" per operating point of scripts/quickstart, or of the file $points.
latency_load_points() {
    awk '!/^#/ && NF { for (i = 3; i <= NF; ++i) print $1, $2, $i }' "${points:-$root/scripts/quickstart.points}"
}

latency_load_header=network,load,accepted,latency,ci,p99,saturated
# latency_load_row NETWORK LOAD RESULT.json
latency_load_row() {
    jq -r --arg network "$1" --arg load "$2" '.latency.unicast as $l
        | [$network, $load, .throughput.accepted, $l.mean, $l.ci, $l.p99, .saturated] | map(tostring) | join(",")' "$3"
}

simulate_latency_load() { # CSV
    local network config load
    echo "$latency_load_header" > "$1"
    while read -r network config load; do
        result empty "$root/$config" --set "traffic.load=$load"
        latency_load_row "$network" "$load" "$work/run/result.json" >> "$1"
    done < <(latency_load_points)
}

# Models against simulations of the 6-cube: what each is about, and where it is compared.
model_point() { # NAME: writes $work/NAME.yaml, sets model_rates, rates and class
    local vcs routing='{algorithm: ecube}' length='{distribution: exponential, mean: 200}' model=lr_wormhole startup=0
    case $1 in
        model_unicast)
            vcs=4 length=32 model=broadcast_wormhole startup=1 class=unicast model_rates=0:0.027:55
            rates='0.001 0.003 0.006 0.009 0.012 0.015 0.018 0.021 0.024 0.026'
            ;;
        model_left_to_right*)
            vcs=1 routing='{algorithm: ecube, order: low_first}' class=channel model_rates=0:0.004:41
            rates='0.0002 0.0005 0.001 0.0015 0.002 0.0025 0.003 0.0035'
            ;;
    esac
    if [[ $1 == model_left_to_right_fixed ]]; then
        length=200
        rates='0.001 0.002 0.003 0.0035'
    fi
    cat > "$work/$1.yaml" << END
topology: {kind: hypercube, dimensions: 6}
router: {virtual_channels: $vcs, pipeline: 1, injection_ports: all, ejection_ports: all}
link: {latency: 0}
routing: $routing
traffic: {pattern: uniform, arrivals: poisson, length: $length, startup_cycles: $startup}
measure: {relative_error: 0.01}
model: {name: $model}
END
}

model_header=rate,mean,ci,deviation
model_row() { # NAME RATE, after model_point NAME
    result "[$2, .latency.$class.mean, .latency.$class.ci, .model.deviation] | map(tostring) | join(\",\")" \
        "$work/$1.yaml" --set "traffic.rate=$2" --with-model
}

simulate_model() { # NAME FOLDER
    local name rate
    model_point "$1"
    "$flitscope" model "$work/$1.yaml" --rates "$model_rates" --csv > "$2/$1.model.csv"
    for name in "$1" "$1_fixed"; do
        [[ $name != model_unicast_fixed ]] || continue
        model_point "$name"
        echo "$model_header" > "$2/$name.csv"
        for rate in $rates; do
            model_row "$name" "$rate" >> "$2/$name.csv"
        done
    done
}

structure_header=network,log2_nodes,links,mean_distance
# structure_networks LOG2: a line "name topology" per network of 2^LOG2 nodes.
structure_networks() {
    local cubes="kind: hierarchical_hypercube, cluster_dimensions: 3, dimensions: $1"
    echo "hypercube kind: hypercube, dimensions: $1"
    echo "BH/BH $cubes, scheme: plain"
    echo "BH/BH-RS $cubes, scheme: replicated"
    ((${1} % 2 == 1)) || echo "HCN kind: hierarchical_cubic, dimensions: $(($1 / 2))"
    echo "CCC kind: cube_connected_cycles, nodes: $((1 << $1))"
    echo "ring kind: ring, nodes: $((1 << $1))"
}
# structure_row NAME LOG2 TOPOLOGY
structure_row() {
    echo "topology: {$3}" | "$flitscope" topology - --json |
        jq -r --arg name "$1" --arg log2 "$2" '[$name, $log2, .links.total, .mean_distance] | map(tostring) | join(",")'
}

measure_structure() { # CSV
    local log2 name topology
    echo "$structure_header" > "$1"
    for log2 in {4..15}; do
        structure_networks "$log2" | while read -r name topology; do structure_row "$name" "$log2" "$topology"; done >> "$1"
    done
}

# draw_structure NAME CSV PICTURE
draw_structure() {
    local curves marks title='Links' y='full-duplex links' column=links data=$2
    if [[ $1 == structure_distance ]]; then
        title='Mean distance, uniform traffic' y=hops column=mean_distance data=$work/near.csv
        grep -v '^ring,' "$2" > "$data"  # a quarter of its nodes
    fi
    curves_of "$data" "log2_nodes:$column"
    local scale=(--log-y)
    [[ $column == links ]] || scale=()
    "$plot" --out "$3" "${scale[@]}" --title "$title" --x 'log2 of the number of nodes' --y "$y" "${curves[@]}"
}
