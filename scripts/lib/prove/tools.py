"""Yosys and ABC: a block and its assertions as and-inverter graphs, and what is true of them."""
import os
import re
import subprocess
from dataclasses import dataclass

from . import decisions
from .places import FORMAL, RTL

HOLDS = "holds"
FAILS = "fails"
UNDECIDED = "undecided"
INDUCTION_CYCLES = 3


class ToolError(Exception):
    """A tool could not do what it was asked."""


@dataclass
class Outcome:
    verdict: str   # HOLDS, FAILS or UNDECIDED
    depth: int     # FAILS: cycle of the counterexample, the reset is in cycle 0
    seconds: float  # of CPU time


def run(command, folder, seconds):
    """Output and CPU seconds of a command that may take so many of them; what it had said when they were over."""
    with open(folder / "log", "w+", encoding="utf-8") as log:
        child = subprocess.Popen(["prlimit", f"--cpu={seconds}", *command], cwd=folder, stdin=subprocess.DEVNULL,
                                 stdout=log, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        log.seek(0)
        return log.read(), child.returncode, usage.ru_utime + usage.ru_stime


INSTANCE = re.compile(r"^ *(?:\d+: *)?([a-z]\w*) +(?:#\(|\w+ \()", re.M)


def used_modules(path, known):
    return {name for name in INSTANCE.findall(path.read_text()) if name in known}


def sources(bench, fault, folder):
    """The files of what the harness uses: the RTL, changed by the fault, and stand-ins for parts of it."""
    known = {path.stem: path for path in RTL.glob("*.v")}
    for name in bench.stand_ins:
        known[name] = FORMAL / "stand_ins" / f"{name}.sv"
    known.update({path.stem: path for path in (FORMAL / "support").glob("*.sv")})
    harness = FORMAL / bench.harness
    if harness.parent.name == "decisions":
        known["decision_table"] = folder / "decision_table.sv"
        decisions.write_table(harness.stem, bench.parameters, known["decision_table"])
    if fault is not None:
        text = (RTL / f"{fault.module}.v").read_text()
        if text.count(fault.original) != 1:
            raise ToolError(f"fault of {fault.module}.v: {fault.original!r} is there {text.count(fault.original)} times, "
                            "must be once")
        known[fault.module] = folder / f"{fault.module}.v"
        known[fault.module].write_text(text.replace(fault.original, fault.changed))
    needed = set()
    found = used_modules(harness, known)
    while found:
        path = known[found.pop()]
        if path not in needed:
            needed.add(path)
            found |= used_modules(path, known)
    if fault is not None and known[fault.module] not in needed:
        raise ToolError(f"{bench.block} has no {fault.module}")
    return needed, harness


def elaborate(bench, fault, aims, folder):
    """Writes NAME.aig for each of `aims`, NAME: (labels of its assertions, labels of those that are assumed).

    Every register begins in any state, and all clocks are one.
    """
    needed, harness = sources(bench, fault, folder)
    lines = [reading(path, bench.macros) for path in sorted(needed) + [harness]]
    lines += [f"hierarchy -check -top {bench.top} "
              + " ".join(f"-chparam {name} {value}" for name, value in bench.parameters),
              "prep -flatten", "memory_map", "async2sync", "setundef -undriven -anyseq", "techmap", "dffunmap", "abc -g AND",
              "opt_clean", "design -save whole"]
    for name, (labels, given) in aims.items():
        lines += ["design -load whole", f"select -set aims t:$assert {picked(labels)} %i",
                  "select -set given " + (picked(given) if given else "t:$assert %n t:$assert %i")]
        lines += [f"select -assert-min 1 {picked([label])}" for label in (*labels, *given)]
        lines += ["chformal -assert2assume @given", "chformal -assert -remove t:$assert @aims %d", "opt_clean",
                  f"write_aiger -zinit {name}.aig"]
    script = folder / "elaborate.ys"
    script.write_text("\n".join(lines) + "\n")
    said, code, seconds = run(["yosys", "-q", script], folder, 600)
    if code != 0:
        raise ToolError(f"{bench.block} {bench.size}: yosys: {said.strip()[-2000:]}")
    return seconds


def reading(path, macros=()):
    # Yosys cannot defer modules without parameters.
    defer = "-defer " if re.search(r"^module \w+ #\(", path.read_text(), re.M) else ""
    defined = "".join(f"-D{macro} " for macro in macros)
    return f"read_verilog -sv -formal {defer}{defined}-I{FORMAL}/support {path}"


def picked(labels):
    """A selection of Yosys: the assertions with these labels, those in generate blocks included."""
    patterns = [pattern for label in labels for pattern in (f"c:{label}", f"c:*.{label}")]
    return " ".join(patterns) + " %u" * (len(patterns) - 1)


def ask(name, commands, folder, seconds):
    """What ABC says, and how many cycles it looked at."""
    said, _, used = run(["yosys-abc", "-q", f"read_aiger {name}.aig; fold; orpos; {commands}; print_status"], folder, seconds)
    failed = re.findall(r"asserted in frame (\d+)", said)
    if failed:
        return Outcome(FAILS, int(failed[-1]), used), 0
    status = re.findall(r"Status = *(-?\d+) +Frames = *(-?\d+)", said)
    verdict, frames = status[-1] if status else ("-1", "0")
    return Outcome(HOLDS if verdict == "1" else UNDECIDED, 0, used), int(frames)


def prove(name, folder, seconds):
    """By induction, which is quick if the property says enough of the state; otherwise by what ABC finds out of it."""
    step = ask(name, f"ind -F {INDUCTION_CYCLES}", folder, seconds)[0]
    if step.verdict == HOLDS:
        begins = prove_until(name, folder, INDUCTION_CYCLES, seconds)
        if begins.verdict != UNDECIDED:
            begins.seconds += step.seconds
            return begins
    outcome = ask(name, "scorr; pdr", folder, seconds)[0]
    outcome.seconds += step.seconds
    return outcome


def prove_until(name, folder, depth, seconds):
    """Whether it holds in the cycles 0..depth."""
    outcome, frames = ask(name, f"bmc3 -F {depth + 1}", folder, seconds)
    if frames < 0:  # bmc3 does not work without registers
        outcome, frames = ask(name, "pdr", folder, seconds)
    if outcome.verdict == UNDECIDED and frames >= depth:
        outcome.verdict = HOLDS
    return outcome
