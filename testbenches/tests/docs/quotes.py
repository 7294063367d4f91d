#!/usr/bin/env python3
"""Pages quote whole files of the repository: a fenced block behind <!-- docs-test: quotes FILE -->. Usage:
    quotes.py REPOSITORY [--write]
Exit code 1: a page shows something else than the file has; --write puts it right."""
import pathlib
import re
import sys

QUOTE = re.compile(r"^(<!-- docs-test: quotes (\S+) -->\n\n```\w*\n)(.*?)(^```$)", flags=re.M | re.S)


def quoted(text, root):
    """The page as it must be."""
    return QUOTE.sub(lambda found: found[1] + (root / found[2]).read_text() + found[4], text)


def stale(text, root):
    """The files that the page quotes wrongly."""
    return [found[2] for found in QUOTE.finditer(text) if found[3] != (root / found[2]).read_text()]


def main():
    root = pathlib.Path(sys.argv[1])
    count, mistakes = 0, []
    for page in sorted([*root.glob("*.md"), *root.glob("docs/*.md"), *root.glob("examples/*/README.md")]):
        text = page.read_text()
        count += len(QUOTE.findall(text))
        if text.count("docs-test: quotes") != len(QUOTE.findall(text)):
            mistakes.append(f"{page}: a quote without a fenced block behind it")
        if "--write" in sys.argv:
            page.write_text(quoted(text, root))
        else:
            mistakes += [f"{page}: {file} is not quoted as it is; {sys.argv[0]} {root} --write" for file in stale(text, root)]
    print("\n".join(mistakes) or f"{count} files are quoted as they are", file=sys.stderr if mistakes else sys.stdout)
    return 1 if mistakes or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
