#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every command of docs/guides and compares what it prints with what the page shows.

usage: guides_test.py PROGRAM

A block of `sh` is run in a folder that holds the recorded samples; the block of `text` right after it is its output.
A block of `sh` without one must only end well.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = None
BLOCKS = re.compile(r"^```sh\n(.*?)^```\n(?:```text\n(.*?)^```\n)?", re.DOTALL | re.MULTILINE)


class GuidesTest(unittest.TestCase):
    maxDiff = None

    def run_page(self, page):
        blocks = BLOCKS.findall(page.read_text(encoding="utf-8"))
        self.assertNotEqual(blocks, [], "a guide has commands")
        with tempfile.TemporaryDirectory(prefix="segsmith-guide-") as scratch:
            folder = pathlib.Path(scratch)
            for sample in (ROOT / "samples").glob("*.mapping.json"):
                (folder / sample.name).symlink_to(sample)
            for sample in (ROOT / "samples").glob("*.ndjson.zst"):
                (folder / sample.name).symlink_to(sample)
            binaries = folder / "bin"
            binaries.mkdir()
            (binaries / "segsmith").symlink_to(PROGRAM)
            environment = dict(os.environ, PATH=f"{binaries}:{os.environ['PATH']}")
            for commands, expected in blocks:
                done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", commands], cwd=folder, env=environment,
                                      check=False, capture_output=True, text=True, timeout=600)
                self.assertEqual(done.returncode, 0, f"{commands}{done.stderr}")
                if expected:
                    self.assertEqual(done.stdout, expected, commands)

    def test_every_guide_prints_what_it_shows(self):
        pages = sorted((ROOT / "docs" / "guides").glob("*.md"))
        self.assertNotEqual(pages, [])
        for page in pages:
            with self.subTest(page=page.name):
                self.run_page(page)


if __name__ == "__main__":
    PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
