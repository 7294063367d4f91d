#!/usr/bin/env python3
"""What page.py makes of a page."""
import pathlib
import tempfile
import unittest

import page
import quotes

PAGE = """# A page

Text.

    $ flitscope topology a.yaml
    nodes  64
    ...
    $ flitscope verify a.yaml

```sh
flitscope run a.yaml \\
    --set seed=2          # continued
# nothing but a comment
gtkwave run.gtkw
```

<!-- docs-test: exit 2 -->

    flitscope run b.yaml

    router: {pipeline: 3}

<!-- docs-test: file a.yaml
seed: 1
-->

```text
flitscope is not run here
```

1. A list

        flitscope run c.yaml
"""


class Page(unittest.TestCase):
    def test_blocks_and_marks(self):
        found = page.blocks(PAGE)
        self.assertEqual([block.language for block in found], ["", "sh", "", "hidden", "text", ""])
        self.assertEqual(found[2].mark, "exit 2")
        self.assertEqual((found[3].mark, found[3].lines), ("file a.yaml", ["seed: 1"]))
        self.assertEqual([block.is_commands() for block in found], [True, True, True, False, False, True])
        self.assertEqual(found[5].lines, ["flitscope run c.yaml"])
        self.assertEqual(found[0].line, 5)

    def test_commands_of_a_session_have_output(self):
        first, second = page.commands(page.blocks(PAGE)[0])
        self.assertEqual((first.text, first.output), ("flitscope topology a.yaml", ["nodes  64", "..."]))
        self.assertIsNone(second.output)

    def test_continued_lines_are_one_command(self):
        first, second = page.commands(page.blocks(PAGE)[1])
        self.assertIn("--set seed=2", first.text)
        self.assertEqual(second.text, "gtkwave run.gtkw")

    def test_a_command_in_the_middle_is_a_mistake(self):
        block, = page.blocks("\n    seed: 1\n\n    flitscope run a.yaml\n")
        with self.assertRaisesRegex(page.PageError, "4: a command"):
            block.is_commands()

    def test_a_mark_says_where_it_runs_with_what_is_installed(self):
        def place(mark):
            return page.Block(1, "", [], mark).place()

        self.assertEqual(place("not run, run by a.b, and in examples/x"), ("examples/x", "."))
        self.assertEqual(place("not run, run by a.b, and with mine from examples/x"), ("examples/x", "mine"))
        self.assertEqual(place("not run, run by a.b, and in the source tree"), ("", "."))
        self.assertIsNone(place("not run, run by a.b"))

    def test_a_mark_needs_its_block(self):
        with self.assertRaisesRegex(page.PageError, "no block follows"):
            page.blocks("<!-- docs-test: exit 2 -->\n\nText.\n")

    def test_dots_stand_for_anything(self):
        shown = ["a 1", "...", "b ... 2"]
        self.assertTrue(page.matches(shown, ["a 1", "x", "y", "b 0 2", ""]))
        self.assertTrue(page.matches(shown, ["a 1", "b x y 2"]))
        self.assertFalse(page.matches(shown, ["a 2", "b x 2"]))
        self.assertFalse(page.matches(shown, ["a 1", "b x 2", "c"]))
        self.assertFalse(page.matches(["a.b"], ["acb"]))

    def test_quotes_are_held_against_the_files(self):
        shown = "<!-- docs-test: quotes a.h -->\n\n```cpp\n// old\n```\n\nText.\n"
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "a.h").write_text("#pragma once\n\n// new\n")
            self.assertEqual(quotes.stale(shown, root), ["a.h"])
            right = quotes.quoted(shown, root)
            self.assertEqual(right, shown.replace("// old\n", "#pragma once\n\n// new\n"))
            self.assertEqual(quotes.stale(right, root), [])


if __name__ == "__main__":
    unittest.main()
