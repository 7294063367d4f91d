"""The networks of testbenches/formal/networks/networks.toml: exported, checked, compared with `flitscope verify`."""
import json
import re
import shutil
import subprocess
import tempfile
import tomllib
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from . import replay, table, tools
from .places import FORMAL

FOLDER = FORMAL / "networks"
STUCK = "stuck"
LENGTHS = {"one_flit": 0, "any_length": 1}  # ANY_LENGTH of network.sv
SECONDS = 600   # of CPU time, for a proof
STUCK_CYCLES = 60  # in which a network that can get stuck does


@dataclass(frozen=True)
class Network:
    """A network, and messages of some lengths."""
    network: str
    config: str
    settings: tuple
    verify: str   # "free" or "cyclic"
    lengths: str
    checked: str  # "proven", "bounded N" or "stuck"
    ci: bool

    @property
    def name(self):
        return f"{self.network}.{self.lengths}"

    @property
    def arguments(self):
        """Of every command of the program."""
        return [self.config, *(word for setting in self.settings for word in ("--set", setting))]


def load():
    rows = []
    for name, entry in tomllib.loads((FOLDER / "networks.toml").read_text()).items():
        table.check_keys(entry, ("config", "settings", "verify", "results", "ci"), ("config", "verify", "results"), name)
        for lengths, checked in entry["results"].items():
            if checked != STUCK:
                table.parse_kind(checked, name)
            rows.append(Network(name, entry["config"], tuple(entry.get("settings", ())), entry["verify"], lengths, checked,
                                lengths in entry.get("ci", ())))
    return rows


def run_program(command, folder, codes=(0,)):
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode not in codes:
        raise tools.ToolError(f"{' '.join(map(str, command))}: exit code {done.returncode}: {done.stderr.strip()[-1000:]}"
                              f"{done.stdout.strip()[-1000:]}")
    return done


@dataclass(frozen=True)
class Export:
    """The folder of an exported network, and what the harness must know of it."""
    folder: Path

    def sources(self, arbiter=None):
        """`arbiter`: a file in the place of the round-robin arbiter; None: as exported."""
        listed = (self.folder / "network.f").read_text().split()
        replaced = {"rtl/round_robin_arbiter.v": arbiter} if arbiter else {}
        return [replaced.get(name, self.folder / name) for name in listed]

    def field(self, name):
        """Lowest bit and width of a field of a flit."""
        low, high = re.search(rf"^\| (\d+)\.\.(\d+) \| {name} \|", (self.folder / "README.md").read_text(), re.M).groups()
        return int(low), int(high) - int(low) + 1

    @property
    def parameters(self):
        bench = (self.folder / "testbench" / "network_tb.v").read_text()
        given = dict(re.findall(r"localparam int (SOURCES|VCS|FLIT_WIDTH) = (\d+);", bench))
        ports = re.search(r"\.NETWORK_PORTS\((\d+)\)", (self.folder / "rtl" / "network_router_0.v").read_text())[1]
        destination, width = self.field("destination")
        return {"ROUTERS": given["SOURCES"], "PORTS": ports, "VCS": given["VCS"], "FLIT_WIDTH": given["FLIT_WIDTH"],
                "NODE_WIDTH": width, "DESTINATION_AT": destination, "SOURCE_AT": self.field("source")[0]}

    @property
    def senders(self):
        """By router and input port: the router whose channel ends there."""
        text = (self.folder / "network.v").read_text()
        links = re.findall(r"link_(\d+)_to_\d+_port_\d+ \(.*?flit_o_valid\(r(\d+)_flit_i_valid\[(\d+)\]", text, re.S)
        return {(int(to), int(port)): int(sender) for sender, to, port in links}


def read_lines(files):
    return [tools.reading(path) for path in files]


def yosys(lines, name, folder):
    script = folder / f"{name}.ys"
    script.write_text("\n".join(lines) + "\n")
    said, code, seconds = tools.run(["yosys", "-q", script], folder, 600)
    if code != 0:
        raise tools.ToolError(f"{name}.ys: yosys: {said.strip()[-2000:]}")
    return seconds


def check_netlist(export, folder):
    """What Yosys makes of the network plays the testbench of the export: it is the network that was simulated."""
    yosys([*read_lines(export.sources()), "hierarchy -check -top network", "proc", "flatten", "opt_clean",
           "write_verilog -noattr netlist.v"], "netlist", folder)
    run_program(["iverilog", "-g2012", "-s", "network_tb", "-o", "netlist.vvp", "netlist.v",
                 export.folder / "testbench" / "network_tb.v"], folder)
    said = run_program(["vvp", "-n", folder / "netlist.vvp"], export.folder).stdout
    if "PASS: " not in said:
        raise tools.ToolError(f"{export.folder}: the netlist of Yosys does something else: {said.strip()}")


def elaborate(export, any_length, arbiter, folder):
    """Writes network.aig. It begins behind the reset, which the program has simulated from registers of any value."""
    parameters = {**export.parameters, "ANY_LENGTH": any_length}
    return yosys(
        [*read_lines([*export.sources(arbiter), FOLDER / "network.sv"]),
         "hierarchy -check -top network_proof " + " ".join(f"-chparam {name} {value}" for name, value in parameters.items()),
         "prep -flatten", "setundef -undriven -anyseq", "memory_map", "async2sync", "opt -fine", "wreduce", "opt -fine",
         "opt_clean",
         "sim -clock clk_i -resetn rst_ni -rstlen 4 -n 4 -w -q", "connect -set rst_ni 1'b1", "delete -input network_proof/rst_ni",
         "opt -fine", "techmap", "opt -fine", "dffunmap", "abc -g AND", "opt_clean",
         "chformal -assert -remove t:$assert c:never_stuck %d", "opt_clean", "write_aiger -symbols -zinit network.aig"],
        "network", folder)


def ask(row, folder):
    """What the checker says, as `checked` says it; the cycle in which it is stuck; CPU seconds."""
    kind, _, depth = row.checked.partition(" ")
    if kind == table.PROVEN:
        outcome = tools.prove("network", folder, SECONDS)
    else:
        outcome = tools.prove_until("network", folder, int(depth or STUCK_CYCLES), SECONDS)
    if outcome.verdict == tools.FAILS:
        return STUCK, outcome.depth, outcome.seconds
    return (row.checked if kind != STUCK else "not stuck") if outcome.verdict == tools.HOLDS else table.OPEN, 0, outcome.seconds


def check(row, program, out):
    """Prints a line; whether all is as the table says."""
    with nullcontext(out / row.name) if out else tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        if out:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
        for path in (*FOLDER.glob("*.yaml"), *FOLDER.glob("*.csv")):
            shutil.copy(path, folder)
        said = json.loads(run_program([program, "verify", *row.arguments, "--json"], folder, (0, 4)).stdout)
        verify = "free" if said["deadlock_free"] else "cyclic"
        run_program([program, "rtl", "export", *row.arguments, "--cycles", "500", "--out", "export"], folder)
        export = Export(folder / "export")
        check_netlist(export, folder)
        # A proof is of any arbiter; what is replayed has those of the network.
        arbiter = None if verify == "cyclic" else FORMAL / "stand_ins" / "round_robin_arbiter.sv"
        seconds = elaborate(export, LENGTHS[row.lengths], arbiter, folder)
        checked, cycle, asked = ask(row, folder)
        good = (verify, checked) == (row.verify, row.checked)
        line = f"{checked:10} {seconds + asked:6.1f} s  {row.name}: verify says {verify}"
        if checked == STUCK:
            line += f"; stuck in cycle {cycle}; " + replay.check(row, program, export, cycle, said["cycle"], folder)
        if not good:
            line += f" (the table says {row.checked}, {row.verify})"
        print(line, flush=True)
    return good
