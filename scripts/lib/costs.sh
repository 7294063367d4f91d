# Sourced by scripts that draw: the picture of docs/cost.md. Needs flitscope, plot (programs), root and work (folders).
# shellcheck shell=bash disable=SC2154

# Routers that differ in one thing from the first, or are the fastest of their kind: name, settings.
list_costs() {
    cat << END
4 VCs of 4 flits, depth 3|router.pipeline=3
1 VC|router.virtual_channels=1
2 VCs|router.virtual_channels=2
8 VCs|router.virtual_channels=8
2 flits|router.buffer_flits=2
8 flits|router.buffer_flits=8
depth 1|router.pipeline=1
depth 2|router.pipeline=2
depth 4|router.pipeline=4
wavefront switch allocator|router.allocators.switch=wavefront
wavefront VC allocator|router.allocators.vc=wavefront
lookahead, depth 2|router.pipeline=2;router.lookahead=true
speculation, depth 3|router.speculation=exact
shared buffers|router.buffers=shared
END
}

router_costs_header=router,area_mm2,period_ns,latency_cycles,latency_ns,accepted,accepted_gbits,pj_per_flit,event_pj_per_flit
# router_costs_row NAME SETTINGS: at load 0.01, at 0.1 with the cost of a router inside the mesh, and overloaded.
router_costs_row() {
    local arguments latency figures accepted network=$root/examples/router_costs/network.yaml
    idea_arguments "$2"
    latency=$(result .latency.unicast.mean "$network" "${arguments[@]}")
    figures=$(result '.cost | "\(.area_um2) \(.period_ns) \(.energy.pj_per_flit) \(.energy.event_pj_per_flit)"' \
        "$network" "${arguments[@]}" --set traffic.load=0.1 --with-cost --liberty osu018 --energy 500)
    accepted=$(result .throughput.accepted "$network" "${arguments[@]}" \
        --set traffic.load=0.9 --set measure.max_cycles=50000 --set measure.warmup_messages=100000)
    # Flits of 4 bytes.
    awk -v figures="$figures" -v latency="$latency" -v accepted="$accepted" -v name="\"$1\"" 'BEGIN {
        split(figures, f, " ")
        printf "%s,%.3f,%.2f,%.1f,%.1f,%.3f,%.2f,%.0f,%.0f\n",
               name, f[1] / 1e6, f[2], latency, f[2] * latency, accepted, 32 * accepted / f[2], f[3], f[4] }'
}
simulate_router_costs() { # CSV
    local name settings
    echo "$router_costs_header" > "$1"
    while IFS='|' read -r name settings; do
        router_costs_row "$name" "$settings" >> "$1"
    done < <(list_costs)
}
# draw_router_costs CSV PICTURE: latency against throughput, both by the clock, a point per router with its area and
# the energy of a flit in its name.
draw_router_costs() {
    local name file area energy points=() number=0
    while IFS='|' read -r name _; do
        file=$work/cost_$((number++)).csv
        echo latency,gbits > "$file"
        sed -n "s/^\"$name\",//p" "$1" | cut -d, -f4,6 >> "$file"
        area=$(sed -n "s/^\"$name\",//p" "$1" | cut -d, -f1)
        energy=$(sed -n "s/^\"$name\",//p" "$1" | awk -F , '{ printf "%.1f", $7 / 1000 }')
        points+=(--points "$name: $area mm2, $energy nJ=$file:gbits:latency")
    done < <(list_costs)
    "$plot" --out "$2" --from-zero --title 'Routers of osu018 cells in an 8x8 mesh, with the area of one and the energy of a flit' \
        --x 'accepted when more is offered (Gbit/s per node)' --y 'latency at load 0.01 (ns)' "${points[@]}"
}
