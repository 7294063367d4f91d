"""What a run does: elaborates every block once as it is and once with each fault, and asks ABC about the rows."""
import tempfile
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

from . import tools
from .table import BOUNDED, OPEN, PROVEN, Row

FAULT_CYCLES = 60   # a fault is looked for in as many
FAULT_SECONDS = 120


@dataclass
class Result:
    row: Row
    kind: str = ""         # what was found: as Row.shown_kind, or "fails"
    depth: int = 0         # "fails": cycle
    seconds: float = 0     # of CPU time, of the row as it is
    fault_cycle: int = -1  # in which the fault shows; -1: it does not
    fault_seconds: float = 0
    also: list = field(default_factory=list)  # rows that the fault trips as early

    @property
    def as_wanted(self):
        # A row that is proven although the table calls it open needs no repair.
        return (self.kind == self.row.shown_kind or (self.row.kind == OPEN and self.kind == PROVEN)) and self.fault_is_found

    @property
    def fault_is_found(self):
        return self.fault_cycle >= 0 and not self.also

    def __str__(self):
        said = f"{self.kind:10} {self.seconds:6.1f} s  {self.row.name}"
        if self.kind == "fails":
            said += f": in cycle {self.depth}"
        if self.kind != self.row.shown_kind:
            said += f" (the table says {self.row.shown_kind})"
        if self.fault_cycle < 0:
            return said + f"; FAULT NOT FOUND: {self.row.fault}"
        if self.also:
            return said + f"; the fault trips {', '.join(self.also)} as early, in cycle {self.fault_cycle}"
        return said + f"; fault found in cycle {self.fault_cycle}"


def prove_as_is(bench, rows, results):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        shared = tools.elaborate(bench, None, {row.label: ([row.label], row.given) for row in rows}, folder) / len(rows)
        for row in rows:
            if row.kind == BOUNDED:
                outcome = tools.prove_until(row.label, folder, row.depth, row.seconds)
            else:
                outcome = tools.prove(row.label, folder, row.seconds)
            result = results[row.name]
            result.seconds = shared + outcome.seconds
            result.depth = outcome.depth
            result.kind = {tools.HOLDS: row.shown_kind if row.kind == BOUNDED else PROVEN, tools.FAILS: "fails",
                           tools.UNDECIDED: OPEN}[outcome.verdict]


def find_fault(row, labels, results):
    """`labels`: of all rows of the block at this size."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        others = [label for label in labels if label != row.label]
        aims = {label: ([label], ()) for label in labels}
        if others:
            aims["others"] = (others, ())
        result = results[row.name]
        result.fault_seconds = tools.elaborate(row.bench, row.fault, aims, folder)
        outcome = tools.prove_until(row.label, folder, FAULT_CYCLES, FAULT_SECONDS)
        result.fault_seconds += outcome.seconds
        if outcome.verdict != tools.FAILS:
            return
        result.fault_cycle = outcome.depth
        if others and not holds_until(outcome.depth, "others", folder, result):
            result.also = [label for label in others if not holds_until(outcome.depth, label, folder, result)]


def holds_until(cycle, name, folder, result):
    outcome = tools.prove_until(name, folder, cycle, FAULT_SECONDS)
    result.fault_seconds += outcome.seconds
    return outcome.verdict == tools.HOLDS


def prove_rows(rows, chosen, jobs):
    """Results of the chosen rows, in their order; each is printed when it is there."""
    results = {row.name: Result(row) for row in chosen}
    benches = {}
    labels = {}
    for row in chosen:
        benches.setdefault(row.bench, []).append(row)
    for row in rows:
        labels.setdefault(row.bench, []).append(row.label)
    left = {row.name: 2 for row in chosen}
    with ThreadPoolExecutor(jobs) as pool:
        tasks = {}
        for bench, some in benches.items():
            tasks[pool.submit(prove_as_is, bench, some, results)] = some
            for row in some:
                tasks[pool.submit(find_fault, row, labels[bench], results)] = [row]
        try:
            for task in as_completed(tasks):
                task.result()
                for row in tasks[task]:
                    left[row.name] -= 1
                    if left[row.name] == 0:
                        print(results[row.name], flush=True)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    results = list(results.values())
    print(summary(results))
    return results


def summary(results):
    kinds = [result.kind.split()[0] for result in results]
    counts = ", ".join(f"{kinds.count(kind)} {kind}" for kind in (PROVEN, BOUNDED, OPEN, "fails") if kind in kinds)
    wrong = sum(not result.as_wanted for result in results)
    seconds = sum(result.seconds + result.fault_seconds for result in results)
    return (f"{len(results)} rows: {counts}; {len(results) - wrong} as the table says. "
            f"{seconds:.0f} s of CPU time")
