# Sourced by compare_booksim: one point of many, and what lies around it. Needs its functions, flitscope (program), work (folder).
# shellcheck shell=bash disable=SC2154

# Each point: its name, the network (of theirs), a load above its saturation, the mean length of a message, and BookSim2's
# settings. Between two points only one thing changes: the length, the VCs, the network; VCs and networks once more with
# messages of one flit.
list_points() {
    cat << END
length_1|mesh|0.6|1|packet_size=1
length_2|mesh|0.6|2|packet_size=2
length_5|mesh|0.6|5|
length_8|mesh|0.6|8|packet_size=8
mixed|mesh|0.6|1.8|packet_size={{1,5}} packet_size_rate={{4,1}}
vcs_2|mesh|0.6|5|num_vcs=2
vcs_8|mesh|0.6|5|num_vcs=8
vcs_16|mesh|0.6|5|num_vcs=16
vcs_2_length_1|mesh|0.6|1|num_vcs=2 packet_size=1
vcs_8_length_1|mesh|0.6|1|num_vcs=8 packet_size=1
vcs_16_length_1|mesh|0.6|1|num_vcs=16 packet_size=1
torus|torus|0.55|5|
cube|cube_of_6|0.95|5|
fattree|fattree|0.95|5|
cmesh|cmesh|0.4|5|
torus_length_1|torus|0.55|1|packet_size=1
cube_length_1|cube_of_6|0.95|1|packet_size=1
fattree_length_1|fattree|0.95|1|packet_size=1
cmesh_length_1|cmesh|0.4|1|packet_size=1
END
}

compare_around() { # POINT...; none: all
    local point network overload length changes
    for point in "$@"; do
        if ! list_points | grep -q "^$point|"; then
            echo "$name: --around $point: no such point; there are $(list_points | cut -d '|' -f 1 | paste -s -d ' ')" >&2
            exit 2
        fi
    done
    echo '| point | | BookSim2, corrected | Flitscope | |'
    echo '|---|---|---|---|---|'
    while IFS='|' read -r point network overload length changes; do
        if (($# == 0)) || [[ " $* " == *" $point "* ]]; then
            rows_of_point "$point" "$network" "$overload" "$length" "$changes"
        fi
    done < <(list_points)
}

rows_of_point() { # POINT NETWORK OVERLOAD LENGTH SETTINGS
    local each words saturation fraction latency load
    read -r -a words <<< "$5"
    { cat "$work/file"; for each in ${theirs[$2]} "${words[@]}"; do echo "$each;"; done; } > "$work/$1.cfg"
    "$flitscope" import-booksim "$work/$1.cfg" --out "$work" > /dev/null
    run_booksim "$2" "$3" sim_type=throughput sample_period=4000 max_samples=10 "${words[@]}"
    saturation=$(awk '/^Accepted flit rate average =/ { value = $6 } END { print value * 63 / 64 }' "$work/booksim")
    row_of_point "$1" saturation "$saturation" .throughput.accepted %.3f "$3" \
        measure.warmup_messages=100000 measure.max_cycles=40000
    for fraction in 0.2 0.5 0.8; do
        load=$(awk "BEGIN { print $fraction * $saturation }")
        run_booksim "$2" "$(awk "BEGIN { print $load * 64 / 63 }")" warmup_periods=1 sample_period=10000 "${words[@]}"
        read -r latency load <<< "$(corrected_latency 64 "$(awk "BEGIN { print 6 + $4 }")")"
        row_of_point "$1" "latency at $(printf %.3f "$load")" "$latency" .latency.unicast.mean %.1f "$load" \
            measure.relative_error=0.004 measure.max_cycles=400000 measure.warmup_messages=20000
    done
}

row_of_point() { # POINT WHAT THEIRS FIGURE FORMAT LOAD SETTING...
    awk -v what="| $1 | $2 |" -v theirs="$3" -v form="$5" 'BEGIN { printf what " " form " |", theirs }'
    run_ours "$work/$1.yaml" "traffic.load=$6" "${@:7}"
    print_beside "$3" "$4" "$5"
    echo
}
