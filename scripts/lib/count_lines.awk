# Lines of C++ and Verilog that hold more than blanks and comments, by folder.
FNR == 1 { inside = 0 }
{
    code = 0
    for (rest = $0; rest != "";) {
        if (inside) {
            end = index(rest, "*/")
            rest = end ? substr(rest, end + 2) : ""
            inside = !end
        } else {
            sub(/^[ \t\r]+/, "", rest)
            if (rest == "" || rest ~ /^\/\//)
                break
            inside = rest ~ /^\/\*/
            code += !inside
            rest = inside ? substr(rest, 3) : opened(rest)
        }
    }
    folder = FILENAME
    sub(/\/[^\/]*$/, "", folder)
    lines[folder] += code > 0
    total += code > 0
}
# What follows the "/*" of a comment behind code; "": there is none.
function opened(text,    at) {
    sub(/\/\/.*/, "", text)
    gsub(/"([^"\\]|\\.)*"/, "", text)
    at = index(text, "/*")
    inside = at > 0
    return at ? substr(text, at + 2) : ""
}
END {
    for (folder in lines)
        printf "%6d %s\n", lines[folder], folder | "LC_ALL=C sort -k 2"
    close("LC_ALL=C sort -k 2")
    printf "%6d in all\n", total
}
