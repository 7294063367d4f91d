#!/usr/bin/env python3
"""Runs the blocks of Markdown pages that build projects beside Flitscope, with what ./scripts/install has installed; page.py
says which. Usage:
    run_installed.py REPOSITORY WORK PAGE...
Each block is one shell script in a folder of its own below WORK, with the files that the page shows above it. Exit code 1: a
command failed."""
import os
import pathlib
import shutil
import subprocess
import sys

import page as pages
import run_page


def run(block, files, source, folder, environment):
    """Runs the commands of a block; whether all ended well."""
    example, name = block.place()
    if example == "":
        folder = source
    else:
        shutil.copytree(source / example, folder / name, dirs_exist_ok=True)
        if name != ".":
            (folder / "examples").symlink_to(source / "examples")
    for file, text in files.items():
        (folder / file).write_text(text)
    script = "\n".join(command.text for command in pages.commands(block))
    ended = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", script], cwd=folder, env=environment, check=False,
                           stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if ended.returncode != 0:
        print(f"exit code {ended.returncode} of\n{script}\n{ended.stdout}", file=sys.stderr)
    return ended.returncode == 0


def main():
    source, work = (pathlib.Path(each).resolve() for each in sys.argv[1:3])
    shutil.rmtree(work, ignore_errors=True)
    run_page.stand_in(work / "bin")
    environment = dict(os.environ, PATH=f"{work / 'bin'}:{os.environ['PATH']}")
    ran = failures = 0
    for page in map(pathlib.Path, sys.argv[3:]):
        files = {}
        for block in pages.blocks(page.read_text()):
            if block.mark.startswith("file "):
                files[block.mark[len("file "):]] = "\n".join(block.lines) + "\n"
            elif block.place() is not None:
                ran += 1
                folder = work / str(ran)
                folder.mkdir()
                print(f"{page}:{block.line}: {pages.commands(block)[0].text}", flush=True)
                failures += not run(block, files if block.place()[0] else {}, source, folder, environment)
                files = {}
    print(f"{ran} blocks, {failures} failures")
    return 1 if failures or not ran else 0


if __name__ == "__main__":
    sys.exit(main())
