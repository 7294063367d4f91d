#!/bin/bash
# The product compiles with Clang, without a warning, and its levels agree.   clang_test.sh SOURCES
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cmake -S "$1" -B "$folder" -G Ninja -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Dev \
    -DCMAKE_CXX_FLAGS_DEV=-O0 -DCMAKE_C_FLAGS_DEV=-O0 -DFLITSCOPE_BUILD_TESTS=OFF -DFLITSCOPE_BUILD_BENCHMARKS=OFF
cmake --build "$folder" -j2 2>&1 | tee "$folder/output"
if grep -E 'warning: ' "$folder/output"; then
    exit 1
fi
"$folder/testbenches/program/flitscope" crosscheck "$1/examples/router_typical.yaml" --levels fast,signal,verilog \
    --set measure.max_cycles=1000
