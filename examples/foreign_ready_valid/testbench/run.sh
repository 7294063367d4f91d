#!/bin/sh
# run.sh WORK_DIR NAME=VALUE...
# Simulates rv_mesh_tb.v with these parameters in Icarus Verilog. Exit code 0 when it prints PASS.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$1
shift
overrides=""
for assignment in "$@"; do
  overrides="$overrides -Prv_mesh_tb.$assignment"
done
mkdir -p "$work"
# shellcheck disable=SC2086
iverilog -g2012 -Wall -y "$here/../rtl" $overrides -o "$work/rv_mesh_tb" "$here/rv_mesh_tb.v"
vvp -n "$work/rv_mesh_tb" | tee "$work/log"
grep -q '^PASS' "$work/log"
