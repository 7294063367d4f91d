"""Sweeps on a real Slurm of one node: jobs, options, a node that dies, an array that is cancelled.

slurm_test.py FLITSCOPE
"""
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

SUPPORT = Path(__file__).resolve().parents[2] / "support"
sys.path.insert(0, str(SUPPORT))
from slurm import Slurm  # noqa: E402

PROGRAM = Path(sys.argv[1]).resolve()

# A point takes a third of a second: whatever happens to a node hits some of them.
SWEEP = """config:
  topology: {kind: mesh, size: [8, 8]}
  traffic: {load: 0.1}
  measure: {relative_error: 1.0e-6, max_cycles: 60000}
axes: {traffic.load: [0.1, 0.15, 0.2, 0.25], router.pipeline: [1, 3]}
replicas: 2
"""
POINTS = 16
DONE = f"{POINTS} points: {POINTS} done, 0 failed, 0 missing, 0 running\n"


def daemons(folder):
    """Processes of a Slurm that lives in `folder`."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        try:
            if (each / "comm").read_text().startswith(("munged", "slurm")) and \
                    str(folder).encode() in (each / "environ").read_bytes():
                found.append(each.name)
        except OSError:  # it ended, or is somebody else's
            pass
    return found


class SlurmItselfTest(unittest.TestCase):
    def test_nothing_outlives_the_process_that_asked_for_it(self):
        asked = subprocess.Popen([sys.executable, SUPPORT / "slurm.py", "sh", "-c", "sbatch --output=/dev/null --wrap='sleep 20' >&2; "
                                  "echo $SLURM_CONF; read wait"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL, text=True)
        folder = Path(asked.stdout.readline()).parent
        self.assertGreaterEqual(len(daemons(folder)), 3)
        asked.kill()
        asked.communicate()
        end = time.monotonic() + 10
        while (daemons(folder) or folder.exists()) and time.monotonic() < end:
            time.sleep(0.1)
        self.assertEqual(daemons(folder), [])
        self.assertFalse(folder.exists())

    def test_runs_jobs_on_a_machine_without_cgroups_whose_name_has_no_address(self):
        bare = "{ [ ! -d /sys/fs/cgroup ] || mount -t tmpfs none /sys/fs/cgroup; } && hostname name.invalid || exit 77; exec \"$0\" \"$@\""
        ended = subprocess.run(["unshare", "--mount", "--uts", "sh", "-c", bare, sys.executable, SUPPORT / "slurm.py", "sbatch",
                                "--wait", "--output=/dev/null", "--wrap=true"], capture_output=True, text=True, check=False)
        if ended.returncode == 77 or "unshare" in ended.stderr:
            self.skipTest("not root")
        self.assertEqual(ended.returncode, 0, ended.stderr)

    def test_says_why_it_does_not_begin(self):
        with tempfile.TemporaryDirectory() as folder:
            munged = Path(folder) / "munged"
            munged.write_text("#!/bin/sh\necho the key is bad >&2; exit 1\n")
            munged.chmod(0o755)
            ended = subprocess.run([sys.executable, SUPPORT / "slurm.py", "true"], capture_output=True, text=True,
                                   env=dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}"), check=False, timeout=20)
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn("munged does not answer\n--- munged.out\nthe key is bad\n", ended.stderr)


class SlurmTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.slurm = Slurm().__enter__()
        cls.addClassCleanup(cls.slurm.__exit__)
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = Path(temporary.name)
        (cls.folder / "sweep.yaml").write_text(SWEEP)
        assert cls.flitscope("sweep", "sweep.yaml", "--out", "undisturbed", "--quiet").returncode == 0
        cls.expected = cls.collected("undisturbed")

    @classmethod
    def flitscope(cls, *words):
        return subprocess.run([PROGRAM, *words], cwd=cls.folder, env=cls.slurm.environment, capture_output=True,
                              text=True, check=False)

    @classmethod
    def on_slurm(cls, *words, out="results"):
        return cls.flitscope("sweep", "sweep.yaml", "--out", out, "--executor", "slurm", *words)

    @classmethod
    def collected(cls, results):
        """The rows of all points, without what depends on the machine."""
        ended = cls.flitscope("sweep", "collect", results)
        assert ended.returncode == 0, ended.stderr
        with open(cls.folder / results / "results.csv", newline="") as table:
            return [{name: value for name, value in row.items() if not name.startswith("performance.")}
                    for row in csv.DictReader(table)]

    def status(self, results="results"):
        return json.loads(self.flitscope("sweep", "status", results, "--json").stdout)

    def jobs(self):
        return self.slurm.ask("squeue", "--noheader", "--array", "--format=%F").split()

    def expect_as_undisturbed(self, results="results"):
        self.assertEqual(self.flitscope("sweep", "status", results).stdout, DONE)
        self.assertEqual(self.collected(results), self.expected)
        self.assertEqual(list((self.folder / results / "failed").iterdir()), [])

    def tearDown(self):
        subprocess.run(["scancel", "--me"], env=self.slurm.environment, check=True)
        self.slurm.wait_for(lambda: not self.jobs(), "empty queue")
        for each in self.folder.iterdir():
            if each.is_dir() and each.name != "undisturbed":
                shutil.rmtree(each)

    def test_a_sweep_on_the_cluster_is_one_on_this_machine(self):
        name = "a b'c%j$x"
        ended = self.on_slurm("--wait", "--chunk", "3", "--environment", "GREETING=it's me; $HOME", out=name)
        self.assertEqual(ended.stderr, "")
        self.assertEqual(ended.returncode, 0)
        self.assertRegex(ended.stdout, r"^job \d+: 16 points in 6 tasks\n" + DONE + "$")
        self.expect_as_undisturbed(name)
        self.assertEqual(sorted(each.name for each in (self.folder / name / "jobs/1").iterdir()),
                         ["0.log", "1.log", "2.log", "3.log", "4.log", "5.log", "job.json", "script", "tasks.txt"])
        self.assertIn("export GREETING='it'\\''s me; $HOME'", (self.folder / name / "jobs/1/script").read_text())
        again = self.on_slurm("--wait", out=name)
        self.assertEqual((again.returncode, again.stdout), (0, DONE))

    def test_options_reach_slurm(self):
        ended = self.on_slurm("--partition", "other", "--time", "7", "--memory", "300M", "--json")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        job, = json.loads(ended.stdout)["jobs"]
        shown = self.slurm.ask("scontrol", "show", "job", job)
        for setting in ("Partition=other", "TimeLimit=00:07:00", "MinMemoryNode=300M", "JobName=flitscope-results",
                        "Requeue=1"):
            self.assertIn(setting, shown)

    def test_what_jobs_have_is_not_submitted_again_and_what_is_missing_is(self):
        self.assertEqual(self.flitscope("sweep", "sweep.yaml", "--out", "results").returncode, 0)
        points = sorted((self.folder / "results/points").iterdir())
        for each in points[:3]:
            each.unlink()
        self.slurm.ask("scontrol", "update", "nodename=" + self.node(), "state=drain", "reason=test")
        self.assertEqual(self.on_slurm().stdout.split("\n", 1)[1],
                         "16 points: 13 done, 0 failed, 3 missing, 0 running, 3 of the missing submitted\n")
        points[3].write_text("edited")
        again = self.on_slurm()
        self.assertRegex(again.stdout, r"^job \d+: 1 points in 1 tasks\n")
        self.assertIn(f"{points[3]}: no checksum", again.stderr)
        self.assertEqual(json.loads(self.on_slurm("--json").stdout)["jobs"], [])
        self.assertEqual(self.status(), {"points": 16, "done": 12, "failed": 0, "missing": 4, "running": 0,
                                         "submitted": 4})
        self.slurm.ask("scontrol", "update", "nodename=" + self.node(), "state=resume")
        self.assertEqual(self.on_slurm("--wait").stdout, DONE)
        self.expect_as_undisturbed()

    def node(self):
        return self.slurm.ask("sinfo", "--noheader", "--format=%N").split()[0]

    def test_a_node_that_dies_costs_its_points_alone(self):
        waiting = subprocess.Popen(
            [PROGRAM, "sweep", "sweep.yaml", "--out", "results", "--executor", "slurm", "--wait"], cwd=self.folder,
            env=self.slurm.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.slurm.wait_for(lambda: (self.folder / "results/points").is_dir() and
                            len(list((self.folder / "results/points").glob("[!.]*"))) >= 4, "points")
        self.slurm.kill_node()
        kept = {each: each.stat().st_mtime_ns for each in (self.folder / "results/points").glob("[!.]*")}
        self.assertLess(len(kept), POINTS)
        self.slurm.wait_for(lambda: "down" in self.slurm.ask("sinfo", "--noheader", "--format=%T"), "node that is down")
        self.assertEqual(self.status()["done"], len(kept))
        self.assertIsNone(waiting.poll())
        self.slurm.start_node()
        out, err = waiting.communicate(timeout=60)
        self.assertEqual(err, "")
        self.assertTrue(out.endswith(DONE), out)
        self.assertEqual(waiting.returncode, 0)
        self.expect_as_undisturbed()
        for each, written in kept.items():
            self.assertEqual(each.stat().st_mtime_ns, written, "it was simulated again")

    def test_a_cancelled_array_is_submitted_again(self):
        waiting = subprocess.Popen(
            [PROGRAM, "sweep", "sweep.yaml", "--out", "results", "--executor", "slurm", "--wait", "--quiet"],
            cwd=self.folder, env=self.slurm.environment, stderr=subprocess.PIPE, text=True)
        self.slurm.wait_for(lambda: self.status_or_none().get("done", 0) >= 2, "points")
        cancelled = self.flitscope("sweep", "cancel", "results")
        self.assertRegex(cancelled.stdout, r"^cancelled job \d+: \d+ points in \d+ tasks\n$")
        _, err = waiting.communicate(timeout=30)
        self.assertEqual(waiting.returncode, 1)
        self.assertRegex(err, r"0 points failed, \d+ are missing and in no job")
        self.assertEqual(self.flitscope("sweep", "cancel", "results").stdout, "no job waits or runs\n")
        missing = self.status()["missing"]
        self.assertTrue(0 < missing <= POINTS - 2)
        again = self.on_slurm("--wait")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertRegex(again.stdout, rf"^job \d+: {missing} points in {missing} tasks\n" + DONE + "$")
        self.expect_as_undisturbed()

    def status_or_none(self):
        ended = self.flitscope("sweep", "status", "results", "--json")
        return json.loads(ended.stdout) if ended.returncode == 0 else {}

    def test_what_slurm_does_not_take_is_an_error_with_its_words(self):
        for words in (("--partition", "none"), ("--time", "soon")):
            ended = self.on_slurm(*words)
            self.assertEqual(ended.returncode, 2)
            self.assertRegex(ended.stderr, r"^flitscope: .*slurm.yaml: submit: exit code \d+: .*\n$")
            self.assertIn("nvalid", ended.stderr)
        self.assertEqual(list((self.folder / "results/jobs").iterdir()), [])
        self.assertEqual(self.status()["missing"], POINTS)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
