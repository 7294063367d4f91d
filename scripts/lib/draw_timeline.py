#!/usr/bin/env python3
"""Draws the tracks and arrows of a small timeline as SVG, as a trace viewer lays them out. Usage:
    draw_timeline.py TIMELINE.json > TIMELINE.svg"""
import html
import json
import sys

LEFT, ROW, LINE, PIXELS = 190, 38, 17, 18  # of a cycle
COLOURS = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377"]


def text(x, y, words, style="", fill="#222"):
    return f'<text x="{x}" y="{y}" fill="{fill}" {style}>{html.escape(words)}</text>'


def names(events):
    """By process and by row, in the order in which they are shown."""
    found = {"process_name": {}, "thread_name": {}}
    for event in events:
        if event["ph"] == "M" and event["name"] in found:
            number = event["pid"] if event["name"] == "process_name" else event["tid"]
            found[event["name"]][number] = (event["pid"], number, event["args"]["name"])
    return found["process_name"], sorted(found["thread_name"].values())


def places(processes, rows):
    """The y of every row, and the lines with the names of processes and rows."""
    y, shown, at, lines = 24, None, {}, []
    for process, row, name in rows:
        if process != shown:
            lines.append(text(4, y + 16, processes[process][2], 'font-weight="bold"'))
            y, shown = y + 22, process
        lines.append(text(14, y + 13, name))
        at[row] = y
        y += ROW
    return at, y, lines


def slice_lines(event, y, inside, colour):
    x, width = LEFT + event["ts"] * PIXELS, event["dur"] * PIXELS
    by = event["args"].get("blocking message")
    label = event["name"] + (f": message {by}" if by is not None else "")
    label = label if len(label) * 6 < width else label[: max(0, int(width / 6) - 1)]
    opacity = 0.45 if inside else 0.9
    return [f'<rect x="{x}" y="{y + inside * LINE}" width="{width - 1}" height="{LINE - 2}" fill="{colour}" '
            f'opacity="{opacity}"/>', text(x + 3, y + inside * LINE + 12, label, fill="#222" if inside else "#fff")]


def draw(events):
    processes, rows = names(events)
    used = [row for row in rows if processes[row[0]][2] != "links"]  # the routers' outputs show them
    at, height, lines = places(processes, used)
    end = max(event["ts"] + event["dur"] for event in events if event["ph"] == "X")
    for cycle in range(0, end + 1, 5):
        x = LEFT + cycle * PIXELS
        lines.append(f'<line x1="{x}" y1="18" x2="{x}" y2="{height}" stroke="#ddd"/>' + text(x, 12, str(cycle)))
    open_until, arrows = {}, {}
    for event in events:
        if event["ph"] == "X" and event["tid"] in at:
            inside = event["ts"] < open_until.get(event["tid"], (0, 0))[0]
            if not inside:
                open_until[event["tid"]] = (event["ts"] + event["dur"], event["args"]["message"])
            colour = COLOURS[open_until[event["tid"]][1] % len(COLOURS)]
            lines += slice_lines(event, at[event["tid"]], inside, colour)
        elif event["ph"] in "stf":
            arrows.setdefault(event["id"], []).append((LEFT + event["ts"] * PIXELS, at[event["tid"]] + 6))
    for message, points in arrows.items():
        way = " ".join(f"{x},{y}" for x, y in points)
        lines.append(f'<polyline points="{way}" fill="none" stroke="{COLOURS[message % len(COLOURS)]}" '
                     'stroke-width="1.5" stroke-dasharray="4 2" marker-end="url(#tip)"/>')
    width = LEFT + (end + 1) * PIXELS
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height + 6}" font-family="sans-serif" '
        'font-size="11">', "<title>Four messages on a line of routers, as a timeline</title>",
        '<defs><marker id="tip" markerWidth="7" markerHeight="6" refX="6" refY="3" orient="auto">'
        '<path d="M0 0 L7 3 L0 6 z" fill="#444"/></marker></defs>',
        f'<rect width="{width}" height="{height + 6}" fill="#fff"/>', *lines, "</svg>"])


with open(sys.argv[1], encoding="utf-8") as file:
    print(draw(json.load(file)["traceEvents"]))
