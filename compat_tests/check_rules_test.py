#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of check_includes.py and check_licences.py themselves: they see what they are there to see."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOMS = ("util store packing model skipper bkd codec index merge query lab cli").split()
LICENCE = "// SPDX-License-Identifier: Apache-2.0\n"


class CheckersTest(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.root = pathlib.Path(self.scratch.name)
        rows = [f"| `{room}` | x | {' '.join(f'`{r}`' for r in ROOMS[:i]) or '-'} |"
                for i, room in enumerate(ROOMS)]
        self.write("ARCHITECTURE.md", f"<!-- {LICENCE[3:-1]} -->\n" + "\n".join(rows) + "\n")
        self.write("util/a.h", LICENCE)
        self.write("store/b.cc", LICENCE + '#include "util/a.h"\n')

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def run_checker(self, name):
        done = subprocess.run([sys.executable, HERE / name, self.root], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def test_allowed_includes_pass(self):
        self.assertEqual(self.run_checker("check_includes.py")[0], 0)

    def test_an_include_of_a_room_above_is_named_with_its_line(self):
        self.write("util/c.h", LICENCE + '\n#include "store/b.h"\n')
        self.write("store/b.h", LICENCE)
        self.assertEqual(self.run_checker("check_includes.py"),
                         (1, "util/c.h:3: room util may not include store\n"))

    def test_a_hidden_include_is_seen(self):
        self.write("util/c.cc", LICENCE + '  #  include   "query/x.h"\n')
        code, text = self.run_checker("check_includes.py")
        self.assertEqual(code, 1)
        self.assertIn("room util may not include query", text)

    def test_an_include_that_starts_at_no_room_is_refused(self):
        self.write("store/d.cc", LICENCE + '#include "input.h"\n')
        code, text = self.run_checker("check_includes.py")
        self.assertEqual(code, 1)
        self.assertIn('store/d.cc:2: "input.h" does not start at a room', text)

    def test_a_missing_header_is_refused(self):
        self.write("store/d.cc", LICENCE + '#include "util/none.h"\n')
        self.assertEqual(self.run_checker("check_includes.py")[0], 1)

    def test_a_tree_without_its_table_is_refused(self):
        self.write("ARCHITECTURE.md", "nothing\n")
        self.assertEqual(self.run_checker("check_includes.py")[0], 1)

    def test_licences_pass(self):
        code, text = self.run_checker("check_licences.py")
        self.assertEqual((code, text), (0, "3 files name their licence\n"))

    def test_a_file_without_its_licence_is_named(self):
        self.write("cli/main.cc", "int main() {}\n")
        self.write("dev", "#!/bin/sh\n")
        code, text = self.run_checker("check_licences.py")
        self.assertEqual(code, 1)
        self.assertIn("cli/main.cc: ", text)
        self.assertIn("dev: ", text)


if __name__ == "__main__":
    unittest.main()
