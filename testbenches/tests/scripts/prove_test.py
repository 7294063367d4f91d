"""What ./scripts/prove says of good and bad tables, and that the page has the rows of ours.

prove_test.py SOURCE
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
from prove import page, table  # noqa: E402  (its folder is known only now)

BLOCK = """
[arbiter]
harness = "arbiters/arbiter.sv"
sizes = {4 = "N=4 KIND=0"}
[arbiter.properties]
"""
FAULT = """fault = ["round_robin_arbiter", "grant_o = pool & (~pool + N'(1))", "grant_o = pool"]"""

WAITS = """[switch]
harness = "allocators/switch_allocator.sv"
sizes = {2 = "INPUTS=2 OUTPUTS=2 VCS=1 LONGEST_WAIT=0"}
[switch.properties]
waits_no_longer = {fault = ["separable_input_switch_allocator", "won[p] ? pick", "won[p] ? ~pick"]}
"""


def prove(*words, rows=None):
    """Exit code and output, with a table of these rows, of an arbiter if they name no block, instead of ours."""
    with tempfile.TemporaryDirectory() as folder:
        if rows is not None:
            (Path(folder) / "rows.toml").write_text(rows if rows.startswith("[") else BLOCK + rows)
            words = ("--table", f"{folder}/rows.toml", *words)
        done = subprocess.run([SOURCE / "scripts" / "prove", *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False)
        return done.returncode, done.stdout


class Rows(unittest.TestCase):
    def test_has_a_hundred_of_them_each_with_a_fault_of_its_own(self):
        rows = table.load(SOURCE / "testbenches" / "formal" / "rows.toml")
        self.assertGreaterEqual(len(rows), 100)
        self.assertEqual(len({row.name for row in rows}), len(rows))
        for row in rows:
            changed = (SOURCE / "rtl_models" / "verilog" / f"{row.fault.module}.v").read_text()
            self.assertEqual(changed.count(row.fault.original), 1, row.name)

    def test_are_those_of_the_page(self):
        rows = table.load(SOURCE / "testbenches" / "formal" / "rows.toml")
        _, lines, _ = page.parts()
        shown = {key: page.kind_of(line) for key, line in lines.items()}
        self.assertEqual(shown, {(row.bench.block, row.label, row.bench.size): row.shown_kind for row in rows})

    def test_are_there_for_every_module_or_the_page_says_why_not(self):
        modules = {path.stem for path in (SOURCE / "rtl_models" / "verilog").glob("*.v")}
        units = page.PAGE.read_text().partition("\n## Units\n")[2].partition("\n## ")[0]
        named = re.findall(r"`(\w+)`", " ".join(line.split("|")[1] for line in units.splitlines() if line.startswith("|")))
        self.assertEqual(sorted(named), sorted(modules))

    def test_are_listed_with_size_kind_and_fault(self):
        code, said = prove("--list", rows="grants_one_at_most = {" + FAULT + "}\n")
        self.assertEqual((code, said), (0, "arbiter.grants_one_at_most.4  N 4, KIND 0  proven  round_robin_arbiter: "
                                           "grant_o = pool & (~pool + N'(1)) -> grant_o = pool\n"))


class Refusals(unittest.TestCase):
    def check(self, part, *words, rows=None, code=2):
        self.assertEqual((code, True), (lambda found: (found[0], part in found[1]))(prove(*words, rows=rows)), part)

    def test_name_what_is_wrong_in_the_table(self):
        row = "grants_one_at_most = {" + FAULT
        self.check("no row arbiter.grants", "arbiter.grants", rows=row + "}")
        self.check("arbiter.grants_one_at_most: unknown key 'limit'", rows=row + ", limit = 1}")
        self.check("kind = 'bounded', must be 'proven', 'open' or 'bounded DEPTH'", rows=row + ', kinds = {4 = "bounded"}}')
        self.check("no size '5' in the block", rows=row + ', sizes = ["5"]}')
        self.check("given 'x' is no row of this block and size", rows=row + ', given = ["x"]}')
        self.check("assumes itself", rows=row + ', given = ["grants_one_at_most"]}')
        self.check("rows.toml: ", rows="grants")

    def test_name_a_fault_that_cannot_be_made(self):
        self.check("fault of round_robin_arbiter.v: 'nothing' is there 0 times, must be once", code=1,
                   rows='grants_one_at_most = {fault = ["round_robin_arbiter", "nothing", ""]}')
        self.check("arbiter has no crossbar", code=1,
                   rows='grants_one_at_most = {fault = ["crossbar", "assign flit_o_valid", "assign flit_o_valid"]}')


class Verdicts(unittest.TestCase):
    def check(self, rows, code, *parts):
        found, said = prove(rows=rows)
        self.assertEqual(found, code, said)
        for part in parts:
            self.assertIn(part, said)

    def test_are_good_for_a_property_that_only_the_faulty_unit_breaks(self):
        self.check("grants_one_at_most = {" + FAULT + "}", 0, "proven", "fault found in cycle 1", "1 as the table says")

    def test_are_bad_for_a_fault_that_breaks_nothing(self):
        self.check("""grants_one_at_most = {fault = ["round_robin_arbiter", "grant_o = pool &", "grant_o = pool  &"]}""", 1,
                   "FAULT NOT FOUND")

    def test_are_bad_for_a_fault_that_breaks_another_property_as_early(self):
        self.check("grants_one_at_most = {" + FAULT + "}\ngrants_requests_only = {" + FAULT + "}", 1,
                   "FAULT NOT FOUND", "grants_one_at_most.4; fault found in cycle 1", "1 as the table says")
        # Nobody is granted, or two are.
        both = FAULT.replace('grant_o = pool"]', "grant_o = request_i[0] ? '0 : pool\"]")
        self.check("grants_one_at_most = {" + both + "}\ngrants_when_requested = {" + both + "}", 1,
                   "the fault trips grants_when_requested as early")

    def test_are_bad_for_a_property_that_does_not_hold(self):
        self.check(WAITS, 1, "fails ", "switch.waits_no_longer.2: in cycle 2 (the table says proven)")

    def test_bound_what_is_said_to_be_bounded(self):
        self.check("grants_one_at_most = {kinds = {4 = \"bounded 7\"}, " + FAULT + "}", 0, "bounded 7", "1 bounded")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
