#!/bin/bash
# foreign_router_test.sh FLITSCOPE PLUGINS EXAMPLE WORK CASE
# One of the routers in examples/foreign_* in networks of Flitscope's own. PLUGINS: folder of EXAMPLE.so and
# EXAMPLE_bug.so. Cases: zero_load, one_node, all_nodes, bug, waves (foreign_lookahead).
set -euo pipefail

flitscope=$1 plugins=$2 example=$3 work=$4/$5 case=$5
name=$(basename "$example")
config=$example/one_node.yaml
rm -rf "$work"
mkdir -p "$work"

fail() {
    echo "FAIL $name, $case: $1" >&2
    exit 1
}

# level DEFAULT ROUTER NODES: what `--set` takes.
level() { echo "level={default: $1, verilog: {router: $2, path: '$plugins', nodes: $3}}"; }

# run FOLDER SET...: the exit code is in `status`, what was said in `said`.
run() {
    local out=$work/$1 set
    shift
    local options=()
    for set in "$@"; do options+=(--set "$set"); done
    mkdir -p "$out"
    status=0
    said=$(timeout 100 "$flitscope" run "$config" "${options[@]}" --quiet --out "$out" 2>&1) || status=$?
}

# value FOLDER PATH: of its result.
value() { jq -r "$2" "$work/$1/result.json"; }

figures='[.cycles, .messages, .flits, .throughput, .latency, .hops, .channels]'
short=(measure.max_cycles=12000 measure.warmup_messages=300 measure.relative_error=0.001)

# Hardly two messages meet: what is left is what the router, its converters and the boundary take. A router of
# Flitscope of the same depth takes the same.
zero_load() {
    local quiet=(traffic.load=0.004 measure.max_cycles=60000 measure.warmup_messages=50 measure.relative_error=0.0001)
    run fast "${quiet[@]}" level=fast
    [[ $status == 0 ]] || fail "fast: exit code $status: $said"
    for nodes in '[5]' '[0, 3, 9, 10]' all; do
        run device "${quiet[@]}" "$(level fast "$name" "$nodes")"
        [[ $status == 0 ]] || fail "nodes $nodes: exit code $status: $said"
        for figure in .messages.measured .latency.network.min .latency.network.p50 .latency.network.p95; do
            [[ $(value device $figure) == "$(value fast $figure)" ]] ||
                fail "nodes $nodes: $figure is $(value device $figure), in a fast network $(value fast $figure)"
        done
    done
}

# From low load to saturation, inside networks at both other levels, which must not make a difference.
loads() { # NODES
    local default load
    for default in fast signal; do
        for load in 0.05 0.2 0.4 0.9; do
            run "${default}_$load" "${short[@]}" traffic.load=$load "$(level $default "$name" "$1")"
            [[ $status == 0 ]] || fail "$default, load $load: exit code $status: $said"
            echo "$default, load $load: accepted $(value "${default}_$load" .throughput.accepted)," \
                "latency $(value "${default}_$load" .latency.unicast.mean)"
        done
        awk -v accepted="$(value "${default}_0.2" .throughput.accepted)" 'BEGIN { exit !(accepted > 0.19) }' ||
            fail "$default: load 0.2 is not accepted"
        awk -v accepted="$(value "${default}_0.9" .throughput.accepted)" 'BEGIN { exit !(accepted < 0.88) }' ||
            fail "$default: load 0.9 is beyond saturation"
    done
    for load in 0.05 0.2 0.4 0.9; do
        [[ $(value "signal_$load" "$figures") == "$(value "fast_$load" "$figures")" ]] ||
            fail "load $load: not the same figures in a fast and in a signal network"
    done
}
one_node() { loads '[5]'; }
all_nodes() { loads all; }

# The seeded bug ends the run: where, when, what, and the waves of the cycles before.
bug() {
    local default nodes
    for default in fast signal; do
        for nodes in '[5]' all; do
            run "$default" "${short[@]}" traffic.load=0.6 "$(level $default "${name}_bug" "$nodes")"
            echo "$default, nodes $nodes: exit code $status: $said"
            [[ $status == 6 ]] || fail "exit code $status, must be 6"
            [[ $said =~ router_[0-9]+ && $said =~ cycle\ [0-9]+ && $said =~ (input|output)\ [0-9]+ ]] ||
                fail 'instance, cycle or port is missing'
            [[ $nodes == all || $said =~ router_5[^0-9] ]] || fail 'not the router with the bug'
            [[ -n $(find "$work/$default" -name '*.vcd' -size +0) ]] || fail 'no waves'
            rm "$work/$default"/*.vcd
        done
    done
}

# One dump holds our wires and the RTL, in the same cycles: the valid bits of channel_out, from the top west, east,
# north, south, are flit_o_valid of outputs 1, 0, 3, 2.
waves() {
    run both "${short[@]}" traffic.load=0.3 "$(level signal "$name" '[5]')" 'waves={rtl: true, from: 100, to: 400}'
    [[ $status == 0 ]] || fail "exit code $status: $said"
    [[ -s $work/both/run.both.gtkw ]] || fail 'no view'
    awk '
        $1 == "$scope" { path = path "." $3 }
        $1 == "$upscope" { sub(/[.][^.]*$/, "", path) }
        $1 == "$var" && path == ".router_5" && $5 == "channel_out" { rtl = $4 }
        $1 == "$var" && path ~ /^[.]router_5[.]output_[0-3]$/ && $5 == "flit_o_valid" {
            wire[$4] = substr(path, length(path)) }
        $1 == "$enddefinitions" { values = 1; next }
        !values { next }
        /^#/ { if ((time = substr($1, 2)) % 1000 == 0 && time > 100000) compare(); next }
        /^b/ && $2 == rtl { bits = substr($1, 2); while (length(bits) < 355) bits = "0" bits; next }
        substr($1, 2) in wire { ours[wire[substr($1, 2)]] = substr($1, 1, 1) }
        function compare(   p) {
            for (p = 0; p < 4; ++p) {
                flits += ours[p]
                if (substr(bits, 1 + 71 * (p % 2 ? p - 1 : p + 1), 1) != ours[p]) { print "differ before " time; exit 1 }
            }
            ++cycles
        }
        END { if (flits < 100) { print flits " flits in " cycles " cycles"; exit 1 } }' "$work/both/run.both.vcd" ||
        fail 'the RTL and the wires are not the same'
}

case $case in
    zero_load | one_node | all_nodes | bug | waves) "$case" ;;
    *) fail 'no such case' ;;
esac
echo "PASS $name, $case"
