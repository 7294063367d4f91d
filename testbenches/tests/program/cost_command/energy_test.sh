#!/bin/sh
# energy_test.sh FLITSCOPE
# Energy of events, measured under one traffic, against the netlist under two others: within 15 percent. What the clock
# takes anyway is the same. `run` prices every router's share of a run with it, and so does a sweep, at two levels.
set -eu
flitscope=$1
cat > point.yaml <<END
topology: {kind: hypercube, dimensions: 2}
router: {virtual_channels: 2, buffer_flits: 2, flit_bytes: 2}
traffic: {load: 0.2, length: 4}
END
"$flitscope" cost point.yaml --liberty osu018 --energy 400 --json > measured.json
compare() { # NAME SETTING...
    name=$1
    shift
    "$flitscope" cost point.yaml --liberty osu018 --energy 400 --json "$@" > "$name.json"
    jq -e -n --slurpfile measured measured.json --slurpfile other "$name.json" --arg name "$name" '
      $other[0].gate_level as $gates |
      ([$measured[0].energy_pj[] | (.head // 0) * $gates.heads + (.flit // 0) * $gates.flits] | add) as $events |
      ($events / ($gates.pj - $gates.idle_pj) - 1) as $error |
      "\($name): \($gates.flits) flits, events \($events | round) pJ, in the netlist \($gates.pj - $gates.idle_pj | round) pJ" |
      if $error * $error <= 0.15 * 0.15 then . else error(.) end'
}
compare long --set traffic.length=9
compare transpose --set traffic.pattern=transpose --set traffic.load=0.3

"$flitscope" run point.yaml --with-cost --liberty osu018 --energy 400 --out run --json --quiet \
  --set measure.max_cycles=2000 > fast.json
cat > sweep.yaml <<END
base: point.yaml
config: {measure: {max_cycles: 2000}}
axes: {level: [fast, signal]}
liberty: osu018
energy: 400
END
"$flitscope" sweep sweep.yaml --out sweep --quiet
for point in sweep/points/*.json; do
  jq -e --slurpfile fast fast.json '.cost == $fast[0].cost' "$point" > /dev/null || { echo "$point differs"; exit 1; }
done
jq -e --slurpfile measured measured.json '
  def near(a; b): ((a - b) | fabs) <= 0.002 * b;
  .cost.energy as $energy | $energy.activity as $activity |
  .cost.energy_pj == $measured[0].energy_pj and ($energy.routers_pj | length) == 4 and
  near([$energy.routers_pj[]] | add; $energy.pj) and near([$energy.units_pj[]] | add; $energy.pj) and
  near($energy.pj_per_flit; $energy.pj / .flits.ejected) and $activity.cycles == .cycles.simulated and
  $activity.crossbar_traversals == .flits.hops and
  $activity.buffer_writes == $activity.link_flits + .flits.injected' fast.json > /dev/null ||
  { echo "the energy of the run does not add up"; exit 1; }

if "$flitscope" cost point.yaml --liberty osu018 --energy 400 --set traffic.load=0.001 2> refused; then exit 1; fi
grep -q '[0-9] messages\{0,1\} in router 0 in the first 400 cycles of the run, must be at least 20' refused
