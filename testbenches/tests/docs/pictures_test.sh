#!/bin/bash
# Pictures of docs/images/ and examples/ were drawn from the data that lie beside them, and the data are what the program
# gives today: the cheapest point of each file is simulated again, and the tables of docs/models.md and of the examples are
# those of the files. Speeds depend on the machine; docs/performance.md says from when they are.
# pictures_test.sh FLITSCOPE PLUG_INS (a folder, the plug-in of examples/X in X/; may be missing)
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=../../../scripts/lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/../../../scripts/lib/common.sh"
# shellcheck source-path=SCRIPTDIR source=../../../scripts/lib/pictures.sh
source "$root/scripts/lib/pictures.sh"
# shellcheck source-path=SCRIPTDIR source=../../../scripts/lib/ideas.sh
source "$root/scripts/lib/ideas.sh"
# shellcheck disable=SC2034  # read by pictures.sh
flitscope=$1
images=$root/docs/images
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() {
    echo "$*" >&2
    failures=$((failures + 1))
}
remedy='./scripts/make_pictures makes them again'

for picture in "$images"/*.svg "$root"/examples/*/*.svg; do
    sources=$(sed -n 's/^<!-- drawn from \(.*\) -->$/\1/p' "$picture")
    [[ -n $sources ]] || fail "$picture does not say what it was drawn from; $remedy"
    while read -r source checksum; do
        [[ $checksum == $(sha256sum < "$(dirname "$picture")/$source" | cut -c 1-16) ]] || fail "$picture is older than $source; $remedy"
    done <<< "$sources"
done

# same FILE ROW: the row is in the file as it is.
same() {
    grep -qxF -- "$2" "$1" || fail "$1: simulated today: $2; $remedy"
    compared=$((compared + 1))
}
compared=0
while read -r network config load; do
    if [[ $load == 0.05 || $load == 0.15 && $network == cube_6 || $load == 0.42 ]]; then
        result empty "$root/$config" --set "traffic.load=$load"
        same "$images/latency_load.csv" "$(latency_load_row "$network" "$load" "$work/run/result.json")"
    fi
done < <(latency_load_points)
while read -r name rate; do
    model_point "$name"
    same "$images/$name.csv" "$(model_row "$name" "$rate")"
done << END
model_unicast 0.001
model_left_to_right 0.001
model_left_to_right_fixed 0.001
END
while read -r name topology; do
    same "$images/structure.csv" "$(structure_row "$name" 6 "$topology")"
done < <(structure_networks 6)
for name in plan_pcp plan_six_phase plan_sbt broadcast deadlock idea_lookahead idea_at_switch idea_speculation \
    idea_input_speedup idea_bypass idea_priority idea_shared_buffers; do
    if [[ $name == idea_* ]]; then
        data=$name.csv
        make_idea "$name" "$work"
    elif [[ $name == broadcast ]]; then
        data=$name.csv
        make_ripple "$name" "$work"
    elif [[ $name == deadlock ]]; then
        data=$name.csv
        make_deadlock "$name" "$work"
    else
        data=$name.json
        make_plan "$name" "$work"
    fi
    stamp "$work/$name.svg" "$work/$data"
    for file in "$data" "$name.svg"; do
        cmp -s "$work/$file" "$images/$file" || fail "$images/$file is not what the program makes today; $remedy"
    done
    compared=$((compared + 1))
done
same "$images/router_ideas.csv" "$(router_ideas_row '4x4 torus' '{kind: torus, size: [4, 4]}' 1 'lookahead, depth 3' 'router.pipeline=3;router.lookahead=true')"
same "$images/router_ideas.csv" "$(router_ideas_row '4x4 torus' '{kind: torus, size: [4, 4]}' 1 'VC at the switch, depth 3' 'router.pipeline=3;router.allocators.vc=at_switch')"
# What the screenshot timeline.png shows.
"$flitscope" timeline "$root/examples/blocked.yaml" --set "traffic.file=$root/examples/blocked.csv" --load-window 5 > "$work/timeline.json"
cmp -s "$work/timeline.json" "$images/timeline.json" || fail "$images/timeline.png shows another timeline than the program makes today"
[[ $compared == 26 ]] || fail "$compared points were compared"

# The lines of docs/models.md: simulated, how sure that is, and model / simulated - 1.
line() { grep -F "| $1 | $2 |" "$root/docs/models.md" > /dev/null || fail "docs/models.md: expected | $1 | $2 |"; }
cells() { # NAME COLUMN FORMAT
    awk -F , -v format="$3" -v column="$2" '
        NR > 1 { separator = NR == 2 ? "" : " | "; printf "%s" format, separator, $column * (column == 4 ? 100 : 1) }' "$images/$1.csv"
}
widths() { # NAME
    awk -F , 'NR > 1 { printf "%s+-%.1f %%", NR == 2 ? "" : " | ", 100 * $3 / $2 }' "$images/$1.csv"
}
for name in model_unicast model_left_to_right; do
    line 'simulated (cycles)' "$(cells $name 2 %.1f)"
    line '95 % interval' "$(widths $name)"
    line 'model / simulated - 1' "$(cells $name 4 '%+.1f %%')"
done
# Its last one leaves out some loads.
fixed=$(grep -F '| the same, all messages 200 flits |' "$root/docs/models.md" | sed -E 's/(\| )+/| /g')
[[ $fixed == "| the same, all messages 200 flits | $(cells model_left_to_right_fixed 4 '%+.1f %%') |" ]] || fail "docs/models.md: $fixed"

# The tables of the examples, and their points at load 0.05 where plug-ins have been built.
for example in foreign_lookahead foreign_ready_valid; do
    data=$root/examples/$example/latency.csv
    while read -r row; do
        grep -qxF "$row" "$root/examples/$example/README.md" || fail "examples/$example/README.md: expected $row"
    done < <(awk -F , '
        NR > 1 && !($2 in cells) { loads[++count] = $2 }
        NR > 1 { cells[$2] = cells[$2] " " ($8 == "stable" ? sprintf("%.2f", $4) : $8) " |" }
        END { for (i = 1; i <= count; ++i) print "| " loads[i] " |" cells[loads[i]] }' "$data")
    [[ -e $2/$example/$example.so ]] || continue
    simulate_example "$example" "$2/$example" "$work/$example.csv" --loads 0.05 > "$work/table" 2> "$work/warnings" ||
        fail "$(< "$work/warnings")"
    while read -r row; do
        same "$data" "$row"
    done < <(sed 1d "$work/$example.csv")
done

((failures == 0)) || exit 1
echo "$compared points are as they were"
