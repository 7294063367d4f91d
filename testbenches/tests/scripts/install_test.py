"""scripts/install, of a build folder that is there: what it says is enough to use what it installed.

install_test.py SOURCE FLITSCOPE BUILD
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE, PROGRAM, BUILD = (Path(each).resolve() for each in sys.argv[1:4])

# A shell of somebody who has just logged in.
FRESH = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "LSAN_OPTIONS") if name in os.environ}

USES = """set -e
cd "$1"
flitscope run "$2/share/doc/flitscope/examples/router_typical.yaml" --set measure.max_cycles=3000 --quiet
flitscope_latency_curve --loads 0.1 --curve a "$2/share/doc/flitscope/examples/router_typical.yaml" \
    --set measure.max_cycles=2000 --out curve.svg
pkg-config --cflags flitscope
cmake -S "$2/share/doc/flitscope/examples/embed_in_c" -B build
python3 -c 'import flitscope; print(flitscope.__file__)'
"""


def install(*words, **named):
    return subprocess.run([SOURCE / "scripts/install", "--no-packages", *words], capture_output=True, text=True,
                          check=False, env=FRESH, **named)


class Install(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_a_shell_that_does_as_told_finds_all_of_it(self):
        prefix = self.folder / "a prefix"
        ended = install("--build", BUILD, "--prefix", "a prefix/", cwd=self.folder)
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        self.assertRegex(ended.stdout, rf"^Installed in {prefix}: \d\d\d+ files\.\n")
        exports = re.findall(r"^    (export .*)$", ended.stdout, re.MULTILINE)
        self.assertEqual(len(exports), 4, ended.stdout)
        used = subprocess.run(["bash", "-c", "\n".join([*exports, USES]), "bash", self.folder, prefix],
                              capture_output=True, text=True, check=False, env=FRESH)
        self.assertEqual(used.returncode, 0, used.stdout + used.stderr)
        self.assertTrue((self.folder / "result.json").exists())
        self.assertIn(f"-I{prefix}".replace(" ", "\\ "), used.stdout)
        self.assertEqual(used.stdout.splitlines()[-1], f"{prefix}/lib/python3/dist-packages/flitscope/__init__.py")
        self.assertEqual([line for line in used.stdout.splitlines() if "| 0.1 |" in line][:1],
                         [line for line in used.stdout.splitlines() if re.match(r"\| 0.1 \| \d", line)][:1])

    def test_refuses_before_it_builds(self):
        (self.folder / "file").touch()
        for words, said in ((("--prefix", self.folder / "file/below"), "no folder that you may write to"),
                            (("--prefix", ""), "--prefix '': must be a folder"), (("--prefix",), "--prefix needs a value"),
                            (("--build", self.folder), f"--build {self.folder}: no build folder of Flitscope"),
                            (("--here",), "unknown option --here")):
            ended = install("--prefix", self.folder, *words, timeout=20)
            self.assertEqual((ended.returncode, ended.stdout, ended.stderr.count("\n")), (2, "", 1), ended.stderr)
            self.assertIn(said, ended.stderr)

    def test_a_build_folder_that_lacks_something_says_what_builds_it(self):
        # As quickstart leaves it: configured, and the program built.
        script = (BUILD / "cmake_install.cmake").read_text()
        (self.folder / "cmake_install.cmake").write_text(script.replace(str(BUILD), str(self.folder)))
        shutil.copy(BUILD / "CMakeCache.txt", self.folder)
        (self.folder / "flitscope_installed.txt").write_text(f"{PROGRAM}\n{self.folder}/libmissing.a\n")
        for ended in (install("--build", self.folder, "--prefix", self.folder / "prefix"),
                      subprocess.run(["cmake", "--install", self.folder], capture_output=True, text=True, check=False)):
            self.assertEqual(ended.returncode, 1)
            said = " ".join(ended.stderr.split())
            self.assertIn(f"{self.folder}/libmissing.a is not built yet. ./scripts/install builds what is missing", said)
            self.assertIn(f"cmake --build {self.folder} --target flitscope_installed", said)

    def test_the_target_builds_all_that_is_installed(self):
        if not (BUILD / "build.ninja").exists():
            self.skipTest("not built by Ninja")

        def ninja(*words):
            return subprocess.run(["ninja", "-C", BUILD, "-t", *words], capture_output=True, text=True, check=True).stdout

        made = {line.rsplit(": ", 1)[0] for line in ninja("targets", "all").splitlines()}
        words = {word.removeprefix(f"{BUILD}/") for word in re.split(r"[\s;&]+", ninja("commands", "flitscope_installed"))}
        installed = set()
        for script in BUILD.rglob("cmake_install.cmake"):
            if "/_deps/" not in str(script):
                installed |= {str(Path(each).relative_to(BUILD)) for each in
                              re.findall(r'"([^"\n]+)"', script.read_text()) if each.startswith(f"{BUILD}/")}
        wanted = installed & made
        self.assertGreater(len(wanted), 30)
        self.assertEqual(wanted - words, set())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
