"""compare_booksim: what it asks both simulators for and what it makes of their answers.

compare_booksim_test.py SOURCE FLITSCOPE

Both are stood in for by scripts that print what the real ones do; one row is run with our program.
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE, PROGRAM = (Path(each).resolve() for each in sys.argv[1:3])

# BookSim2's output in short, with an interim statistic that is not to be read. Its exit code is 255.
BOOKSIM = """#!/bin/bash
printf '%s\\n' "$*" >> "$ASKED"
cat "$1" > "$ASKED.file"
printf 'BEGIN Configuration File: %s\\n' "$1"
printf 'Class 0:\\nPacket latency average = 99.9\\n\\tminimum = 11\\nNetwork latency average = 98.9\\n'
[[ -z $SILENT ]] || { echo "Error: $SILENT"; exit 255; }
printf 'Time taken is 24000 cycles\\n====== Overall Traffic Statistics ======\\n====== Traffic class 0 ======\\n'
printf 'Packet latency average = 49.9 (1 samples)\\n\\tminimum = 11 (1 samples)\\n'
printf 'Network latency average = 48.9 (1 samples)\\nHops average = 6.25 (1 samples)\\n'
printf 'Injected flit rate average = 0.054 (1 samples)\\n'
printf 'Accepted flit rate average = 0.24 (1 samples)\\n'
exit 255
"""
# (64 * 49.9 - (11 + 49.9 - 48.9)) / 63 - 3
CORRECTED = 47.50

FLITSCOPE = """#!/bin/bash
printf '%s\\n' "$*" >> "$OURS"
case $* in
    *islip*) echo '{"latency": {"unicast": {"mean": 47.025}}}' ;;
    *) echo '{"latency": {"unicast": {"mean": 57.0}}, "cycles": {"simulated": 5000}}' ;;
esac
"""


class CompareBooksim(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        for name, text in {"booksim": BOOKSIM, "flitscope": FLITSCOPE}.items():
            (self.folder / name).write_text(text)
            (self.folder / name).chmod(0o755)

    def compare(self, *words, booksim="./booksim", flitscope="./flitscope", silent=""):
        return subprocess.run([SOURCE / "scripts/compare_booksim", *filter(None, [booksim]), *words,
                               "--flitscope", flitscope],
                              capture_output=True, text=True, cwd=self.folder, check=False,
                              env={**os.environ, "ASKED": str(self.folder / "asked"),
                                   "OURS": str(self.folder / "ours"), "SILENT": silent})

    def asked(self, name="asked"):
        return (self.folder / name).read_text().splitlines()

    def test_prints_both_and_the_difference_to_the_corrected_latency(self):
        run = self.compare("--loads", "0.05,0.38")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        rows = run.stdout.splitlines()
        self.assertEqual(rows[0], "| load | BookSim2, as printed | BookSim2, corrected | separable_input | | islip, 2 | |")
        self.assertEqual(rows[1], "|---|---|---|---|---|---|---|")
        self.assertEqual(rows[2:], [f"| {load} | 49.9 | {CORRECTED:.1f} | 57.0 | +20.0 % | 47.0 | -1.0 % |"
                                    for load in ("0.05", "0.38")])

    def test_asks_both_for_the_same_network_at_the_same_load(self):
        self.assertEqual(self.compare("--loads", "0.3").returncode, 0)
        [theirs] = self.asked()
        for word in ("k=8", "n=2", "num_vcs=4", "packet_size=5"):
            self.assertIn(word, theirs.split())
        rate = re.search(r"injection_rate=(\S+)", theirs).group(1)
        self.assertAlmostEqual(float(rate), 0.3 * 64 / 63, places=4)
        file = (self.folder / "asked.file").read_text()
        for setting in ("routing_delay = 1", "st_final_delay = 1", "vc_buf_size = 8", "sw_allocator = islip",
                        "alloc_iters = 1", "injection_rate_uses_flits = 1"):
            self.assertIn(setting + ";", file)
        ours = self.asked("ours")
        self.assertEqual(len(ours), 2)
        for line, allocator in zip(ours, ("switch: separable_input}", "switch: islip, iterations: 2}")):
            self.assertIn(allocator, line)
            for word in ("topology.size=[8, 8]", "traffic.load=0.3 ", "router.pipeline=4", "link.latency=1"):
                self.assertIn(word, line)

    def test_has_five_loads_by_default(self):
        rows = self.compare().stdout.splitlines()[2:]
        self.assertEqual([row.split(" | ")[0] for row in rows], ["| 0.05", "| 0.2", "| 0.3", "| 0.36", "| 0.38"])

    def test_runs_our_program(self):
        run = self.compare("--loads", "0.05", flitscope=PROGRAM)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        cells = run.stdout.splitlines()[2].split(" | ")
        # Zero load is 8 cycles and 5 more per hop, 5 1/3 hops on average.
        for latency in (cells[3], cells[5]):
            self.assertGreater(float(latency), 34)
            self.assertLess(float(latency), 37)

    def test_compares_speeds(self):
        run = self.compare("--speed", "--runs", "1")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        rows = run.stdout.splitlines()
        self.assertEqual(rows[0], "| network | load | BookSim2, cycles/s | Flitscope, cycles/s | ratio |")
        self.assertEqual([row.split(" | ")[0] for row in rows[2:]],
                         ["| 8x8 mesh", "| 8x8 mesh", "| 6-cube, 3 VCs, 32 flits", "| 32x32 mesh"])
        self.assertIn("k=32", self.asked()[-1].split())

    def test_compares_booksim_with_the_rules_of_flitscope_over_seeds(self):
        run = self.compare("--rules", "--runs", "2")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertEqual(run.stdout.splitlines()[2:],
                         [f"| {row} |" + 3 * f" {CORRECTED:.1f} | +20.0 +- 0.0 % |"
                          for row in ("private | 0.36", "age | 0.3", "age | 0.35", "shared_buffers | 0.36")])
        asked = [line.split() for line in self.asked()]
        self.assertEqual([("inject_interleaved=1" in line, "sw_vc_first=1" in line) for line in asked],
                         4 * 2 * [(False, False), (True, False), (True, True)])
        self.assertEqual([[word for word in line if word.startswith("seed=")] for line in asked],
                         4 * (3 * [["seed=1"]] + 3 * [["seed=2"]]))
        ours = self.asked("ours")
        self.assertEqual(["router.priority=age" in line for line in ours],
                         2 * [False] + 4 * [True] + 2 * [False])
        for line in ours:
            self.assertIn("traffic.load=0.053156", line)  # 63/64 of 0.054

    def test_compares_networks_that_import_booksim_translates(self):
        run = self.compare("--networks", "anynet", flitscope=PROGRAM)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        rows = run.stdout.splitlines()[2:]
        self.assertEqual([row.rsplit(" | ", 5)[0] for row in rows],
                         ["| anynet | saturation", "| anynet | latency at 0.2 of it",
                          "| anynet | latency at 0.7 of it"])
        saturation, light, _ = (float(row.split(" | ")[3]) for row in rows)
        self.assertEqual(rows[0].split(" | ")[2], "0.227")  # 17/18 of 0.24: without the node itself
        self.assertAlmostEqual(saturation, 0.24, delta=0.05)
        # 8 cycles, and 7 for each hop over a channel of 3: 1.5 on average.
        self.assertAlmostEqual(light, 19, delta=1.5)
        self.assertIn("topology=anynet", self.asked()[0].split())
        self.assertIn("sim_type=throughput", self.asked()[0].split())
        self.assertAlmostEqual(float(re.search(r"injection_rate=(\S+)", self.asked()[1]).group(1)),
                               0.2 * 0.24, places=5)

    def test_compares_networks_at_loads_with_settings_of_booksim2(self):
        run = self.compare("--networks", "anynet", "--loads", "0.05,0.1", "--settings", "first=1 second=2")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertEqual([row.rsplit(" | ", 5)[0] for row in run.stdout.splitlines()[2:]],
                         ["| anynet | latency at 0.05", "| anynet | latency at 0.1"])
        self.assertEqual(len(self.asked()), 2)  # no saturation
        for line, load in zip(self.asked(), (0.05, 0.1)):
            self.assertLessEqual({"first=1", "second=2"}, set(line.split()))
            self.assertAlmostEqual(float(re.search(r"injection_rate=(\S+)", line).group(1)), load * 18 / 17, places=5)
        for line in self.asked("ours")[1:]:  # behind the import
            self.assertIn("traffic.load=0.051 ", line)  # 17/18 of what BookSim2 says that it had

    def test_compares_what_lies_around_the_mesh(self):
        run = self.compare("--around", "mixed", "--set", "router.vc_choice=lowest", "--outputs", "kept",
                           flitscope=PROGRAM)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        rows = run.stdout.splitlines()
        self.assertEqual(rows[0], "| point | | BookSim2, corrected | Flitscope | |")
        self.assertEqual([row.rsplit(" | ", 3)[0] for row in rows[2:]],
                         ["| mixed | saturation"] + 3 * ["| mixed | latency at 0.053"])  # 63/64 of 0.054
        # BookSim2 delivers a message of 1.8 flits to the node itself in 7.8 cycles.
        self.assertEqual(rows[3].split(" | ")[2], f"{(64 * 49.9 - (7.8 + 1)) / 63 - 3:.1f}")
        # Zero load is 4 cycles, 5 more per hop, 5 1/3 hops on average, and 0.8 more flits.
        self.assertAlmostEqual(float(rows[3].split(" | ")[3]), 31.5, delta=1)
        asked = [line.split() for line in self.asked()]
        self.assertEqual(len(asked), 4)
        for line in asked:
            self.assertLessEqual({"packet_size={{1,5}}", "packet_size_rate={{4,1}}"}, set(line))
        self.assertIn("sim_type=throughput", asked[0])
        rates = [float(word.split("=")[1]) for line in asked for word in line if word.startswith("injection_rate=")]
        for rate, load in zip(rates, (0.6, 0.2 * 0.24, 0.5 * 0.24, 0.8 * 0.24)):
            self.assertAlmostEqual(rate, load, places=5)
        again = self.compare("--around", "mixed", "--outputs", "kept")
        self.assertEqual((again.returncode, again.stderr), (0, ""))
        self.assertEqual(len(self.asked()), 4)  # no run anew
        for line in self.asked("ours")[1:]:  # behind the import
            self.assertIn("/mixed.yaml ", line)

    def test_says_what_booksim_said_when_there_is_no_latency(self):
        run = self.compare("--loads", "0.5", silent="unstable")
        self.assertEqual(run.returncode, 1)
        self.assertIn("gives no latency at load 0.507937:", run.stderr)
        self.assertIn("Error: unstable", run.stderr)

    def test_names_what_is_missing(self):
        for run, missing in ((self.compare(booksim=""), "no program ''"),
                             (self.compare(booksim="./none"), "no program './none'"),
                             (self.compare(flitscope="./none"), "no program './none'"),
                             (self.compare("--around", "length_3"), "no such point; there are length_1 length_2"),
                             (self.compare("--speeds"), "unknown option --speeds"),
                             (self.compare("--loads"), "")):
            self.assertEqual((run.returncode, run.stdout), (2, ""), run.stderr)
            self.assertIn(missing, run.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
