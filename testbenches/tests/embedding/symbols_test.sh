#!/bin/bash
# The library shows what flitscope.h declares, and sc_main. Usage: symbols_test.sh NM LIBRARY HEADER
set -euo pipefail
diff <("$1" -D --defined-only "$2" | awk '$2 != "A" {sub(/@.*/, "", $3); print $3}' | LC_ALL=C sort) \
     <({ grep -oP '^[a-z].*[ *]\Kflitscope_\w+(?=\()' "$3"; echo sc_main; } | LC_ALL=C sort)
