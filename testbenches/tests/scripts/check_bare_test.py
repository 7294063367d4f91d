"""check_bare before it makes a machine: where Debian comes from, and when it is skipped. debootstrap and apt are stand-ins.

check_bare_test.py SOURCE
"""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(sys.argv[1]).resolve()

STAND_INS = {
    "id": "echo ${USER_ID:-0}",
    "unshare": "exit 0",
    "npm": "echo null",
    "debootstrap": 'echo "$*" >> "$ASKED"\necho "E: $SAYS"\nexit 1',
    "apt-get": "echo 'bookworm-security Debian http://security/'\necho 'bookworm Debian http://of.apt/debian/'",
}


class CheckBare(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "bin").mkdir()
        (self.folder / "asked").touch()
        for name, text in STAND_INS.items():
            (self.folder / "bin" / name).write_text(f"#!/bin/bash\n{text}\n")
            (self.folder / "bin" / name).chmod(0o755)

    def check(self, *words, **variables):
        """(exit code, what it said, what debootstrap was asked for)"""
        asked = self.folder / "asked"
        asked.write_text("")
        environment = {name: value for name, value in os.environ.items() if name != "FLITSCOPE_DEBIAN_MIRROR"}
        ended = subprocess.run([SOURCE / "scripts/check_bare", *words], capture_output=True, text=True, check=False,
                               timeout=60, env={**environment, "PATH": f"{self.folder}/bin:{os.environ['PATH']}",
                                                "TMPDIR": str(self.folder), "ASKED": str(asked), "SAYS": "no", **variables})
        return ended.returncode, ended.stdout + ended.stderr, asked.read_text().split()

    def test_takes_debian_from_where_apt_does_unless_told_otherwise(self):
        own = {"FLITSCOPE_DEBIAN_MIRROR": "http://of.variable/debian"}
        for words, variables, mirror in (((), {}, "http://of.apt/debian"), ((), own, "http://of.variable/debian"),
                                         (("--mirror", "http://of.option/x/"), own, "http://of.option/x")):
            code, said, asked = self.check(*words, **variables)
            self.assertEqual((code, asked[0], asked[-1]), (1, "bookworm", mirror), said)
            self.assertIn("E: no\n", said)
        # Nothing of it stays.
        self.assertEqual(sorted(each.name for each in self.folder.iterdir()), ["asked", "bin"])

    def test_is_skipped_with_a_line_where_it_cannot_be(self):
        code, said, _ = self.check(SAYS="Failed getting release file http://of.apt/debian/dists/bookworm/Release")
        self.assertEqual(code, 77)
        self.assertIn("skipped: mirror http://of.apt/debian cannot be reached\n", said)
        self.assertEqual(self.check(USER_ID="1000"), (77, "skipped: only root can make another root\n", []))
        (self.folder / "bin/unshare").write_text("#!/bin/sh\nexit 1\n")
        self.assertEqual(self.check(), (77, "skipped: no mount namespaces here\n", []))

    def test_refuses_what_it_cannot_use(self):
        for words, said in ((("--mirror", "https://secure/debian"), "must be http://"), (("--run", "true"), "--run: needs"),
                            (("--folder", self.folder), f"--folder {self.folder}: is not empty"),
                            (("--here",), "unknown option --here")):
            code, printed, asked = self.check(*words)
            self.assertEqual((code, asked), (2, []), printed)
            self.assertIn(said, printed)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
