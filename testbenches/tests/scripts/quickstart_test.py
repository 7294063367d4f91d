"""quickstart without its build: rows by load, a reason where there is no interval, a clean source tree.

quickstart_test.py SOURCE FLITSCOPE
"""
import os
import pty
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE, PROGRAM = (Path(each).resolve() for each in sys.argv[1:3])

# Not in the order of the loads. 1e-6: hardly a message; the last of each network saturates soon.
POINTS = """mesh_8x8 examples/router_typical.yaml 0.9 0.2 1e-6 0.05
cube_6   examples/papers.yaml         2.0 0.3
"""


class Quickstart(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # A source tree of its own: quickstart replaces out/quickstart/.
        cls.folder = tempfile.TemporaryDirectory()
        cls.tree = Path(cls.folder.name) / "tree"
        cls.tree.mkdir()
        for each in ("scripts", "examples"):
            shutil.copytree(SOURCE / each, cls.tree / each)
        shutil.copy(SOURCE / ".gitignore", cls.tree)
        cls.git("init", "--quiet")
        cls.git("add", "--all")
        cls.git("-c", "user.name=test", "-c", "user.email=test@localhost", "commit", "--quiet", "-m", "all")
        points = Path(cls.folder.name) / "points"
        points.write_text(POINTS)
        cls.ended = subprocess.run(
            [cls.tree / "scripts/quickstart", "--no-install", "--program", PROGRAM, "--points", points],
            capture_output=True, text=True, cwd=cls.tree, check=False)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def git(cls, *words):
        return subprocess.run(["git", *words], cwd=cls.tree, check=True, capture_output=True, text=True).stdout

    def rows(self):
        return [line.split() for line in self.ended.stdout.splitlines()
                if line.startswith(("mesh_8x8", "cube_6")) and "equal:" not in line]

    def test_it_ends_well_with_everything_it_promises(self):
        self.assertEqual(self.ended.returncode, 0, self.ended.stderr)
        self.assertEqual(self.ended.stderr, "")
        for name in ("latency_load.csv", "latency_load.svg", "latency_load.png", "trace/routers_27_28.vcd",
                     "trace/routers_27_28.gtkw", "trace/routers_27_28.events", "mesh_8x8/report.html",
                     "cube_6/report.html"):
            self.assertGreater((self.tree / "out/quickstart" / name).stat().st_size, 100, name)
        self.assertEqual(self.ended.stdout.count("equal: fast, signal"), 2)
        self.assertIn("export PATH=" + str(PROGRAM.parent), self.ended.stdout)
        self.assertIn("xdg-open out/quickstart/mesh_8x8/report.html", self.ended.stdout)
        self.assertRegex(self.ended.stdout, r"Install it: +scripts/install --prefix DIR\n")
        # Each page can say which channels and ports hold messages up.
        self.assertIn('"ports":{"injection":[[', (self.tree / "out/quickstart/cube_6/report.html").read_text())

    def test_rows_are_in_the_order_of_their_loads(self):
        self.assertEqual([row[:2] for row in self.rows()],
                         [["mesh_8x8", "1e-6"], ["mesh_8x8", "0.05"], ["mesh_8x8", "0.2"], ["mesh_8x8", "0.9"],
                          ["cube_6", "0.3"], ["cube_6", "2.0"]])

    def test_a_row_has_an_interval_or_says_why_not(self):
        reasons = [(row[3] == "-", " ".join(row[7:])) for row in self.rows()]
        self.assertEqual(reasons, [(True, "too few messages"), (False, ""), (False, ""), (True, "saturated"),
                                   (False, ""), (True, "saturated")])

    def test_a_terminal_shows_how_far_the_build_is(self):
        log = Path(self.folder.name) / "build.log"
        log.write_text("configured\n[1/34] Building a\n[12/34] Building b\n")
        terminal, other_end = pty.openpty()
        progress = subprocess.Popen(["bash", "-c", 'source "$0"; show_progress "$1"',
                                     self.tree / "scripts/lib/common.sh", log], stdout=other_end)
        os.close(other_end)
        shown = b""
        while b"34]" not in shown:
            shown += os.read(terminal, 100)
        progress.kill()
        progress.wait()
        os.close(terminal)
        self.assertEqual(shown.replace(b"\x1b[K", b"").strip(), b"[12/34]")

    def test_it_finds_what_draws_before_it_simulates(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(SOURCE / "scripts", Path(folder) / "scripts")
            program = Path(folder) / "flitscope"

            def start():
                return subprocess.run([Path(folder) / "scripts/quickstart", "--no-install", "--program", program],
                                      capture_output=True, text=True, check=False)

            ended = start()
            self.assertEqual((ended.returncode, "no program " + str(program) in ended.stderr), (2, True), ended.stderr)
            program.write_text("#!/bin/sh\nexit 9\n")
            program.chmod(0o755)
            ended = start()
            self.assertEqual(ended.returncode, 2, ended.stderr)
            self.assertIn("there is no flitscope_plot beside it", ended.stderr)
            for place in ("plot", "."):  # of a build, of an installation
                plot = Path(folder) / place / "flitscope_plot"
                plot.parent.mkdir(exist_ok=True)
                plot.symlink_to(program)
                self.assertEqual(start().returncode, 9)
                plot.unlink()

    def test_a_network_without_a_saturated_point_has_a_curve_and_no_mark(self):
        with tempfile.TemporaryDirectory() as folder:
            table = Path(folder) / "all.csv"
            table.write_text("network,load,accepted,latency,ci,p99,saturated\nmesh_8x8,0.1,0.1,30,1,50,false\n"
                             "cube_6,0.3,0.3,40,1,90,false\ncube_6,0.2,0.2,30,1,90,false\ncube_6,2,1.3,900,,990,true\n")
            drawn = subprocess.run(["bash", "-euc", 'source "$0"; work=$1; plot=echo; draw_latency_load "$2" p.svg',
                                    SOURCE / "scripts/lib/pictures.sh", folder, table],
                                   capture_output=True, text=True, check=False)
        self.assertEqual((drawn.returncode, drawn.stderr), (0, ""))
        self.assertIn("8x8 mesh, 5-flit messages|latency=", drawn.stdout)
        self.assertEqual(drawn.stdout.count("--saturation"), 1)
        self.assertIn("--saturation 6-cube, 32-flit messages|latency=0.3 ", drawn.stdout)

    def test_points_that_are_not_there_cost_nothing(self):
        kept = self.tree / "out/quickstart/latency_load.csv"
        for name in ("none", "/dev/null"):
            ended = subprocess.run([self.tree / "scripts/quickstart", "--no-install", "--program", PROGRAM,
                                    "--points", name], capture_output=True, text=True, cwd=self.tree, check=False)
            self.assertEqual((ended.returncode, ended.stdout), (2, ""))
            self.assertIn(f"--points {name}: no operating points in it", ended.stderr)
            self.assertTrue(kept.exists())

    def test_the_source_tree_is_as_before(self):
        self.assertEqual(self.git("status", "--porcelain"), "")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
