"""The blocks of a Markdown page, and what comments of the form <!-- docs-test: ... --> say about them.

A block is fenced or indented by four columns. In front of it may stand one of

    <!-- docs-test: exit 3 -->            its last command ends with this exit code
    <!-- docs-test: file NAME -->         it is written to this file, for the commands below
    <!-- docs-test: not run, REASON -->   REASON is one of REASONS, or "run by TEST", a test elsewhere. Behind TEST may
                                          stand where scripts/check_bare runs it, too, with what is installed: ", and
                                          in the source tree", ", and in examples/NAME" (a copy), or
                                          ", and with FOLDER from examples/NAME"
    <!-- docs-test: quotes FILE -->       it is this file of the repository, whole; quotes.py compares

A file that the page does not show is a comment of its own: `file NAME`, then its lines. So are commands that hold true
what it says: `refused`, then a line for each command that must end with exit code 2.
"""
import re

# The first words that make an unmarked block one of commands.
PROGRAMS = ("flitscope", "flitscope_latency_curve", "flitscope_plot", "gtkwave", "xdg-open", "xargs", "cmake", "cpack",
            "ctest", "./scripts/", "scripts/", "build/", "sudo", "git", "jq", "grep", "man", "verilator")
# They build, install or take long: never run here, so a block of them says why not, or which test runs them.
NEVER = ("sudo", "cmake", "cpack", "ctest", "./scripts/quickstart", "./scripts/install", "./scripts/test", "./scripts/bench",
         "./scripts/make_pictures", "scripts/compare_booksim")
REASONS = ("needs root", "needs BookSim2", "takes minutes")
FENCE = re.compile(r"^(\s*)```(\w*)\s*$")
PLACE = re.compile(r", and (?:in the (?P<tree>source tree)|in (?P<copy>examples/\w+)|with (?P<folder>\w+) from "
                   r"(?P<example>examples/\w+))$")
MARK = re.compile(r"^\s*<!-- docs-test: (.*)$")


class PageError(Exception):
    """A page that cannot be read as one of commands and their output."""


def begins_a_command(word):
    return any(word == program or (program.endswith("/") and word.startswith(program)) for program in PROGRAMS)


class Block:
    """Lines of a block without their indentation; `line` is the number of the first."""

    def __init__(self, line, language, lines, mark):
        self.line, self.language, self.lines, self.mark = line, language, lines, mark

    def first_word(self):
        for text in self.lines:
            if text.strip() and not text.startswith("#"):
                return text.split()[0]
        return ""

    def place(self):
        """Where scripts/check_bare runs it: (folder of an example or "", the name of its copy), or None."""
        found = PLACE.search(self.mark)
        if not found:
            return None
        return found["copy"] or found["example"] or "", found["folder"] or "."

    def is_session(self):
        """Commands behind `$ `, each with its output."""
        return self.language in ("", "console") and any(text.startswith("$ ") for text in self.lines)

    def is_commands(self):
        if self.language not in ("", "sh", "console"):
            return False
        if self.language != "" or self.is_session() or begins_a_command(self.first_word()):
            return True
        for number, text in enumerate(self.lines):
            if re.match(r"(flitscope\w*|\./scripts/\w+) ", text):
                raise PageError(f"{self.line + number}: a command in a block that begins with something else")
        return False


class Command:
    """One command; `output` holds the lines that the page shows below it, None where it shows none."""

    def __init__(self, line, text):
        self.line, self.text, self.output, self.exit_code = line, text, None, 0


def without_indentation(lines):
    depth = min((len(text) - len(text.lstrip()) for text in lines if text.strip()), default=0)
    return [text[depth:].rstrip() for text in lines]


def read_comment(lines, at):
    """The text of the comment that begins in lines[at], and the index behind it."""
    end = at
    while "-->" not in lines[end]:
        end += 1
        if end == len(lines):
            raise PageError(f"{at + 1}: a comment without end")
    text = "\n".join(lines[at:end + 1])
    return text[text.index("docs-test: ") + len("docs-test: "):text.index("-->")].rstrip(), end + 1


def blocks(text):
    """All blocks of a page; a hidden file is a block with language 'hidden'."""
    lines = text.split("\n")
    found, mark, at = [], "", 0
    in_list = False
    while at < len(lines):
        line = lines[at]
        fence = FENCE.match(line)
        if MARK.match(line):
            mark, behind = read_comment(lines, at)
            if "\n" in mark:
                name, content = mark.split("\n", 1)
                found.append(Block(at + 1, "hidden", content.split("\n"), name))
                mark = ""
            at = behind
        elif fence:
            end = at + 1
            while end < len(lines) and lines[end].strip() != "```":
                end += 1
            if end == len(lines):
                raise PageError(f"{at + 1}: a fence without end")
            found.append(Block(at + 2, fence.group(2), without_indentation(lines[at + 1:end]), mark))
            mark, at = "", end + 1
        elif line.startswith("    ") and (at == 0 or not lines[at - 1].strip()) and (
                not in_list or line.startswith("        ")):
            end = at
            while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
                end += 1
            while not lines[end - 1].strip():
                end -= 1
            found.append(Block(at + 1, "", without_indentation(lines[at:end]), mark))
            mark, at = "", end
        else:
            if line.strip():
                if mark and not line.startswith("<!--"):
                    raise PageError(f"{at + 1}: docs-test: {mark}: no block follows")
                if not line.startswith(" "):
                    in_list = bool(re.match(r"([*-]|\d+\.) ", line))
            at += 1
    return found


def commands(block):
    """The commands of a block, continuation lines joined."""
    found, session = [], block.is_session()
    at = 0
    while at < len(block.lines):
        text, number = block.lines[at], block.line + at
        at += 1
        starts = text.startswith("$ ") if session else text.strip() and not text.startswith("#")
        if starts:
            text = text[2:] if session else text
            while text.endswith("\\") and at < len(block.lines):
                text += "\n" + block.lines[at]
                at += 1
            found.append(Command(number, text))
        elif session:
            if not found:
                raise PageError(f"{number}: output without a command before it")
            found[-1].output = (found[-1].output or []) + [text]
    return found


def matches(expected, actual):
    """Whether the lines are those shown: `...` stands for any text, alone on a line for any lines."""
    expected = [text.strip() for text in expected if text.strip()]
    actual = [text.strip() for text in actual if text.strip()]
    pattern = ""
    for text in expected:
        if text == "...":
            pattern += r"(?:[^\n]*\n)*?"
        else:
            pattern += ".*".join(re.escape(part) for part in text.split("...")) + "\n"
    return re.fullmatch(pattern, "".join(text + "\n" for text in actual)) is not None
