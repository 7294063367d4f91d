# Sourced by scripts/bench: its points along a load and along a size axis, as CSV and drawn.
# shellcheck shell=bash disable=SC2154

# Runs of about 20 million flit-hops at the fast level; a tenth at the signal level.
curve_point() { # NAME LEVELS HOPS_PER_CYCLE SETTINGS
    awk -v name="$1" -v levels="$2" -v hops="$3" -v settings="$4" 'BEGIN {
        cycles = int(2e7 / hops); if (cycles > 20000000) cycles = 20000000; if (cycles < 200) cycles = 200
        printf "%s|%s|%d|%d|%s\n", name, levels, cycles / 10, cycles, settings }'
}

# 8x8 mesh, 19/3 routers on the way of a message.
load_points() {
    local load
    for load in 0.001 0.01 0.02 0.05 0.1 0.15 0.2 0.25 0.3 0.35 0.38; do
        curve_point "load $load" 'signal fast' "$(awk "BEGIN { print $load * 64 * 19 / 3 }")" "traffic.load=$load"
    done
}

# log2 of the number of routers is the point's number. Meshes at an eighth of their saturation, and cubes.
size_points() {
    local bits side load
    for bits in 4 6 8 10 12 14 16; do
        side=$((1 << bits / 2))
        load=$(awk "BEGIN { print 0.4 / $side }")
        curve_point "mesh $bits" fast "$(awk "BEGIN { print $load * $side * $side * (2 * $side / 3 + 1) }")" \
            "topology.size=[$side, $side];traffic.load=$load"
    done
    for bits in 4 6 8 10 12 14 16 18; do
        for load in 0.01 0.0001; do
            curve_point "cube at $load $bits" fast "$(awk "BEGIN { print $load * 2 ^ $bits * ($bits / 2 + 1) }")" \
                "$cube: $bits};$million;traffic.load=$load"
        done
    done
}

# Best flit-hops per CPU-second in millions (a disturbed run would be a kink) against the number at the end of the points' names.
curve_csv() { # POINT_PREFIX LEVEL FILE
    echo "x,speed" > "$3"
    medians | jq -r --arg prefix "$1 " --arg level "$2" '.[] | select(.level == $level)
        | select(.point | startswith($prefix)) | select(.point | ltrimstr($prefix) | contains(" ") | not)
        | [(.point | ltrimstr($prefix)), .best_flit_hops_per_cpu_s / 1e6] | join(",")' | sort -t , -k 1 -g >> "$3"
}

# Adds a curve to the data of a figure: curve,x,speed.
curve() { # FIGURE NAME POINT_PREFIX LEVEL
    curve_csv "$3" "$4" "$work/curve.csv"
    sed "1d; s|^|$2,|" "$work/curve.csv" >> "$root/out/performance_$1.csv"
}

draw_curves() {
    local run variant figure
    kernels=${kernels:-portable avx512}
    for ((run = 1; run <= runs; ++run)); do
        run_points < <(load_points)
    done
    echo "curve,load,million_flit_hops_per_cpu_s" > "$root/out/performance_load.csv"
    for variant in $(variants_of 'signal fast'); do
        curve load "$variant" load "$variant"
    done

    kernels=
    for ((run = 1; run <= runs; ++run)); do
        run_points < <(size_points)
    done
    echo "curve,log2_routers,million_flit_hops_per_cpu_s" > "$root/out/performance_size.csv"
    curve size 'meshes at an eighth of saturation' mesh fast
    curve size 'hypercubes at load 0.01' 'cube at 0.01' fast
    curve size 'hypercubes at load 0.0001' 'cube at 0.0001' fast
    for figure in load size; do
        draw_performance "performance_$figure" "$root/out/performance_$figure.csv" "$root/out/performance_$figure.svg"
        echo "$(shown "$root/out/performance_$figure.csv"), $(shown "$root/out/performance_$figure.svg")"
    done
}
