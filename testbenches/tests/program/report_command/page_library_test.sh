#!/bin/bash
# page_library_test.sh FOLDER: the files of the library are those whose hashes its README.md names.
set -euo pipefail
cd "$1"
# shellcheck disable=SC2016  # back quotes of Markdown
hashes=$(sed -n 's/^| `\([^`]*\)` | `dist[^|]*| `\([0-9a-f]*\)` |$/\2  \1/p' README.md)
[[ $(wc -l <<< "$hashes") == 2 ]]
sha256sum --check <<< "$hashes"
grep -q "$(sed -n '1s/^# uPlot //p' README.md)" uPlot.iife.min.js
