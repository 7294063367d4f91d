#!/bin/sh
# additions_test.sh WITH WITHOUT SOURCE ADDED CHANGED
# WITH is the program with the arbiter, the allocator and the routing function of ADDED, WITHOUT the one as it is.
set -eu
with=$1
without=$2
source=$3
added=$4
changed=$5
export SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1

fail() {
  printf '%s\n' "$1"
  exit 1
}

# What was touched: nothing but new files, and one new line in each of the lists.
new=$(cd "$added" && find rtl_models topologies -type f | LC_ALL=C sort)
[ "$new" = "rtl_models/router/allocators/single_switch_allocator.cpp
rtl_models/router/arbiters/last_first_arbiter.cpp
rtl_models/verilog/last_first_arbiter.v
rtl_models/verilog/route_rotated_ecube.v
rtl_models/verilog/single_switch_allocator.v
topologies/routing/rotated_ecube.cpp
topologies/routing/rotated_ecube.h
topologies/routing/zigzag.cpp
topologies/routing/zigzag.h" ] || fail "more new files than a source (a routing function: a pair) and a module each: $new"
for file in $new; do
  [ ! -e "$source/$file" ] || fail "$file is not new"
done
lines=0
for file in $(cd "$changed" && find rtl_models topologies -type f); do
  difference=$(diff "$source/$file" "$changed/$file" | grep '^[<>]') || fail "$file is as it was"
  case $difference in '> FLITSCOPE_LISTED('* | '> '*'(.*);') ;; *) fail "$file: $difference" ;; esac
  lines=$((lines + $(printf '%s\n' "$difference" | wc -l)))
done
[ "$lines" -eq 7 ] || fail "$lines lines changed"

# All Verilog with it, where the program looks for it. What is new keeps the rules of the rest.
verilog=$changed/verilog
rm -rf "$verilog"
cp -r "$source/rtl_models/verilog" "$verilog"
cp "$added"/rtl_models/verilog/*.v "$verilog"
cp "$changed"/rtl_models/verilog/*.v "$verilog"
for file in "$added"/rtl_models/verilog/*.v; do
  for lint in "verilator --lint-only -Wall" "iverilog -g2012 -Wall -o /dev/null"; do
    if ! said=$($lint -y "$verilog" "$file" 2>&1) || [ -n "$said" ]; then fail "$said"; fi
  done
done

# Known at level verilog, where it takes the command that builds a router with them, from scratch.
rm -rf "$changed/sets"
at_path="level={default: fast, verilog: {path: '$changed/sets'}}"
if said=$("$with" run "$added/point.yaml" --set "level={default: verilog, verilog: {path: '$changed/sets'}}" 2>&1)
then
  fail "run before rtl add"
fi
case $said in *'flitscope rtl add'*) ;; *) fail "$said" ;; esac
said=$("$with" rtl add "$added/point.yaml" --set "$at_path" --json 2>&1) || fail "$said"
for kind in last_first single rotated_ecube; do
  said=$("$with" rtl list --out "$changed/sets")
  case $said in *" $kind"*) ;; *) fail "no set with $kind: $said" ;; esac
done

# All work, at the three levels alike, under their names.
said=$("$with" crosscheck "$added/point.yaml" --set "$at_path" --levels fast,signal,verilog --json) || fail "$said"
case $said in *'"equal": true'*) ;; *) fail "$said" ;; esac
said=$("$with" run "$added/point.yaml" --json) || fail "$said"
for kind in last_first single rotated_ecube; do
  case $said in *"\"$kind\""*) ;; *) fail "the result does not name $kind" ;; esac
done

# A routing function without a line of Verilog: level verilog looks it up.
zigzag="routing={algorithm: zigzag}"
said=$("$with" rtl add "$added/point.yaml" --set "$at_path" --set "$zigzag" 2>&1) || fail "$said"
said=$("$with" crosscheck "$added/point.yaml" --set "$at_path" --set "$zigzag" --levels fast,signal,verilog --json) ||
  fail "$said"
case $said in *'"equal": true'*) ;; *) fail "$said" ;; esac

# Without them each is refused, naming what there is.
for key in router.arbiter=last_first router.allocators.switch=single routing.algorithm=rotated_ecube \
           routing.algorithm=zigzag; do
  if said=$("$without" run - --set topology.kind=hypercube --set "$key" < /dev/null 2>&1); then fail "$key accepted"; fi
  case $said in *round_robin*matrix* | *separable_input*wavefront* | *ecube*dimension_order*) ;; *) fail "$said" ;; esac
done
