#!/bin/sh
# export_parts_test.sh RTL_MODELS WORK_DIR
# The modules of rtl_models/export/verilog: clean for Verilator, Icarus and Yosys, and as their comments say.
set -eu
parts=$1/export/verilog
rtl=$1/verilog
work=$2
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
mkdir -p "$work"
for file in "$parts"/*.v; do
  verilator --lint-only -Wall -y "$parts" -y "$rtl" "$file"
  iverilog -g2012 -Wall -y "$parts" -y "$rtl" -o /dev/null "$file"
done
passes() {  # what, then arguments of iverilog
  what=$1
  shift
  iverilog -g2012 -y "$parts" -y "$rtl" -o "$work/tb" "$@"
  vvp -n "$work/tb" > "$work/log"
  grep -q '^PASS' "$work/log" || { echo "$what:"; head -n 5 "$work/log"; exit 1; }
}
passes streams "$here/streams_tb.v"
for sizes in "0 1 11" "1 1 11" "5 1 11" "0 3 11" "1 3 11" "2 3 11" "3 3 11" "4 2 11" "6 4 1" "20 21 11"; do
  # shellcheck disable=SC2086
  set -- $sizes
  passes "link $sizes" -Plink_tb.LATENCY="$1" -Plink_tb.CYCLES_PER_FLIT="$2" -Plink_tb.FLIT_WIDTH="$3" "$here/link_tb.v"
done
yosys -q -e '.*' -p "read_verilog -sv $parts/*.v $rtl/output_unit.v; chparam -set CYCLES_PER_FLIT 3 -set LATENCY 4 link
  synth -flatten -top link; check -assert; select -assert-none t:\$_DLATCH* t:\$dlatch"
echo "the parts are clean, and pass"
