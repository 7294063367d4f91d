#!/bin/sh
# growth_test.sh FLITSCOPE
# More of anything never costs less: VCs, buffers, wider flits, ports. A second look synthesises nothing.
set -eu
flitscope=$1
point() {  # name, topology, VCs, flits of a buffer, bytes of a flit
  printf 'topology: %s\nrouter: {virtual_channels: %s, buffer_flits: %s, flit_bytes: %s}\n' "$2" "$3" "$4" "$5" > "$1.yaml"
  "$flitscope" cost "$1.yaml" --json > "$1.json"
}
square="{kind: hypercube, dimensions: 2}"
point small "$square" 1 2 1
point vcs "$square" 2 2 1
point buffers "$square" 1 4 1
point flits "$square" 1 2 2
point ports "{kind: hypercube, dimensions: 3}" 1 2 1
for more in vcs buffers flits ports; do
  for figure in gate_equivalents flip_flops cells; do
    jq -e -n --slurpfile less small.json --slurpfile more $more.json --arg figure $figure \
      '$more[0][$figure] > $less[0][$figure]' > /dev/null || { echo "$more: fewer $figure"; exit 1; }
  done
done
jq -e '.period_ns == null and .levels > 5 and .network.routers == 4 and (.routers | length) == 1
       and ([.critical_path[].levels] | add) == .levels
       and .flip_flops >= 3*2*8 and .units.vc_buffer > .units.output_unit' small.json > /dev/null

kept() { find "$XDG_CACHE_HOME/flitscope/cost" -type f | wc -l; }
before=$(kept)
"$flitscope" cost small.yaml vcs.yaml --json > both.json
jq -e -n --slurpfile both both.json --slurpfile small small.json --slurpfile vcs vcs.json \
  '$both[0] == [$small[0], $vcs[0]]' > /dev/null || { echo "two points differ from one by one"; exit 1; }
# A damaged file is as good as none.
for file in "$XDG_CACHE_HOME"/flitscope/cost/router-*.json; do echo '{' > "$file"; done
"$flitscope" cost small.yaml --json > again.json
cmp small.json again.json
test "$(kept)" = "$before"
echo "more costs more"
