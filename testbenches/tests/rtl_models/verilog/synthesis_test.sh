#!/bin/sh
# synthesis_test.sh RTL_DIR WORK_DIR NAME=VALUE...
# Synthesises router.v with these parameters (widths are small, as in router_random_tb.v) and holds the
# netlist against the sources under random traffic. Fails on a latch, a combinational loop, a warning or
# a difference.
set -eu
rtl=$1
work=$2
shift 2
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
mkdir -p "$work"

chparam=""
overrides=""
for assignment in "$@"; do
  chparam="$chparam -set ${assignment%%=*} ${assignment#*=}"
  overrides="$overrides -Prouter_random_tb.$assignment"
done

# -e: every warning is an error. check: no loop, no undriven and no multiply driven net.
yosys -q -e '.*' -p "
  read_verilog -sv $rtl/*.v
  chparam -set NETWORK_PORTS 2 -set VIRTUAL_CHANNELS 2 -set INJECTION_VCS 2 -set BUFFER_FLITS 4 \
    -set NODE_WIDTH 4 -set LENGTH_WIDTH 4 -set INDEX_WIDTH 2 -set MESSAGE_WIDTH 4 -set SALT_WIDTH 1 \
    -set HOP_WIDTH 2 -set FLIT_BYTES 1 -set NODES 4 -set HEADER_EJECTION_CLASSES 8'd2 $chparam router
  synth -flatten -top router
  check -assert
  select -assert-none t:\$_DLATCH* t:\$dlatch t:\$adlatch t:\$dlatchsr t:\$sr
  select -assert-min 100 t:\$_*DFF*
  rename router router_netlist
  write_verilog -noattr $work/router_netlist.v"

# shellcheck disable=SC2086
iverilog -g2012 -Wall -y "$rtl" $overrides -o "$work/router_random_tb" \
  "$here/router_random_tb.v" "$work/router_netlist.v"
vvp -n "$work/router_random_tb" | tee "$work/log"
grep -q '^PASS' "$work/log"
