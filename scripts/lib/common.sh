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

# build_step LOG: how far the build is whose output the log is.
build_step() { grep -oE '^\[[0-9]+/[0-9]+\]' "$1" | tail -n 1 || echo configuring; }

# show_progress LOG [STEP]: how far something is, as STEP LOG says (build_step); on a terminal in one line that is written
# over, else a line every half minute.
show_progress() {
    local step said='' seconds=0
    while sleep 1 && kill -0 $$ 2> /dev/null; do
        step=$("${2:-build_step}" "$1")
        seconds=$((seconds + 1))
        if [[ -t 1 ]]; then
            printf '\r\033[K  %.76s ' "$step"
        elif ((seconds % 30 == 0)) && [[ $step != "$said" ]]; then
            echo "  $step"
            said=$step
        fi
    done
}

# watched LOG STEP COMMAND...: runs a command, its output goes to the log, and shows how far it is (show_progress). Exit
# code: the command's.
watched() {
    local log=$1 step=$2 progress ended=0
    shift 2
    show_progress "$log" "$step" &
    progress=$!
    "$@" >> "$log" 2>&1 < /dev/null || ended=$?
    kill "$progress"
    wait "$progress" 2> /dev/null || [[ $? == 143 ]]  # ended just above
    [[ ! -t 1 ]] || printf '\r\033[K'
    return "$ended"
}

# configure_and_build PRESET WORD...: words of cmake, then -- and words of cmake --build.
configure_and_build() (
    preset=$1 defined=()
    shift
    while [[ $1 != -- ]]; do
        defined+=("$1")
        shift
    done
    shift
    cd "$root" && cmake --preset "$preset" "${defined[@]}" && cmake --build --preset "$preset" -j "$cores" "$@"
)

# build PRESET [-D VARIABLE=VALUE] [--target TARGET...]: configures and builds; the compiler's output goes to a log and is
# shown if something fails.
build() {
    local preset=$1 defined=()
    shift
    while [[ ${1-} == -D ]]; do
        defined+=("$1" "$2")
        shift 2
    done
    local log=$root/build/$preset.log start=$SECONDS
    mkdir -p "$root/build"
    echo "Building ($preset, $cores cores): output in $(shown "$log")"
    : > "$log"
    if ! watched "$log" build_step configure_and_build "$preset" "${defined[@]}" -- "$@"; then
        grep -E -A 12 'error|Error|FAILED' "$log" | head -n 60 >&2
        echo "$name: the build failed; all of its output is in $(shown "$log")" >&2
        exit 1
    fi
    echo "Built in $(duration $((SECONDS - start)))."
}
