#!/usr/bin/env python3
"""Whether what the pages point at is there: links, anchors, pictures, files of the repository that are named in back
quotes; whether every page is linked, and every page of docs/ in its index, docs/README.md. Usage:
    check_links.py FOLDER [--links-only]
The folder is the repository, or, for links between installed pages alone, where they were installed."""
import pathlib
import re
import sys

TOP = ("topologies/", "rtl_models/", "tlm/", "waves/", "analytic/", "testbenches/", "scripts/", "examples/", "docs/")
LINK = re.compile(r"(!?)\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")


def without_blocks(text):
    """The prose of a page: no fenced blocks; indented ones hold no links."""
    return re.sub(r"^(\s*)```.*?^\s*```\s*$", "", text, flags=re.M | re.S)


def anchors(text):
    found = set()
    for heading in re.findall(r"^#+ (.*)$", without_blocks(text), flags=re.M):
        heading = re.sub(r"[`*]|\(http[^)]*\)", "", heading).strip().lower()
        found.add(re.sub(r"[^\w\- ]", "", heading).replace(" ", "-"))
    return found


def exists(root, quoted):
    """Whether a quoted path names something; `{a,b}`, `*` and `<name>` stand for several."""
    pattern = re.sub(r"<[^>]*>", "*", quoted.rstrip("/")).split(":")[0].split("#")[0]
    choice = re.search(r"\{([^}]*)\}", pattern)
    if choice:
        return all(exists(root, pattern.replace(choice.group(0), part.strip())) for part in choice.group(1).split(","))
    return any(root.glob(pattern)) or any(root.glob(pattern + ".*"))


def linked_pages(page, text):
    return {(page.parent / match.group(2).partition("#")[0]).resolve() for match in LINK.finditer(without_blocks(text))}


def not_in_the_index(root, texts):
    index = root / "docs/README.md"
    linked = linked_pages(index, texts[index])
    return [page for page in texts if page.parent == index.parent and page != index and page not in linked]


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    named_files = "--links-only" not in sys.argv
    pages = sorted([*root.glob("*.md"), *root.glob("docs/*.md"), *root.glob("examples/README.md"),
                    *root.glob("examples/*/README.md")])
    texts = {page: page.read_text() for page in pages}
    mistakes, linked = [], {root / "README.md"}
    for page, text in texts.items():
        prose = without_blocks(text)
        for match in LINK.finditer(prose):
            target, _, anchor = match.group(2).partition("#")
            if target.startswith("http"):
                continue
            place = (page.parent / target).resolve() if target else page
            if not place.exists():
                mistakes.append(f"{page}: {match.group(2)}: there is no such file")
            elif anchor and place in texts and anchor not in anchors(texts[place]):
                mistakes.append(f"{page}: {match.group(2)}: no heading of that name")
            linked.add(place)
        # The changelog names what was.
        for quoted in CODE.findall(prose) if named_files and page.name != "changelog.md" else []:
            word = quoted.split()[0] if quoted.split() else ""
            word = word[2:] if word.startswith("./") else word
            if word.startswith(TOP) and not exists(root, word) and not exists(page.parent, word):
                mistakes.append(f"{page}: `{quoted}`: there is no such file")
    mistakes += [f"{page}: no page links to it" for page in pages if page not in linked]
    mistakes += [f"{page}: docs/README.md does not list it" for page in not_in_the_index(root, texts)]
    print("\n".join(mistakes) or f"{len(pages)} pages point at what is there", file=sys.stderr if mistakes else sys.stdout)
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
