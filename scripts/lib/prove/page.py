"""The tables of docs/proofs.md, from the results of a run."""
from .places import ROOT
from .table import BOUNDED, OPEN, PROVEN

PAGE = ROOT / "docs" / "proofs.md"
BEGIN = "<!-- BEGIN proofs -->\n"
END = "<!-- END proofs -->"
HEAD = "| property | size | result | CPU s | fault in | shows in cycle |\n|---|---|---|---|---|---|\n"


def line_of(result):
    row = result.row
    return (f"| {row.label} | {row.bench.size}: {row.bench.shown_size} | {result.kind} | {result.seconds:.1f} "
            f"| {row.fault.module} | {result.fault_cycle} |\n")


def parts():
    """The text in front of the tables, the lines of their rows by (block, property, size), and the text behind."""
    before, begin, rest = PAGE.read_text().partition(BEGIN)
    tables, end, after = rest.partition(END)
    lines = {}
    block = ""
    for line in tables.splitlines(keepends=True):
        if line.startswith("### "):
            block = line[4:].strip()
        elif line.startswith("| ") and not line.startswith("| property"):
            label, size = (cell.strip() for cell in line.split("|")[1:3])
            lines[block, label, size.split(":")[0]] = line
    return before + begin, lines, end + after


def kind_of(line):
    return line.split("|")[3].strip()


def write(rows, results):
    """Replaces the lines of these results; rows that the table does not have any more are left out."""
    before, lines, after = parts()
    for result in results:
        lines[result.row.bench.block, result.row.label, result.row.bench.size] = line_of(result)
    tables = []
    kinds = []
    block = ""
    for row in rows:
        line = lines.get((row.bench.block, row.label, row.bench.size))
        if line is None:
            continue
        if row.bench.block != block:
            block = row.bench.block
            tables.append(f"\n### {block}\n\n{HEAD}")
        tables.append(line)
        kinds.append(kind_of(line).split()[0])
    counts = ", ".join(f"{kinds.count(kind)} {kind}" for kind in (PROVEN, BOUNDED, OPEN) if kind in kinds)
    PAGE.write_text(f"{before}\n{len(kinds)} rows: {counts}.\n{''.join(tables)}\n{after}")
