#!/bin/sh
# grid_coordinates_test.sh RTL_DIR WORK_DIR
# grid_coordinates.v for every node of grids, and the routing function that needs it in a few megabytes of Yosys.
set -eu
rtl=$1
work=$2
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
mkdir -p "$work"
for grid in "3 2 2 4" "4 4 1 4" "1 5 3 4" "6 5 1 5" "3 3 3 32"; do
  # shellcheck disable=SC2086
  set -- $grid
  iverilog -g2012 -Wall -y "$rtl" -Pgrid_coordinates_tb.X="$1" -Pgrid_coordinates_tb.Y="$2" -Pgrid_coordinates_tb.Z="$3" \
    -Pgrid_coordinates_tb.NODE_WIDTH="$4" -o "$work/tb" "$here/grid_coordinates_tb.v"
  vvp -n "$work/tb" > "$work/log"
  grep -q '^PASS' "$work/log" || { echo "$grid:"; cat "$work/log"; exit 1; }
done
# shellcheck disable=SC3045  # dash has it
ulimit -v 500000
yosys -q -p "read_verilog -sv $rtl/route_dimension_order.v $rtl/grid_coordinates.v
  chparam -set NODE_WIDTH 4 -set SETTINGS 256'h0001000000030003 route_dimension_order
  synth -flatten -top route_dimension_order; check -assert"
