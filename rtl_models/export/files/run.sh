#!/bin/sh
# run.sh [verilator | icarus]: simulates the testbench; ends with 0 if every flit came out in the cycle that the
# simulator said. What it builds is in build/.
set -eu
cd -- "$(dirname -- "$0")"
simulator=${1:-verilator}
mkdir -p build
case $simulator in
  verilator)  # -fno-const-bit-op-tree: README.md. Compiled quickly, as the testbench takes less time than the compiler.
    verilator --binary -j 0 -fno-const-bit-op-tree -MAKEFLAGS OPT_FAST=-O0 --output-split-cfuncs 2000 --top-module network_tb \
      -Wno-fatal --Mdir build/verilator -f network.f testbench/network_tb.v > build/verilator.log 2>&1 ||
      { tail -n 20 build/verilator.log >&2; exit 1; }
    build/verilator/Vnetwork_tb > build/run.log ;;
  icarus)
    iverilog -g2012 -s network_tb -o build/network_tb.vvp -f network.f testbench/network_tb.v
    vvp -n build/network_tb.vvp > build/run.log ;;
  *)
    echo "run.sh: $simulator: must be verilator or icarus" >&2
    exit 2 ;;
esac
grep -E '^(PASS|FAIL)' build/run.log
! grep -q '^FAIL' build/run.log
