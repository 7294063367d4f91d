"""What ./scripts/prove_networks says of bad arguments, that the page has its networks, and how a counterexample becomes a trace.

prove_networks_test.py SOURCE
"""
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(sys.argv[1]).resolve()
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "scripts" / "lib"))
from prove import networks, replay  # noqa: E402  (its folder is known only now)


def prove_networks(*words):
    """Exit code and output."""
    done = subprocess.run([SOURCE / "scripts" / "prove_networks", *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


class Networks(unittest.TestCase):
    def test_are_free_and_cyclic_ones_of_each_size(self):
        for config in ("2x2.yaml", "3x2.yaml"):
            self.assertEqual({row.verify for row in networks.load() if row.config == config}, {"free", "cyclic"})

    def test_that_are_cyclic_get_stuck_and_no_others(self):
        for row in networks.load():
            self.assertEqual(row.checked == networks.STUCK, row.verify == "cyclic", row.name)

    def test_are_those_of_the_page(self):
        page = (SOURCE / "docs" / "proofs.md").read_text()
        shown = re.findall(r"^\| (\w+\.\w+) \| (free|cyclic) \| ([a-z0-9 ]+?) \|", page, re.M)
        self.assertEqual(shown, [(row.name, row.verify, row.checked) for row in networks.load()])

    def test_are_listed(self):
        self.assertEqual(prove_networks("--list", "2x2_ring"), (0, "2x2_ring.any_length  cyclic  stuck\n"))


class Refusals(unittest.TestCase):
    def test_name_what_is_wrong(self):
        self.assertEqual(prove_networks("4x4")[0], 2)
        self.assertIn("no row 4x4; --list prints them", prove_networks("4x4")[1])
        self.assertEqual(prove_networks("--program", "/nowhere")[0], 2)
        self.assertIn("--program /nowhere: no such file", prove_networks("--program", "/nowhere")[1])


class Traces(unittest.TestCase):
    PARAMETERS = {"ROUTERS": "2", "NODE_WIDTH": "2"}

    def test_have_the_messages_that_were_taken(self):
        high = {0: {"taken_i[0]", "destination_i[0]"},                  # a head for node 1
                1: {"destination_i[2]"},                                # offered, not taken
                2: {"taken_i[0]", "ends_i[0]", "taken_i[1]"},           # its tail; a head for node 0
                3: {"taken_i[1]", "destination_i[3]"}}                  # a body, whose destination is not read
        messages, flits = replay.messages_of(high, self.PARAMETERS, 1)
        self.assertEqual(flits, [(1, 0, 1), (3, 0, 3), (3, 1, 1), (4, 1, 2)])
        self.assertEqual(messages, [replay.Message(1, 0, 1, 2, True), replay.Message(3, 1, 0, 2, False)])

    def test_have_a_flit_more_of_messages_that_are_stuck_in_their_source(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "trace.csv"
            replay.write_trace([replay.Message(1, 0, 1, 2, True), replay.Message(3, 1, 0, 2, False)], path)
            self.assertEqual(path.read_text(), "id,cycle,source,destination,length\n0,1,0,1,2\n1,3,1,0,3\n")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
