#!/usr/bin/env python3
"""The cost of a sweep in addition to its simulations: the start-up of a point, and many points on several cores compared with the sum of
their single runs. Both in time, for a machine without other work, and in CPU time.

sweep_benchmark.py FLITSCOPE [COUNT [SECONDS [JOBS]]]     COUNT (200) points of SECONDS (0.5) and more, JOBS (2) at a time"""
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

STARTS = 50
CALIBRATION_CYCLES = 20000
MARGIN = 1.3  # no point shorter than SECONDS


def timed(*words, cwd):
    """(seconds, CPU seconds) of a process that goes well."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run([str(word) for word in words], cwd=cwd, check=True, stdout=subprocess.DEVNULL)
    after, end = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    return end - start, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def config_of(cycles):
    return {"topology": {"kind": "mesh", "size": [8, 8]}, "traffic": {"load": 0.2},
            "measure": {"warmup_messages": 0, "relative_error": 1e-6, "max_cycles": cycles}}


def write_sweep(folder, name, cycles, count):
    (folder / name).write_text(json.dumps({"config": config_of(cycles), "axes": {"seed": list(range(1, count + 1))}}))


def start_up(program, folder):
    """Of points of ten cycles, from start to stored."""
    write_sweep(folder, "short.yaml", 10, STARTS)
    (folder / "nobody.yaml").write_text("submit: echo 1 {script}\nrunning: 'true'\n")
    timed(program, "sweep", "short.yaml", "--out", "short", "--executor", "nobody.yaml", "--quiet", cwd=folder)
    points = [timed(program, "sweep", "point", "short", number, cwd=folder) for number in range(STARTS)]
    for name, index in (("time", 0), ("CPU time", 1)):
        costs = sorted(each[index] for each in points)
        print(f"a point of 10 cycles, from start to stored: {1000 * costs[STARTS // 2]:.1f} ms of {name} "
              f"(median of {STARTS}; largest {1000 * costs[-1]:.1f})")


def many_points(program, folder, count, seconds, jobs):
    (folder / "one.json").write_text(json.dumps(config_of(CALIBRATION_CYCLES)))
    once = min(timed(program, "run", "one.json", "--quiet", "--out", "one", cwd=folder)[1] for _ in range(3))
    cycles = int(CALIBRATION_CYCLES * seconds / once * MARGIN)
    write_sweep(folder, "many.yaml", cycles, count)
    whole = timed(program, "sweep", "many.yaml", "--out", "many", "--jobs", jobs, "--quiet", cwd=folder)
    points = sorted((folder / "many/points").glob("*.json"))
    assert len(points) == count, points
    single = [timed(program, "run", point, "--quiet", "--out", "again", cwd=folder) for point in points]
    for name, index, share in (("time", 0, jobs), ("CPU time", 1, 1)):
        shortest, total = min(each[index] for each in single), sum(each[index] for each in single)
        print(f"{count} points, {jobs} at a time, {name}: {whole[index]:.1f} s; single runs of {shortest:.2f} s and more: "
              f"{total:.1f} s{f' / {jobs} = {total / share:.1f} s' if share > 1 else ''}: "
              f"{100 * (whole[index] * share / total - 1):+.1f} %")


def main():
    program = Path(sys.argv[1]).resolve()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 0.5
    jobs = int(sys.argv[4]) if len(sys.argv) > 4 else 2
    with tempfile.TemporaryDirectory() as temporary:
        start_up(program, Path(temporary))
        many_points(program, Path(temporary), count, seconds, jobs)


if __name__ == "__main__":
    main()
