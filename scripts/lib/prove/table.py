"""The rows of testbenches/formal/rows.toml: one property of one block at one size each."""
import tomllib
from dataclasses import dataclass

PROVEN = "proven"
OPEN = "open"
BOUNDED = "bounded"
SECONDS = 60  # of CPU time, for a row that does not say otherwise


class TableError(Exception):
    """A mistake in the table, or in what was asked of it."""


@dataclass(frozen=True)
class Fault:
    """A change of the RTL: `original`, which is in the module once, becomes `changed`."""
    module: str
    original: str
    changed: str
    source: str = ""  # where somebody else's RTL had it

    def __str__(self):
        return " ".join(f"{self.module}: {self.original} -> {self.changed}".split())


@dataclass(frozen=True)
class Bench:
    """A block at a size: what is elaborated once for all of its properties."""
    block: str
    harness: str        # below testbenches/formal/; its module has the same name and the suffix _proof
    size: str
    parameters: tuple   # (name, value)
    stand_ins: tuple    # modules of the RTL that testbenches/formal/stand_ins/ has in their place
    macros: tuple       # that are defined

    @property
    def top(self):
        return self.harness.rsplit("/", 1)[-1].removesuffix(".sv") + "_proof"

    @property
    def shown_size(self):
        return ", ".join(f"{name} {value}" for name, value in self.parameters) or "-"


@dataclass(frozen=True)
class Row:
    bench: Bench
    label: str     # of the assertion
    kind: str      # PROVEN, BOUNDED or OPEN: what the table says
    depth: int     # of BOUNDED, in cycles
    seconds: int
    given: tuple   # labels of assertions, rows of their own, that are assumed
    fault: Fault
    ci: bool

    @property
    def name(self):
        return f"{self.bench.block}.{self.label}.{self.bench.size}"

    @property
    def shown_kind(self):
        return f"{BOUNDED} {self.depth}" if self.kind == BOUNDED else self.kind


def parse_kind(text, where):
    kind, _, depth = text.partition(" ")
    if kind == BOUNDED and depth.isdecimal():
        return kind, int(depth)
    if kind in (PROVEN, OPEN) and not depth:
        return kind, 0
    raise TableError(f"{where}: kind = {text!r}, must be {PROVEN!r}, {OPEN!r} or '{BOUNDED} DEPTH'")


def check_keys(table, known, needed, where):
    for key in table:
        if key not in known:
            raise TableError(f"{where}: unknown key {key!r}, known are {', '.join(known)}")
    for key in needed:
        if key not in table:
            raise TableError(f"{where}: key {key!r} is missing")


def block_rows(block, table):
    check_keys(table, ("harness", "sizes", "stand_ins", "macros", "ci", "properties"), ("harness", "sizes", "properties"), block)
    for label, entry in table["properties"].items():
        where = f"{block}.{label}"
        check_keys(entry, ("fault", "fault_of", "source", "sizes", "kinds", "seconds", "given"), ("fault",), where)
        for size in entry.get("sizes", table["sizes"]):
            if size not in table["sizes"]:
                raise TableError(f"{where}: no size {size!r} in the block")
            parameters = tuple(tuple(setting.split("=")) for setting in table["sizes"][size].split())
            bench = Bench(block, table["harness"], size, parameters, tuple(table.get("stand_ins", ())),
                          tuple(table.get("macros", ())))
            fault = Fault(*entry.get("fault_of", {}).get(size, entry["fault"]), source=entry.get("source", ""))
            kind, depth = parse_kind(entry.get("kinds", {}).get(size, PROVEN), where)
            yield Row(bench, label, kind, depth, entry.get("seconds", SECONDS), tuple(entry.get("given", ())), fault,
                      size in table.get("ci", ()))


def check_given(rows):
    """What a property assumes is a row of the same block and size, which assumes less."""
    by_name = {row.name: row for row in rows}

    def check(row, above):
        if row.label in above:
            raise TableError(f"{row.name}: assumes itself, by {' and '.join(above)}")
        for label in row.given:
            assumed = by_name.get(f"{row.bench.block}.{label}.{row.bench.size}")
            if assumed is None:
                raise TableError(f"{row.name}: given {label!r} is no row of this block and size")
            check(assumed, above + (row.label,))

    for row in rows:
        check(row, ())


def load(path):
    try:
        blocks = tomllib.loads(path.read_text())
    except tomllib.TOMLDecodeError as error:
        raise TableError(f"{path}: {error}") from error
    rows = [row for block, table in blocks.items() for row in block_rows(block, table)]
    check_given(rows)
    return rows


def select(rows, wanted):
    """The rows whose name is `wanted` or begins with it, up to a dot; without any, all."""
    if not wanted:
        return rows
    for name in wanted:
        if not any((row.name + ".").startswith(name + ".") for row in rows):
            raise TableError(f"no row {name}; --list prints them")
    return [row for row in rows if any((row.name + ".").startswith(name + ".") for name in wanted)]
