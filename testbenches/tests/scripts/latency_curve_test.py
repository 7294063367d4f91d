"""latency_curve: every load that was given, the table, the CSV file, and how many runs at a time.

latency_curve_test.py SOURCE FLITSCOPE
"""
import csv
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE, PROGRAM = (Path(each).resolve() for each in sys.argv[1:3])
NETWORK = "topology: {kind: mesh, size: [4, 4]}\nmeasure: {warmup_messages: 200, relative_error: 0.1}\n"

# Stands for the program: says when it starts and ends. With WAIT_FOR=N it waits for N starts.
COUNTING = """#!/bin/bash
echo start >> "$COUNTS"
for ((i = 0; i < 600; ++i)); do
    (($(grep -c start "$COUNTS") < WAIT_FOR)) || break
    sleep 0.1
done
"%s" "$@"
code=$?
echo end >> "$COUNTS"
exit "$code"
"""


class LatencyCurve(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "net.yaml").write_text(NETWORK)

    def curve(self, *words, program=PROGRAM, **environment):
        return subprocess.run([SOURCE / "scripts/latency_curve", "--flitscope", program, *words],
                              capture_output=True, text=True, cwd=self.folder, check=False,
                              env={**os.environ, **environment})

    def test_keeps_every_load_beyond_saturation_and_as_it_was_written(self):
        loads = ["0.050", "0.9", "0.95", "0.2", "1.0"]
        run = self.curve("--loads", ",".join(loads), "--csv", "new/all.csv", "--keep", "kept",
                         "--curve", "one, \"two\"", "net.yaml",
                         "--curve", "deep", "net.yaml", "--set", "router.buffer_flits=16", "--set", "seed=2")
        self.assertEqual(run.returncode, 0, run.stderr)
        table = [[cell.strip() for cell in line.split("|")[1:-1]] for line in run.stdout.splitlines()]
        self.assertEqual(table[0], ["load", 'one, "two"', "deep"])
        self.assertEqual([row[0] for row in table[2:]], [*loads, "sustained"])

        with open(self.folder / "new/all.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        self.assertEqual(rows[0], ["curve", "load", "accepted", "latency", "ci", "p99", "saturated", "state"])
        self.assertEqual([row[:2] for row in rows[1:]],
                         [[label, load] for label in ('one, "two"', "deep") for load in loads])
        for number, row in enumerate(rows[1:]):
            curve, load = divmod(number, len(loads))
            result = json.loads((self.folder / f"kept/{curve}/{loads[load]}/result.json").read_text())
            latency = result["latency"]["unicast"]
            self.assertEqual(result["config"]["traffic"]["load"], float(loads[load]))
            self.assertEqual(result["config"]["router"]["buffer_flits"], 16 if curve else 8)
            self.assertEqual(result["config"]["seed"], 2 if curve else 1)
            self.assertEqual(float(row[2]), result["throughput"]["accepted"])
            self.assertEqual(float(row[3]), latency["mean"])
            self.assertEqual(row[4], "" if latency["ci"] is None else json.dumps(latency["ci"]))
            self.assertEqual(row[6], json.dumps(result["saturated"]))
            cell = table[2 + load][1 + curve]
            self.assertEqual(row[7], result["state"])
            self.assertEqual(cell, f"{latency['mean']:.2f}" if row[7] == "stable" else row[7])
        self.assertEqual({row[6] for row in rows[1:]}, {"true", "false"})
        # Not what an overloaded network lets through: that is more.
        sustained = [max(float(row[2]) for row in rows[1:] if row[0] == label and row[7] == "stable")
                     for label in ('one, "two"', "deep")]
        self.assertEqual(table[-1], ["sustained", *(f"{each:.3f}" for each in sustained)])

    def most_at_a_time(self, jobs, wait_for):
        program = self.folder / "counting"
        program.write_text(COUNTING % PROGRAM)
        program.chmod(0o755)
        counts = self.folder / "counts"
        counts.write_text("")
        run = self.curve("--jobs", str(jobs), "--loads", "0.01,0.02,0.03", "--curve", "a", "net.yaml",
                         "--curve", "b", "net.yaml", program=program, COUNTS=str(counts), WAIT_FOR=str(wait_for))
        self.assertEqual(run.returncode, 0, run.stderr)
        now = most = 0
        for word in counts.read_text().split():
            now += 1 if word == "start" else -1
            most = max(most, now)
        return most

    def test_as_many_runs_at_a_time_as_asked_for(self):
        self.assertEqual(self.most_at_a_time(1, 0), 1)
        # Nobody ends before three have started: with fewer at a time this would wait for a minute.
        self.assertEqual(self.most_at_a_time(3, 3), 3)

    def test_the_front_page_names_it(self):
        self.assertIn("`scripts/latency_curve`", (SOURCE / "README.md").read_text())

    def test_a_load_without_messages_has_no_latency(self):
        run = self.curve("--loads", "0,0.1", "--csv", "c.csv", "--out", "c.svg", "--curve", "a", "net.yaml",
                         "--set", "measure.max_cycles=5000")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("| 0 | no message |", run.stdout)
        self.assertIn('"a",0,,,,,false,stable\n', (self.folder / "c.csv").read_text())
        self.assertGreater((self.folder / "c.svg").stat().st_size, 100)

    def test_checks_its_outputs_before_the_first_run(self):
        (self.folder / "folder").mkdir()
        for words, said in ((("--out", "c.pdf"), "--out c.pdf: must end in .svg or .png"),
                            (("--csv", "./net.yaml"), "./net.yaml: is the configuration of a curve too"),
                            (("--csv", "folder"), "folder: is a folder"),
                            (("--csv", "a.svg", "--out", "./folder/../a.svg"), "is the chart and the table"),
                            (("--loads", ","), "no --loads")):
            run = self.curve("--loads", "0.1", "--curve", "a", "net.yaml", *words, program="/bin/false")
            self.assertEqual((run.returncode, run.stdout), (2, ""), words)
            self.assertIn(said, run.stderr)
        self.assertEqual((self.folder / "net.yaml").read_text(), NETWORK)
        drawn = self.curve("--loads", "1.0", "--csv", "c.csv", "--out", "c.svg", "--curve", "a", "net.yaml")
        self.assertEqual(drawn.returncode, 2)
        self.assertIn("--out c.svg: no point below saturation to draw", drawn.stderr)
        self.assertTrue((self.folder / "c.csv").exists())

    def test_labels_are_drawn_as_they_are(self):
        label = "a=b|c, 1:2"
        run = self.curve("--loads", "0.1,0.2", "--out", "it's \"q\".svg", "--curve", label, "net.yaml")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn(f">{label}<", (self.folder / "it's \"q\".svg").read_text())

    def test_a_table_that_cannot_be_written_leaves_the_one_that_was_there(self):
        words = ("--loads", "0.1", "--curve", "a", "net.yaml", "--csv")
        self.assertEqual(self.curve(*words, "/dev/full").returncode, 7)
        room = self.folder / "room"
        room.mkdir()
        mount = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4k", "none", room], capture_output=True, check=False)
        if mount.returncode != 0:
            self.skipTest("not root")
        self.addCleanup(subprocess.run, ["umount", room], check=True)
        (room / "c.csv").write_text("old")
        self.assertEqual(self.curve(*words, "room/c.csv").returncode, 7)
        self.assertEqual((room / "c.csv").read_text(), "old")
        self.assertEqual([each.name for each in room.iterdir()], ["c.csv"])

    def test_refuses_what_it_cannot_do(self):
        for jobs in ("0", "-1", "x", "1.5", ""):
            run = self.curve("--jobs", jobs, "--loads", "0.1", "--curve", "a", "net.yaml")
            self.assertEqual((run.returncode, run.stdout), (2, ""))
            self.assertIn("--jobs " + jobs, run.stderr)
        failing = self.curve("--loads", "no,0.1", "--csv", "c.csv", "--curve", "a", "net.yaml")
        self.assertEqual((failing.returncode, failing.stdout), (2, ""))
        self.assertIn("traffic.load = no", failing.stderr)
        self.assertFalse((self.folder / "c.csv").exists())

    def test_a_run_that_fails_leaves_the_points_before_it(self):
        failing = self.curve("--jobs", "1", "--loads", "0.1,no", "--csv", "c.csv", "--curve", "a", "net.yaml",
                             "--curve", "b", "net.yaml")
        self.assertEqual(failing.returncode, 2)
        self.assertIn("traffic.load = no", failing.stderr)
        self.assertEqual([line.split(" | ")[0] for line in failing.stdout.splitlines()], ["| load", "|---|---|---|", "| 0.1"])
        self.assertEqual([line[:8] for line in (self.folder / "c.csv").read_text().splitlines()],
                         ["curve,lo", '"a",0.1,', '"b",0.1,'])

    def test_prints_and_writes_each_point_as_it_comes(self):
        program = self.folder / "held"  # every load but 0.1 waits until somebody lets it go on
        program.write_text(f"""#!/bin/bash
until [[ $* == *traffic.load=0.1\ * || -e {self.folder}/go ]]; do sleep 0.05; done
exec {PROGRAM} "$@"
""")
        program.chmod(0o755)
        words = ["--flitscope", program, "--jobs", "2", "--loads", "0.1,0.2", "--csv", "c.csv", "--curve", "a", "net.yaml"]
        with subprocess.Popen([SOURCE / "scripts/latency_curve", *words], stdout=subprocess.PIPE, text=True,
                              cwd=self.folder) as run:
            seen = [run.stdout.readline() for _ in range(3)]
            self.assertRegex(seen[2], r"^\| 0.1 \| \d+\.\d\d \|$")
            self.assertRegex((self.folder / "c.csv").read_text(), r'^curve,.*\n"a",0.1,.*,stable\n$')
            (self.folder / "go").touch()
            self.assertRegex(run.stdout.read(), r"^\| 0.2 \| \d+\.\d\d \|\n$")
        self.assertEqual(run.returncode, 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
