"""What a machine has no means for is skipped with a line that ./scripts/test prints at its end; what is wrong is not.

skipped_tests_test.py SOURCE
"""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(sys.argv[1]).resolve()
PAGE_TEST = SOURCE / "testbenches/tests/program/report_command/run_report_page_test.sh"

LOG = """1/4 Testing: report.page
1/4 Test: report.page
Output:
----------------------------------------------------------
npm ERR! nothing skipped: so far
skipped: npm does not reach its registry
<end of output>
Test time =   0.10 sec
----------------------------------------------------------
Test Skipped.
2/4 Testing: a_test.Suite.Name
[ RUN      ] Suite.Name
/where/a_test.cpp:12: Skipped
only root can
[  SKIPPED ] Suite.Name (0 ms)
3/4 Testing: b_test.Suite.Name
[       OK ] Suite.Name (0 ms)
"""


class SkippedTests(unittest.TestCase):
    def test_are_listed_with_what_is_missing(self):
        listed = subprocess.run(["awk", "-f", SOURCE / "scripts/lib/skipped_tests.awk"], input=LOG, capture_output=True,
                                text=True, check=True)
        self.assertEqual(listed.stdout, "  report.page: npm does not reach its registry\n"
                                        "  a_test.Suite.Name: only root can\n")

    def page_test(self, error):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("npm", f"echo 'npm ERR! code {error}' >&2; exit 1"), ("node", "exit 9"), ("chromium", "exit 9")):
                program = Path(folder) / name
                program.write_text(f"#!/bin/sh\n{text}\n")
                program.chmod(0o755)
            ended = subprocess.run([PAGE_TEST, "flitscope", Path(folder) / "work"], capture_output=True, text=True, check=False,
                                   env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
        return ended.returncode, ended.stdout.splitlines()

    def test_without_a_registry_the_page_is_not_opened(self):
        for error in ("ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ETIMEDOUT", "SELF_SIGNED_CERT_IN_CHAIN"):
            code, said = self.page_test(error)
            self.assertEqual((code, said[-1]), (77, f"skipped: npm does not reach its registry, for playwright-core: {error}"))

    def test_what_npm_gets_wrong_is_a_failure(self):
        code, said = self.page_test("EINTEGRITY")
        self.assertEqual((code, said), (1, ["npm ERR! code EINTEGRITY"]))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
