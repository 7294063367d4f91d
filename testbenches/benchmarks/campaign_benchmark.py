#!/usr/bin/env python3
"""The cost of many points in addition to their simulation: `sweep --dry-run`, `sweep collect`, `report`. CPU time and time.

campaign_benchmark.py FLITSCOPE [COUNT [DIR]]     COUNT points (10 000), kept in DIR where it is given

One point is simulated; the others are that one with loads and seeds of their own, under the names and with the checksums
that they would have."""
import json
import resource
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path

NAME_SPACE = uuid.UUID("5d1be20c-7f94-4a3e-9a60-c18f2e7703b9")  # content_hash.cpp
CURVE = 25  # points


def content_hash(text):
    return uuid.uuid5(NAME_SPACE, text).hex


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def make_points(program, folder, count):
    """A results folder of a sweep with `count` finished points; the sweep's file next to it."""
    loads = [round(0.01 * (i + 1), 2) for i in range(CURVE)]
    seeds = list(range(1, count // CURVE + 1))
    sweep = {"config": {"topology": {"kind": "mesh", "size": [8, 8]}, "measure": {"warmup_messages": 100, "max_cycles": 5000}},
             "axes": {"seed": seeds, "traffic.load": loads}, "name": "seed {seed}"}
    (folder / "sweep.yaml").write_text(json.dumps(sweep))
    (folder / "nobody.yaml").write_text("submit: echo 1 {script}\nrunning: 'true'\n")
    subprocess.run([program, "sweep", "sweep.yaml", "--out", "points", "--executor", "nobody.yaml", "--quiet"], cwd=folder,
                   check=True)
    subprocess.run([program, "sweep", "point", "points", "0"], cwd=folder, check=True)
    first, = (folder / "points/points").glob("*.json")
    point = json.loads(first.read_text())
    del point["checksum"]
    for number in range(1, len(seeds) * len(loads)):
        seed, load = seeds[number // CURVE], loads[number % CURVE]
        point["config"]["traffic"]["load"] = load
        point["config"]["seed"] = seed
        point["point"] = {"seed": seed, "traffic.load": load}
        point["series_name"] = f"seed {seed}"
        point["number"] = number
        point["latency"]["unicast"]["mean"] = 20 + seed % 40 + 5 / (0.3 - load)
        text = json.dumps(point, indent=2, ensure_ascii=False)[:-2]
        name = content_hash(f"{compact(point['config'])}\n{point['flitscope']}\n{point['commit']}\n")
        (folder / "points/points" / f"{name}.json").write_text(
            f'{text},\n  "checksum": "{content_hash(text)}"\n}}\n')


def main():
    program = Path(sys.argv[1]).resolve()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(sys.argv[3] if len(sys.argv) > 3 else temporary)
        folder.mkdir(exist_ok=True)
        make_points(program, folder, count)
        for words in (["sweep", "sweep.yaml", "--dry-run"], ["sweep", "status", "points"], ["sweep", "collect", "points"],
                      ["report", "points"]):
            before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
            ended = subprocess.run([program, *words], cwd=folder, capture_output=True, text=True, check=False)
            after, end = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
            assert ended.returncode == 0 and ended.stderr == "", ended
            cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            print(f"{' '.join(words)}: {cpu:.2f} s of CPU time in {end - start:.2f} s; {ended.stdout.splitlines()[0]}")
        print(f"report.html: {(folder / 'points/report.html').stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
