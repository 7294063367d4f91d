#!/bin/sh
# additions_test.sh WITH WITHOUT SOURCE ADDED CHANGED
# WITH is the program with the arbiter and the allocator of ADDED, WITHOUT the one as it is.
set -eu
with=$1
without=$2
source=$3
added=$4
changed=$5
export SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1

fail() {
  printf '%s\n' "$1"
  exit 1
}

# What was touched: nothing but new files, and one new line in each of the two lists.
new=$(cd "$added" && find rtl_models -type f | sort)
[ "$new" = "rtl_models/router/allocators/single_switch_allocator.cpp
rtl_models/router/allocators/single_switch_allocator.h
rtl_models/router/arbiters/last_first_arbiter.cpp
rtl_models/router/arbiters/last_first_arbiter.h" ] || fail "more new files than a pair each: $new"
for file in $new; do
  [ ! -e "$source/$file" ] || fail "$file is not new"
done
lines=0
for list in $(cd "$changed" && find rtl_models -type f); do
  difference=$(diff "$source/$list" "$changed/$list" | grep '^[<>]')
  case $difference in '> FLITSCOPE_LISTED('*) ;; *) fail "$list: $difference" ;; esac
  lines=$((lines + $(printf '%s\n' "$difference" | wc -l)))
done
[ "$lines" -eq 2 ] || fail "$lines lines changed"

# Both work, at both levels alike, under their names.
said=$("$with" crosscheck "$added/point.yaml" --levels fast,signal --json) || fail "$said"
case $said in *'"equal": true'*) ;; *) fail "$said" ;; esac
said=$("$with" run "$added/point.yaml" --json) || fail "$said"
case $said in *last_first*) ;; *) fail "the result does not name the arbiter" ;; esac

# Refused where they are not, naming what there is.
if said=$("$with" run "$added/point.yaml" --set level=verilog 2>&1); then fail "run at level verilog"; fi
case $said in *verilog*) ;; *) fail "$said" ;; esac
if said=$("$without" run "$added/point.yaml" 2>&1); then fail "run without the additions"; fi
case $said in *round_robin*matrix* | *separable_input*wavefront*) ;; *) fail "$said" ;; esac
