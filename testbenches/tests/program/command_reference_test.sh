#!/bin/bash
# Man page and completion against the help that the program prints: every command and every option is in both. The page
# has no mistakes that groff, or mandoc where it is installed, can find; completion gives what it should.
# command_reference_test.sh FLITSCOPE MAN_PAGE COMPLETION
set -euo pipefail
flitscope=$1 page=$2 completion=$3
fail() {
    echo "$*" >&2
    exit 1
}

said=$(groff -man -Tutf8 -ww "$page" 2>&1 > /dev/null)
[[ -z $said ]] || fail "groff: $said"
if command -v mandoc > /dev/null; then
    # Up to 4 it has found something, above it could not look.
    ended=0
    said=$(mandoc -Tlint -Wwarning "$page" 2>&1) || ended=$?
    ((ended <= 4)) || fail "mandoc ended with $ended: $said"
    # It wants a date, which a page that is made again with every build has not got.
    said=$(sed '/missing date/d' <<< "$said")
    [[ -z $said ]] || fail "mandoc: $said"
fi
text=$(MANWIDTH=100 man --warnings=w -P cat -l "$page" 2>&1 | col -b)
[[ $text != *man:* && $text != *troff:* ]] || fail "man: $text"

# shellcheck source=/dev/null
source "$completion"
# complete WORD...: what completion offers for the last of the words.
complete_words() {
    COMP_WORDS=(flitscope "$@")
    COMP_CWORD=$#
    COMPREPLY=()
    _flitscope
    printf '%s\n' "${COMPREPLY[@]}"
}

help=$("$flitscope" --help)
commands=$(awk '/^Subcommands:/ { listed = 1; next } /^[^ ]/ { listed = 0 } listed && NF && /^  [a-z]/ { print $1 }' <<< "$help")
[[ $(wc -w <<< "$commands") -ge 7 ]] || fail "no commands in: $help"
options=0
for command in $commands; do
    [[ $text == *"flitscope $command"* ]] || fail "the page lacks $command"
    grep -qx -- "$command" <<< "$(complete_words '')" || fail "completion lacks $command"
    offered=$(complete_words "$command" --)
    section=$(awk -v head="   flitscope $command" '$0 == head { inside = 1; next } /^ ? ? ?[a-zA-Z]/ { inside = 0 } inside' <<< "$text")
    for option in $("$flitscope" "$command" --help | grep -oE '^  (-[a-z],)?--[a-z-]+' | grep -oE -- '--[a-z-]+'); do
        grep -qE -- "^ +$option( |\$)" <<< "$section" || fail "$command: the page lacks $option"
        grep -qx -- "$option" <<< "$offered" || fail "$command: completion lacks $option"
        options=$((options + 1))
    done
done
((options > 30)) || fail "only $options options were found"

# Files behind CONFIG and --events, folders behind --out, nothing behind --set.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
touch point.yaml
mkdir points
[[ $(complete_words run poi) == $'points\npoint.yaml' || $(complete_words run poi) == $'point.yaml\npoints' ]] || fail 'no files behind run'
[[ $(complete_words run point.yaml --out poi) == points ]] || fail 'no folders behind --out'
[[ $(complete_words run point.yaml --events poi) == *point.yaml* ]] || fail 'no files behind --events'
[[ -z $(complete_words run point.yaml --set poi) ]] || fail 'something behind --set'
echo "$options options of $(wc -w <<< "$commands") commands are in both"
