#!/bin/sh
# depth_test.sh FLITSCOPE
# Depth 4 has a register between switch allocation and crossbar: no path goes through both, and the longest one is
# shorter than at depth 3, where one does. Extra stages are behind it all.
set -eu
flitscope=$1
for depth in 3 4; do
  printf 'topology: {kind: hypercube, dimensions: 2}\nrouter: {virtual_channels: 2, buffer_flits: 2, flit_bytes: 1, pipeline: %s}\n' $depth > $depth.yaml
  "$flitscope" cost $depth.yaml --json > $depth.json
done
"$flitscope" cost 3.yaml --set router.extra_stages=2 --json > extra.json
jq -e -n --slurpfile three 3.json --slurpfile four 4.json --slurpfile extra extra.json '
  def through($unit): [.[].unit] | index($unit) != null;
  ($three[0].critical_path | through("switch_allocator") and through("crossbar")) and
  ($four[0].critical_path | (through("switch_allocator") and through("crossbar")) | not) and
  $four[0].levels < $three[0].levels and
  $four[0].flip_flops > $three[0].flip_flops and
  $extra[0].levels <= $three[0].levels and $extra[0].units.extra_stages > 0 and
  $extra[0].flip_flops > $three[0].flip_flops' > /dev/null ||
  { jq -c '{levels, flip_flops, critical_path}' 3.json 4.json extra.json; exit 1; }
echo "depth 4 has the shorter period"
