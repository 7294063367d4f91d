# Draws signals of a VCD file as an SVG panel, one column per cycle.
#   awk -v title=T -v first=C -v last=C -v top=Y -v csv=DATA.csv -v rows="LABEL=SCOPE.SIGNAL;..." [-v messages=LETTERS] -f waves.awk FILE.vcd
# A row of a flit names the signal without `_valid`, `_kind`, `_index`: it shows h0, b1, t2 or ht0, and of which message. A
# row of a register `state_q` shows idle, routed, active. Prints the panel from y = top on, without the element svg, and adds
# what it shows to the CSV file: panel, signal, cycle, value.
BEGIN {
    n = split(rows, list, ";")
    for (i = 1; i <= n; ++i) {
        label[i] = list[i]; sub(/=.*/, "", label[i])
        path[i] = list[i]; sub(/[^=]*=/, "", path[i])
    }
    kind[1] = "h"; kind[2] = "b"; kind[3] = "t"; kind[4] = "ht"
    state[0] = "idle"; state[1] = "routed"; state[2] = "active"
}
function number(bits,    i, value) {
    value = 0
    for (i = 1; i <= length(bits); ++i) value = 2 * value + (substr(bits, i, 1) == "1")
    return value
}
function at(name) { return value[code[name]] + 0 }
# Of the message of a flit, where `messages` has one for each.
function letter(name) { return messages == "" ? "" : " " substr(messages, at(name "_message") + 1, 1) }
function shown(name) {
    if ((name "_valid") in code)
        return at(name "_valid") ? kind[at(name "_kind")] at(name "_index") letter(name) : ""
    return name ~ /state_q$/ ? state[at(name)] : at(name)
}
# What the signals carry in the cycle that has just ended.
function sample(    i) {
    if (cycle >= first && cycle <= last)
        for (i = 1; i <= n; ++i) text[i, cycle] = shown(path[i])
}
$1 == "$scope" { scope[++depth] = $3; next }
$1 == "$upscope" { --depth; next }
$1 == "$var" {
    name = ""
    for (i = 1; i <= depth; ++i) name = name scope[i] "."
    code[name $5] = $4
    next
}
/^#/ { next }
/^b/ {
    if ($2 == code["cycle"]) { sample(); cycle = number(substr($1, 2)) }
    value[$2] = number(substr($1, 2))
    next
}
/^[01]/ { value[substr($1, 2)] = substr($1, 1, 1) }
END {
    sample()
    width = 46; height = 26; left = 150
    printf "<text x=\"8\" y=\"%d\" font-weight=\"bold\">%s</text>\n", top + 14, title
    for (c = first; c <= last; ++c)
        printf "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" fill=\"#51606f\">%d</text>\n", \
            left + (c - first) * width + width / 2, top + 34, c - first
    for (i = 1; i <= n; ++i) {
        y = top + 40 + (i - 1) * (height + 6)
        printf "<text x=\"8\" y=\"%d\">%s</text>\n", y + 17, label[i]
        for (c = first; c <= last; c = next_c) {
            for (next_c = c + 1; next_c <= last && text[i, next_c] == text[i, c] && text[i, c] !~ /^h|^b|^t/; ++next_c) {}
            if (text[i, c] != "") printf "\"%s\",\"%s\",%d,%s\n", title, label[i], c - first, text[i, c] >> csv
            x = left + (c - first) * width
            w = (next_c - c) * width
            if (text[i, c] == "" || text[i, c] == "idle") {
                printf "<path d=\"M%d %d h%d\" stroke=\"#9aa7b4\"/>\n", x, y + height / 2, w
                continue
            }
            printf "<path d=\"M%d %d l4 -%d h%d l4 %d l-4 %d h-%d z\" fill=\"%s\" stroke=\"#2b5c8a\"/>\n", \
                x, y + height / 2, height / 2, w - 8, height / 2, height / 2, w - 8, text[i, c] ~ /^h/ ? "#dbe8f4" : "#f4f6f9"
            printf "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", x + w / 2, y + 17, text[i, c]
        }
    }
}
