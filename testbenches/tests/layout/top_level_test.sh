#!/bin/bash
# The folder that users see first holds what they asked for and nothing else: no result of a run,
# no folder of somebody's own. Usage: top_level_test.sh REPOSITORY
set -euo pipefail
cd "$1"
wanted='.ci .clang-format .clang-tidy .gitignore CMakeLists.txt CMakePresets.json LICENSE README.md pyproject.toml
    analytic common docs examples rtl_models scripts testbenches tlm topologies waves'
if [[ -e .git ]]; then
    found=$(git -c safe.directory='*' ls-files)
else # an archive: what building leaves there apart
    found=$(find . -mindepth 1 -maxdepth 1 ! -name 'build*' ! -name out -printf '%f\n')
fi
difference=$(comm -3 <(tr -s ' \n' '\n' <<< "$wanted" | sed '/^$/d' | LC_ALL=C sort) \
    <(cut -d/ -f1 <<< "$found" | LC_ALL=C sort -u))
if [[ -n $difference ]]; then
    echo "top level: missing (first column) or not expected there (second):" >&2
    echo "$difference" >&2
    exit 1
fi
