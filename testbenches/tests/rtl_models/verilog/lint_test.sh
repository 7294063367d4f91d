#!/bin/sh
# lint_test.sh RTL_DIR SETS
# Every parameter set of SETS (one per line, NAME=VALUE..., FLITSCOPE_PURGE where that is defined) must pass `verilator --lint-only -Wall` and
# `iverilog -g2012 -Wall` without a word; and so must every module alone, with its defaults. router.v is
# a netlist: what the router does is in its units.
set -eu
rtl=$1
sets=$2
status=0

check() {  # what, then the command
  what=$1
  shift
  if ! said=$("$@" 2>&1) || [ -n "$said" ]; then
    printf '%s: %s\n%s\n' "$1" "$what" "$said" | head -n 20
    status=1
  fi
}

for file in "$rtl"/*.v; do
  check "$file" verilator --lint-only -Wall -y "$rtl" "$file"
  check "$file" iverilog -g2012 -Wall -y "$rtl" -o /dev/null "$file"
done

if logic=$(grep -nE '(^|[^a-z_])(assign|always[a-z_]*|initial|function|task)([^a-z_]|$)' "$rtl/router.v" "$rtl/router_core.v"); then
  printf 'router.v and router_core.v must be declarations and instances only:\n%s\n' "$logic"
  status=1
fi

count=0
while read -r line; do
  case $line in '#'* | '') continue ;; esac
  verilator_parameters=""
  icarus_parameters=""
  for assignment in $line; do
    case $assignment in  # a macro that is defined, without a value
      FLITSCOPE_*)
        verilator_parameters="$verilator_parameters -D$assignment"
        icarus_parameters="$icarus_parameters -D$assignment"
        continue ;;
    esac
    verilator_parameters="$verilator_parameters -G$assignment"
    icarus_parameters="$icarus_parameters -Prouter.$assignment"
  done
  # shellcheck disable=SC2086
  check "$line" verilator --lint-only -Wall -y "$rtl" $verilator_parameters "$rtl/router.v"
  # shellcheck disable=SC2086
  check "$line" iverilog -g2012 -Wall -y "$rtl" $icarus_parameters -o /dev/null "$rtl/router.v"
  count=$((count + 1))
done < "$sets"
echo "$count parameter sets"
[ "$count" -gt 0 ] && exit $status
