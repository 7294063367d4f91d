# Minutes of tests by the folder of the build that they are in, out of ctest's Testing/Temporary/LastTest.log.
/^Directory: / { folder = $2; sub(/.*\/build\/[^\/]*\//, "", folder); sub(/^testbenches\/tests\//, "", folder) }
/^Test time = / { seconds[folder] += $4; tests[folder]++; all += $4; count++ }
END {
    for (folder in seconds) printf "%8.2f %6d  %s\n", seconds[folder] / 60, tests[folder], folder | "sort -rn"
    close("sort -rn")
    printf "%8.2f %6d  all, one after the other\n", all / 60, count
}
