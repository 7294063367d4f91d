#!/bin/sh
# combining_synthesis_test.sh RTL_DIR
# Synthesises combining_unit.v, small. Fails on a latch, a combinational loop or a warning.
set -eu
rtl=$1
yosys -q -e '.*' -p "
  read_verilog -sv $rtl/combining_entry.v $rtl/combining_unit.v
  chparam -set PORTS 2 -set ENTRIES 1 -set ELEMENTS 2 combining_unit
  synth -flatten -top combining_unit
  check -assert
  select -assert-none t:\$_DLATCH* t:\$dlatch t:\$adlatch t:\$dlatchsr t:\$sr
  select -assert-min 100 t:\$_*DFF*"
