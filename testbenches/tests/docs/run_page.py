#!/usr/bin/env python3
"""Runs the commands of a Markdown page as a reader would, one after the other, and compares what they print with what the
page shows (page.py says how). Usage:
    run_page.py PAGE --source REPOSITORY --build BUILD --work DIR [--example FOLDER]
The commands run in DIR, which looks like a checkout with BUILD as its build/release; with --example in a copy of FOLDER
with what BUILD has made of it. Exit code 1: a command failed, or printed something else."""
import argparse
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys

import page as pages

# A viewer needs a display; here it must be given files that exist.
VIEWER = """#!/bin/sh
for file; do [ -s "$file" ] || { echo "$0: there is no file $file" >&2; exit 1; }; done
"""

# Other machines are this one: `ssh MACHINE COMMAND...`.
SSH = """#!/bin/sh
shift
exec sh -c "$*"
"""


def link(place, target):
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(target)


def stand_in(bin_folder):
    """Programs that need a display or other machines."""
    bin_folder.mkdir(parents=True, exist_ok=True)
    for name, text in (("gtkwave", VIEWER), ("xdg-open", VIEWER), ("ssh", SSH)):
        (bin_folder / name).write_text(text)
        (bin_folder / name).chmod(0o755)


def prepare(work, source, build, example):
    """The folder in which commands run, and the PATH they see."""
    shutil.rmtree(work, ignore_errors=True)
    bin_folder = work / "bin"
    for name, target in (("flitscope", build / "testbenches/program/flitscope"),
                         ("flitscope_plot", build / "testbenches/program/plot/flitscope_plot"),
                         ("flitscope_latency_curve", source / "scripts/latency_curve")):
        link(bin_folder / name, target)
    stand_in(bin_folder)
    folder = work / "checkout"
    if example:
        shutil.copytree(example, folder)
        link(folder / "build", build / example.resolve().relative_to(source))
    else:
        folder.mkdir(parents=True)
        for entry in source.iterdir():
            if entry.is_file():  # a copy: commands may write a file of that name
                shutil.copy2(entry, folder / entry.name)
            elif entry.name not in ("build", "out", ".git"):
                link(folder / entry.name, entry)
        link(folder / "build/release", build)
        link(folder / "build/dev", build)
        (folder / "out").mkdir()
    environment = dict(os.environ, PATH=f"{bin_folder}:{os.environ['PATH']}", HOME=str(work / "home"),
                       XDG_DATA_HOME=str(work / "home"), LC_ALL="C.UTF-8", COLUMNS="100", PAGER="cat", MANPAGER="cat")
    (work / "home").mkdir()
    return folder, environment


def known_tests(source):
    """The text of everything that names tests."""
    texts = [path.read_text() for path in (source / "testbenches/tests").rglob("CMakeLists.txt")]
    texts += [path.read_text() for path in (source / "testbenches/tests").rglob("*.cmake")]
    texts += [path.read_text() for path in (source / "examples").rglob("CMakeLists.txt")]
    return "\n".join(texts)


def check_reason(block, tests):
    reason = pages.PLACE.sub("", block.mark[len("not run, "):])
    if block.place() is None and any(command.text.startswith("cmake -S ") for command in pages.commands(block)):
        raise pages.PageError(f"{block.line}: cmake -S: say where scripts/check_bare runs it (page.py)")
    if reason in pages.REASONS:
        return
    elsewhere = re.fullmatch(r"run by ([\w.]+)", reason)
    if not elsewhere:
        raise pages.PageError(f"not run, {reason}: must be one of {', '.join(pages.REASONS)} or `run by TEST`")
    # In CMake a name may be put together from a variable and what is behind it.
    if elsewhere.group(1) not in tests and "}." + elsewhere.group(1).split(".", 1)[-1] not in tests:
        raise pages.PageError(f"not run, {reason}: there is no such test")


def run(command, folder, environment):
    """Runs one command; returns what is wrong with it, or None."""
    if command.text.split()[0] in pages.NEVER:
        return "is not run here: say why, or which test runs it (testbenches/tests/docs/page.py)"
    started = subprocess.Popen(["bash", "-o", "pipefail", "-c", command.text], cwd=folder, env=environment, text=True,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               start_new_session=True)
    try:
        printed, _ = started.communicate(timeout=240)
    except subprocess.TimeoutExpired:
        os.killpg(started.pid, signal.SIGKILL)
        return "still runs after 240 s"
    if started.returncode != command.exit_code:
        return f"exit code {started.returncode}, must be {command.exit_code}\n{printed}"
    if command.output is not None and not pages.matches(command.output, printed.split("\n")):
        return "prints\n" + printed + "but the page shows\n" + "\n".join(command.output)
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--example", type=pathlib.Path)
    options = parser.parse_args()
    source, build = options.source.resolve(), options.build.resolve()
    folder, environment = prepare(options.work.resolve(), source, build, options.example)
    tests = known_tests(source)
    failures = ran = 0
    for block in pages.blocks(options.page.read_text()):
        kind, _, argument = block.mark.partition(" ")
        if kind == "file":
            (folder / argument).parent.mkdir(parents=True, exist_ok=True)
            (folder / argument).write_text("\n".join(block.lines) + "\n")
            continue
        if kind == "not":
            check_reason(block, tests)
            continue
        if kind == "quotes":
            continue
        if kind not in ("", "exit", "refused"):
            raise pages.PageError(f"{block.line}: docs-test: {block.mark}: unknown")
        if not block.is_commands() and kind != "refused":
            continue
        found = pages.commands(block)
        found[-1].exit_code = int(argument) if kind == "exit" else 0
        if kind == "refused":
            for command in found:
                command.exit_code = 2
        for command in found:
            problem = run(command, folder, environment)
            ran += 1
            if problem:
                print(f"{options.page}:{command.line}: {command.text}\n{problem}\n", file=sys.stderr)
                failures += 1
    print(f"{options.page.name}: {ran} commands, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except pages.PageError as error:
        sys.exit(f"{sys.argv[1]}:{error}")
