"""How Debian's packages are installed, with stand-ins for apt and dpkg.

packages_test.py SOURCE
"""
import os
import pty
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(sys.argv[1]).resolve()

# Says how far it is, after a while and until it has been seen.
APT = """#!/bin/bash
echo "$*" >> "$FOLDER/asked"
[[ $* == *"install -y"* ]] || exit 0
/bin/sleep 0.5
echo 'Get:1 http://mirror bookworm/main amd64 g++'
echo 'pmstatus:g++:41.5789:Unpacking g++ (amd64)'
for ((i = 0; i < 300; ++i)); do
    [[ ! -e $FOLDER/seen ]] || break
    sleep 0.1
done
echo 'E: the mirror is away'
exit "$CODE"
"""
STAND_INS = {"apt-get": APT, "id": "#!/bin/sh\necho 0\n", "sleep": "#!/bin/sh\nexec /bin/sleep 0.1\n",
             "dpkg-query": "#!/bin/sh\nprintf 'installed, cmake, ,\\ninstalled, other, make (= 4),\\n'\n"}
CALL = """set -euo pipefail
source "$1/scripts/lib/common.sh"
source "$1/scripts/lib/packages.sh"
name=quickstart
root=$FOLDER
install_packages yes build
"""


class Packages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "bin").mkdir()
        for name, text in STAND_INS.items():
            (self.folder / "bin" / name).write_text(text)
            (self.folder / "bin" / name).chmod(0o755)
        (self.folder / "scripts").mkdir()
        (self.folder / "scripts/packages.txt").write_text(
            "# package\n\ng++ build # why\ncmake build # why\nmake build # why\nclang test # why\n")

    def environment(self, code):
        return {**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}", "FOLDER": str(self.folder),
                "CODE": str(code)}

    def test_a_terminal_shows_how_far_it_is(self):
        terminal, other_end = pty.openpty()
        installing = subprocess.Popen(["bash", "-c", CALL, "bash", SOURCE], stdout=other_end, env=self.environment(0))
        os.close(other_end)
        shown = b""
        while b"41 %: Unpacking g++ (amd64)" not in shown:
            shown += os.read(terminal, 200)
        (self.folder / "seen").touch()
        self.assertEqual(installing.wait(20), 0)
        os.close(terminal)
        self.assertIn(b"Installing 1 packages and what they need", shown)
        # Neither what is installed, nor what another package provides, nor what tests need.
        asked = (self.folder / "asked").read_text().splitlines()
        self.assertTrue(asked[0].endswith(" update"), asked)
        self.assertTrue(asked[1].endswith(" install -y --no-install-recommends g++"), asked)

    def test_three_failures_end_it_with_the_last_lines_of_apt(self):
        (self.folder / "seen").touch()
        ended = subprocess.run(["bash", "-c", CALL, "bash", SOURCE], capture_output=True, text=True, check=False,
                               env=self.environment(100))
        self.assertEqual(ended.returncode, 1)
        self.assertEqual((self.folder / "asked").read_text().count("install -y"), 3)
        self.assertIn("E: the mirror is away\nquickstart: the packages could not be installed", ended.stderr)
        self.assertNotIn("pmstatus", ended.stderr)


class List(unittest.TestCase):
    def test_has_what_builds_outside_the_tree_and_packing_take(self):
        listed = {tuple(line.split()[:2]) for line in (SOURCE / "scripts/packages.txt").read_text().splitlines()
                  if line and not line.startswith("#")}
        # `cmake -S . -B build` takes make, cpack takes file and dpkg-shlibdeps, npm certificates.
        self.assertLessEqual({("make", "build"), ("file", "build"), ("dpkg-dev", "build"), ("ca-certificates", "test"),
                              ("git", "test")}, listed)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
