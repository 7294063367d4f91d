# Sourced by the scripts. Sets root (the repository) and name (how the script was called).
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
name=$0
cores=$(nproc)

# shown FILE: the path as the user would type it from here.
shown() { realpath -s --relative-base="$PWD" "$1"; }

# duration SECONDS: 75 -> 1 min 15 s.
duration() {
    if (($1 < 60)); then
        echo "$1 s"
    else
        echo "$(($1 / 60)) min $(($1 % 60)) s"
    fi
}

# need_value OPTION [VALUE]...: call it with what is left of the command line; ends the script when the option is the last.
need_value() {
    if (($# < 2)); then
        echo "$name: $1 needs a value; see $name --help" >&2
        exit 2
    fi
}

# build PRESET TARGET...: configures and builds; the compiler's output goes to a log and is shown if something fails.
build() {
    local preset=$1
    shift
    local log=$root/build/$preset.log start=$SECONDS
    mkdir -p "$root/build"
    echo "Building ($preset, $cores cores): output in $(shown "$log")"
    if ! (cd "$root" && cmake --preset "$preset" && cmake --build --preset "$preset" -j "$cores" "$@") \
            > "$log" 2>&1 < /dev/null; then
        grep -E -A 12 'error|Error|FAILED' "$log" | head -n 60 >&2
        echo "$name: the build failed; all of its output is in $(shown "$log")" >&2
        exit 1
    fi
    echo "Built in $(duration $((SECONDS - start)))."
}
