#!/bin/sh
# run.sh WORK_DIR NAME=VALUE...
# Simulates la_mesh_tb.v with these parameters in Icarus Verilog. Exit code 0 when it prints PASS.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$1
shift
overrides=""
for assignment in "$@"; do
  overrides="$overrides -Pla_mesh_tb.$assignment"
done
mkdir -p "$work"
# shellcheck disable=SC2086
iverilog -g2012 -Wall -y "$here/../rtl" $overrides -o "$work/la_mesh_tb" "$here/la_mesh_tb.v"
vvp -n "$work/la_mesh_tb" | tee "$work/log"
grep -q '^PASS' "$work/log"
