# Sourced by scripts/bench: routers of SystemC with one unit of the RTL against the same with ours.
# shellcheck shell=bash disable=SC2154

unit_loads='0.05 0.2'
exchanged_units='vc_buffer route_unit vc_allocator switch_allocator crossbar output_unit'
multicasts='traffic.multicast={fraction: 0.2, destinations: 4, algorithm: dual_path}'
one_router='level={default: fast, signal: [27]}'

# Points in the order in which they run: ROUTERS,UNIT LOAD. ROUTERS: all of the network at level signal, or one of a network
# at level fast. "ours" is what the points of its kind that follow are held against.
unit_points() {
    local load unit cycles
    for load in $unit_loads; do
        cycles=$(awk "BEGIN { print int(600 / $load) }")
        echo "all,ours $load|signal|$cycles|0|traffic.load=$load"
        echo "all,check_units $load|signal|$cycles|0|traffic.load=$load;router.check_units=true"
        for unit in $exchanged_units; do
            echo "all,$unit $load|signal|$cycles|0|traffic.load=$load;router.units={$unit: verilog}"
        done
        echo "multicasts,ours $load|signal|$cycles|0|traffic.load=$load;$multicasts"
        echo "multicasts,header_unit $load|signal|$cycles|0|traffic.load=$load;$multicasts;router.units={header_unit: verilog}"
        echo "one,ours $load|fast|0|$((cycles * 10))|traffic.load=$load;$one_router"
        for unit in $exchanged_units; do
            echo "one,$unit $load|fast|0|$((cycles * 10))|traffic.load=$load;$one_router;level.units={27: {$unit: verilog}}"
        done
    done
}

# What is not there yet, into the user's folder of plug-ins.
build_units() {
    local unit list=
    for unit in $exchanged_units; do
        list+="${list:+, }$unit: verilog"
    done
    echo "Units of the RTL: flitscope rtl add, minutes if they are not there yet"
    "$program" rtl add "$root/testbenches/benchmarks/bench.yaml" --set "router.units={$list}" --quiet
    "$program" rtl add "$root/testbenches/benchmarks/bench.yaml" --set "$multicasts" \
        --set 'router.units={header_unit: verilog}' --quiet
}

# Speed of each point as a share of that of ours in the same round: POINT, median, least, most.
unit_shares() {
    jq -rs 'def median: sort | .[(length - 1) / 2 | floor];
        . as $all | group_by(.point)[] | .[0].point as $point
        | ($point | sub(",[a-z_]+ "; ",ours ")) as $base
        | [$all[] | select(.point == $base) | .performance.flit_hops_per_s] as $ours
        | [range(length) as $i | .[$i].performance.flit_hops_per_s / $ours[$i]] as $shares
        | [$point, ($shares | median), ($shares | min), ($shares | max)] | @tsv' "$work/runs"
}

compare_units() {
    local run point file=$root/out/bench_units.tsv
    build_units
    for ((run = 1; run <= runs; ++run)); do
        run_points < <(unit_points)
    done
    unit_shares > "$file"
    printf '%-36s %s\n' 'routers,unit of the RTL  load' 'speed, of that of ours'
    while IFS='|' read -r point _; do
        [[ $point == *,ours* ]] || awk -F '\t' -v point="$point" '$1 == point {
            printf "%-36s %3.0f %% (%.0f to %.0f)\n", $1, $2 * 100, $3 * 100, $4 * 100 }' "$file"
    done < <(unit_points)
    echo "Medians of $runs pairs of runs in turns. Written to $(shown "$file")."
}
