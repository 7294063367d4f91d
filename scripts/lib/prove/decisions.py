"""Tables of what the simulator's allocators decide, as modules of Verilog: testbenches/formal/decisions."""
import functools
import subprocess
import tempfile
import threading
from pathlib import Path

from .places import FORMAL, ROOT

SOURCE = FORMAL / "decisions" / "decision_table.cpp"

compiling = threading.Lock()
kept = []  # the folder of the program, until this process ends


@functools.cache
def compiled():
    folder = tempfile.TemporaryDirectory()
    kept.append(folder)
    program = Path(folder.name) / "decision_table"
    router = ROOT / "rtl_models" / "router"
    # What the program does not use of these files needs others: the linker leaves it out.
    subprocess.run(["g++", "-std=c++17", "-O1", "-ffunction-sections", "-Wl,--gc-sections", f"-I{ROOT}", SOURCE,
                    *sorted(router.glob("allocators/*.cpp")), *sorted(router.glob("arbiters/*.cpp")), "-o", program],
                   check=True)
    return program


def write_table(harness, parameters, path):
    """The module decision_table for this harness."""
    with compiling:
        program = compiled()
    kind = "vc" if "vc_" in harness else "switch"
    with open(path, "w", encoding="utf-8") as table:
        subprocess.run([program, kind, *(f"{name}={value}" for name, value in parameters)], stdout=table, check=True)
