# Draws a broadcast on a mesh of 4x4, from the CSV of make_ripple: at each node the cycle in which the head of its copy is
# on the wire to it, along each link that in which a head is on it. Dimension 0 goes right, dimension 1 up.
function x(node) { return 60 + 110 * (node % 4) }
function y(node) { return 390 - 110 * int(node / 4) }
# The same colours as in the pictures of plans: first step, second step.
function colour(message) { return message < 2 ? "#1f77b4" : "#d95f02" }
NR == 1 { next }
$4 == "starts" { at[$3] = $2 }
$4 == "moves" {
    from = at[$3]
    at[$3] = $2
    # From rim to rim, next to the middle, so that there is room for both directions.
    dx = x($2) - x(from); dy = y($2) - y(from)
    side = 7
    lines[++count] = sprintf("<line x1=\"%.0f\" y1=\"%.0f\" x2=\"%.0f\" y2=\"%.0f\" stroke=\"%s\" stroke-width=\"2\" marker-end=\"url(#m%d)\"/>",
        x(from) + dx * 0.24 - dy / 110 * side, y(from) + dy * 0.24 + dx / 110 * side,
        x($2) - dx * 0.28 - dy / 110 * side, y($2) - dy * 0.28 + dx / 110 * side, colour($3), $3 < 2 ? 1 : 2)
    labels[count] = sprintf("<text x=\"%.0f\" y=\"%.0f\" fill=\"%s\">%d</text>",
        (x(from) + x($2)) / 2 - dy / 110 * 17, (y(from) + y($2)) / 2 + dx / 110 * 17 + 4, colour($3), $1)
}
$4 == "copied" { copy[$2] = $1; of[$2] = $3 }
END {
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"450\" height=\"460\" font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\">"
    print "<title>A broadcast by coded paths on a mesh of 4x4: cycles in which heads are on wires</title>"
    print "<rect width=\"450\" height=\"460\" fill=\"white\"/>"
    for (i = 1; i <= 2; ++i)
        printf "<marker id=\"m%d\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"5\" markerHeight=\"5\" orient=\"auto\"><path d=\"M0 0 L8 4 L0 8 z\" fill=\"%s\"/></marker>\n", i, colour(i == 1 ? 0 : 2)
    for (i = 1; i <= count; ++i) print lines[i] "\n" labels[i]
    for (node = 0; node < 16; ++node) {
        fill = node in of ? colour(of[node]) : "#444444"
        printf "<circle cx=\"%d\" cy=\"%d\" r=\"22\" fill=\"%s\"/>\n", x(node), y(node), fill
        printf "<text x=\"%d\" y=\"%d\" fill=\"white\" font-size=\"15\">%s</text>\n", x(node), y(node) + 5, node in copy ? copy[node] : "root"
        printf "<text x=\"%d\" y=\"%d\" font-size=\"10\" fill=\"#444444\">%d</text>\n", x(node) - 24, y(node) - 18, node
    }
    print "<text x=\"225\" y=\"450\">blue: first step, orange: second step; numbers: cycles; small: nodes</text>"
    print "</svg>"
}
