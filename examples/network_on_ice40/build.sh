#!/bin/sh
# build.sh [DIR]: exports the mesh, simulates it with its traffic generators, and makes the bitstream DIR/top.bin for
# an iCE40 HX8K; says how much of it is used and at which clock it works. DIR: build, in this folder.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
out=${1:-$here/build}
mkdir -p "$out"
"${FLITSCOPE:-flitscope}" rtl export "$here/mesh.yaml" --out "$out/network" --quiet
sources=$(sed "s|^|$out/network/|" "$out/network/network.f")
own="$here/top.v $here/traffic_generator.v"

# shellcheck disable=SC2086
iverilog -g2012 -s top_tb -o "$out/top_tb" $sources $own "$here/top_tb.v"
vvp -n "$out/top_tb" | tee "$out/simulation.log"
grep -q '^PASS' "$out/simulation.log"

# shellcheck disable=SC2086
yosys -q -l "$out/yosys.log" -p "read_verilog -sv -defer $(echo $sources $own); synth_ice40 -top top -json $out/top.json"
nextpnr-ice40 --hx8k --package ct256 --pcf "$here/hx8k_board.pcf" --json "$out/top.json" --asc "$out/top.asc" \
  --seed 1 --freq 12 > "$out/nextpnr.log" 2>&1 || { tail -n 20 "$out/nextpnr.log" >&2; exit 1; }
icepack "$out/top.asc" "$out/top.bin"
icetime -d hx8k -P ct256 -p "$here/hx8k_board.pcf" -t -r "$out/timing.txt" "$out/top.asc" > "$out/icetime.log"
sed -n 's/^.*ICESTORM_LC: */logic cells: /p' "$out/nextpnr.log" | head -n 1
sed -n 's/^.*Timing estimate: /clock: /p' "$out/icetime.log"
echo "bitstream: $(wc -c < "$out/top.bin") bytes, $out/top.bin"
