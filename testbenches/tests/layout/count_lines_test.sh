#!/bin/bash
# scripts/count_lines: what counts as a line of code.   count_lines_test.sh COUNT_LINES_AWK
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/a" "$folder/b"

cat > "$folder/a/code.cpp" << 'END'
// not this

/* nor this
   int nor = 0;
*/ int one = 1;
int two = 2; /* and
   not this */
    /* nor this */ // nor that
const char* three = "/*"; // still code
int four = 4;  // "/*
}
END
printf '/* one\ntwo' > "$folder/b/open.v"  # does not reach into the next file
printf 'wire w;\n\n' > "$folder/b/wire.v"

cd "$folder"
counted=$(awk -f "$1" a/code.cpp b/open.v b/wire.v)
expected=$'     5 a\n     1 b\n     6 in all'
if [[ $counted != "$expected" ]]; then
    printf 'counted:\n%s\nexpected:\n%s\n' "$counted" "$expected"
    exit 1
fi
