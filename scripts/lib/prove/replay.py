"""Counterexamples of the checker as traces of messages, and what the simulator makes of them."""
import csv
import json
import re
from collections import defaultdict
from dataclasses import dataclass

from . import networks, tools

DEADLOCK = 5  # exit code
TRACE = "traffic={arrivals: trace, file: trace.csv}"


@dataclass
class Message:
    edge: int  # at which the head is in the injection buffer
    source: int
    destination: int
    flits: int = 0
    ended: bool = False


def read_inputs(cycle, folder):
    """The harness's inputs that are high, as names like offers_i[2], by cycle."""
    tools.run(["yosys-abc", "-q", f"read_aiger network.aig; fold; orpos; bmc3 -F {cycle + 1}; write_cex -n cex.txt"], folder,
              networks.SECONDS)
    names = {int(number): name for number, name in
             re.findall(rb"^i(\d+) (\w+\[\d+\])", (folder / "network.aig").read_bytes(), re.M)}
    high = defaultdict(set)
    for number, at in re.findall(r"pi(\d+)@(\d+)=1", (folder / "cex.txt").read_text()):
        high[int(at)].add(names.get(int(number), b"").decode())
    return high


def messages_of(high, parameters, any_length):
    """The messages whose heads are taken, and the flits that are, as (edge, node, kind)."""
    messages, flits = [], []
    sending = {}  # by node
    width = int(parameters["NODE_WIDTH"])
    for cycle in sorted(high):
        bits = high[cycle]
        for node in range(int(parameters["ROUTERS"])):
            if f"taken_i[{node}]" not in bits:
                continue
            ends = not any_length or f"ends_i[{node}]" in bits
            kind = (3 if ends else 2) if node in sending else (4 if ends else 1)
            if node not in sending:
                destination = sum(1 << bit for bit in range(width) if f"destination_i[{node * width + bit}]" in bits)
                sending[node] = Message(cycle + 1, node, destination)
                messages.append(sending[node])
            sending[node].flits += 1
            flits.append((cycle + 1, node, kind))
            if ends:
                sending.pop(node).ended = True
    return messages, flits


def write_trace(messages, path):
    with open(path, "w", newline="", encoding="utf-8") as file:
        lines = csv.writer(file)
        lines.writerow(["id", "cycle", "source", "destination", "length"])
        for number, message in enumerate(messages):
            # Of a message that is stuck in its source, one more flit at least is to come.
            lines.writerow([number, message.edge, message.source, message.destination, message.flits + (not message.ended)])


def injected(export):
    """(edge, node, kind) of the flits that the simulator injects."""
    lines = (export.folder / "testbench" / "injected.hex").read_text().split()
    return [(int(edge, 16), int(stream, 16), int(flit, 16) % 8) for edge, stream, _, flit in (line.split("_") for line in lines)]


def channels_of(deadlock, export):
    return {(export.senders[waiting["router"], waiting["port"]], waiting["router"], waiting["vc"]) for waiting in deadlock
            if (waiting["router"], waiting["port"]) in export.senders}


def check(row, program, export, cycle, expected, folder):
    """Plays the counterexample, which is stuck in this cycle; says what happened. Raises ToolError if it is not the same."""
    any_length = networks.LENGTHS[row.lengths]
    messages, flits = messages_of(read_inputs(cycle, folder), export.parameters, any_length)
    write_trace(messages, folder / "trace.csv")
    trace = [*row.arguments, "--set", TRACE]
    networks.run_program([program, "rtl", "export", *trace, "--cycles", "200", "--out", "replay"], folder)
    played = networks.Export(folder / "replay")
    if injected(played) != flits:
        raise tools.ToolError(f"{row.name}: the simulator injects other flits, or in other cycles: {injected(played)}, "
                              f"not {flits}")
    networks.run_program([program, "run", *trace, "--quiet", "--out", "fast"], folder, (DEADLOCK,))
    networks.run_program([program, "run", *trace, "--quiet", "--out", "signal", "--set", "level=signal", "--set",
                          "waves={file: stuck.vcd, to: 60}"], folder, (DEADLOCK,))
    deadlocks = [json.loads((folder / level / "result.json").read_text())["deadlock"] for level in ("fast", "signal")]
    if deadlocks[0] != deadlocks[1]:
        raise tools.ToolError(f"{row.name}: levels fast and signal are stuck in different ways: {deadlocks}")
    found = channels_of(deadlocks[0]["cycle"], export)
    said = {(channel["from"], channel["to"]) for channel in expected}
    if {channel[:2] for channel in found} != said:
        raise tools.ToolError(f"{row.name}: channels {sorted(found)} wait for each other, verify says {sorted(said)}")
    return f"replayed: {len(messages)} messages, {len(found)} channels wait for each other, those of verify"
