#!/bin/sh
# by_hand_test.sh FLITSCOPE CONFIG_KEY=VALUE...
# `flitscope cost` of a router of the square against what its user would do by hand with the exported network:
# Yosys maps the network with units as modules, and OpenSTA looks at all four routers at once.
set -eu
flitscope=$1
shift
library=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
sets=""
for assignment in "$@"; do
  sets="$sets --set $assignment"
done
echo 'topology: {kind: hypercube, dimensions: 2}' > point.yaml
# shellcheck disable=SC2086
"$flitscope" cost point.yaml --liberty osu018 --json $sets > cost.json
# shellcheck disable=SC2086
"$flitscope" rtl export point.yaml --out export --cycles 10 $sets > /dev/null

printf 'set_driving_cell INVX1\nset_load 1 [all_outputs]\n' > drive.constr
units="*\\vc_buffer* *\\multicast_route_unit* *\\multicast_vc_allocator* *\\multicast_switch_allocator*"
units="$units *\\multicast_crossbar* *\\output_unit* *\\network_router_0*"
# No part of a router, and left out of its timing.
ends="*\\node_sink* *\\node_source*"
yosys -q -p "
  read_verilog -sv export/rtl/*.v export/network.v
  hierarchy -top network
  setattr -mod -set keep_hierarchy 1 $units $ends
  synth -flatten -noabc -top network
  dfflibmap -liberty $library
  abc -liberty $library -constr drive.constr -D 1
  opt_clean
  write_ilang mapped.il"
router=$(grep '^module .*network_router_0' mapped.il | cut -d' ' -f2)
# Routers of the square are all alike.
test "$(grep -c '^module .*network_router_' mapped.il)" = 1
yosys -q -p "
  read_ilang mapped.il
  hierarchy -top $router
  setattr -mod -unset keep_hierarchy *
  flatten
  tee -o area.txt stat -liberty $library"
yosys -q -p "
  read_ilang mapped.il
  delete $ends
  setattr -mod -unset keep_hierarchy *
  flatten
  setundef -zero
  opt_clean -purge
  write_verilog -noattr -noexpr -nohex flat.v"
# OpenSTA takes no lists; those that are left only name outputs.
sed -i '/^  assign .*{/d' flat.v
cat > timing.tcl <<EOF
read_liberty $library
read_verilog flat.v
link_design network
create_clock -name clk -period 50 [get_ports clk_i]
set_false_path -from [get_ports rst_ni]
report_checks -path_delay max -digits 4
exit
EOF
sta -no_splash -exit timing.tcl > timing.txt

area=$(sed -n 's/.*Chip area for.*: *//p' area.txt)
flip_flops=$(awk '$1 ~ /^DFF/ {sum += $2} END {print sum}' area.txt)
period=$(awk '$2 == "slack" {print 50 - $1; exit}' timing.txt)
echo "by hand: $area um2, $flip_flops flip-flops, $period ns"
jq -r '"cost:    \(.area_um2) um2, \(.flip_flops) flip-flops, \(.period_ns) ns"' cost.json
# Within what ABC's heuristics make of cells in another order.
jq -e --argjson area "$area" --argjson flip_flops "$flip_flops" --argjson period "$period" '
  def near(a; b; part): ((a - b) | fabs) <= part * b;
  near(.area_um2; $area; 0.02) and .flip_flops == $flip_flops and near(.period_ns; $period; 0.08) and
  near([.units[]] | add; .area_um2; 0.000001) and .network.area_um2 == 4 * .area_um2 and
  near([.critical_path[].delay_ns] | add; .period_ns; 0.001)' cost.json > /dev/null ||
  { echo "they differ"; exit 1; }
echo "they agree"

# Results that say the same, from the cache.
short="--set traffic.load=0.1 --set measure.max_cycles=3000 --set measure.warmup_messages=100"
# shellcheck disable=SC2086
"$flitscope" run point.yaml $sets $short --with-cost --liberty osu018 --quiet --out run
jq -e --slurpfile cost cost.json '
  def near(a; b): ((a - b) | fabs) <= 0.02;
  .cost.area_um2 == $cost[0].area_um2 and .cost.units == $cost[0].units and .cost.period_ns == $cost[0].period_ns and
  near(.cost.latency_ns.unicast; .latency.unicast.mean * .cost.period_ns) and
  near(.cost.throughput_flits_per_ns; 4 * .throughput.accepted / .cost.period_ns)' run/result.json > /dev/null ||
  { echo "run --with-cost differs"; exit 1; }
printf 'base: point.yaml\naxes: {traffic.load: [0.05, 0.1]}\nliberty: osu018\n' > sweep.yaml
# shellcheck disable=SC2086
"$flitscope" sweep sweep.yaml $sets ${short#--set traffic.load=0.1} --out sweep --quiet
"$flitscope" sweep collect sweep --quiet
test "$(awk -F , 'NR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i } NR > 1 { print $column["cost.area_um2"] + 0 }' sweep/results.csv |
  sort -u)" = "$(jq .area_um2 cost.json)" || { echo "the sweep differs"; exit 1; }
