#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the examples on a golden index; the sums that they must print come from Lucene's own dump.

usage: examples_test.py FOLDER_OF_THE_PROGRAMS
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
GOLDEN = HERE.parent / "compat_tests" / "goldens" / "standard"
FIELD = "@timestamp"
MOST_LINES = 15
PROGRAMS = None


def all_rows():
    text = subprocess.run(["zstd", "-dc", GOLDEN / "expected.doc_values.ndjson.zst"],
                          capture_output=True, check=True).stdout
    return list(map(json.loads, text.splitlines()))


def expected_rows():
    return [row for row in all_rows() if row["field"] == FIELD]


def total(rows):
    return sum(sum(row["values"]) for row in rows)


def run(program, *arguments):
    return subprocess.run([PROGRAMS / program, *arguments], capture_output=True, text=True,
                          timeout=60, check=False)


class ExamplesTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)
        self.index = GOLDEN / "index"

    def output(self, program, *arguments):
        done = run(program, *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""), program)
        return done.stdout

    def damaged(self, name, change):
        copy = self.scratch / "damaged"
        shutil.copytree(self.index, copy)
        data = bytearray((copy / name).read_bytes())
        change(data)
        (copy / name).write_bytes(data)
        return run("find_damage", copy)

    def test_every_example_is_short(self):
        sources = sorted(HERE.glob("*.cc"))
        self.assertEqual(len(sources), 6)
        for source in sources:
            code = [line for line in source.read_text(encoding="utf-8").splitlines()
                    if line.strip() and not line.lstrip().startswith("//")]
            self.assertLessEqual(len(code), MOST_LINES, source.name)

    def test_sum_field_agrees_with_lucenes_dump(self):
        self.assertEqual(self.output("sum_field", self.index, FIELD), f"{total(expected_rows())}\n")

    def test_find_term_lists_the_documents_of_lucenes_dump(self):
        term = "error".encode().hex()
        found = [f"{row['segment']} {row['doc']}\n" for row in all_rows()
                 if row["field"] == "level" and term in row["values"]]
        self.assertGreater(len(found), 0)
        self.assertEqual(self.output("find_term", self.index, "level", "error"), "".join(found))
        self.assertEqual(self.output("find_term", self.index, "level", "no such level"), "")

    def test_write_segment_writes_what_is_read_back(self):
        made = self.scratch / "made"
        self.output("write_segment", made)
        self.assertEqual(self.output("sum_field", made, "price"), "2030\n")
        self.assertEqual(self.output("sum_field", made, "rating"), "8\n")
        self.assertEqual(self.output("find_damage", made), "no damage\n")

    def test_write_segment_leaves_an_existing_index_alone(self):
        made = self.scratch / "made"
        self.output("write_segment", made)
        before = {path.name: path.read_bytes() for path in made.iterdir()}
        self.assertNotEqual(run("write_segment", made).returncode, 0)
        self.assertEqual({path.name: path.read_bytes() for path in made.iterdir()}, before)

    def test_recode_field_keeps_values_under_finer_intervals(self):
        made = self.scratch / "made"
        self.output("recode_field", self.index, FIELD, made)
        first = [row for row in expected_rows() if row["segment"] == "_0"]
        self.assertEqual(self.output("sum_field", made, FIELD), f"{total(first)}\n")
        self.assertEqual(self.output("find_damage", made), "no damage\n")
        with open(next(made.glob("*.si")), "rb") as info:
            self.assertIn(b"segsmith", info.read())

    def test_merge_two_holds_both(self):
        made = self.scratch / "made"
        self.output("merge_two", self.index, self.index, made)
        self.assertEqual(self.output("sum_field", made, FIELD), f"{2 * total(expected_rows())}\n")
        self.assertEqual(self.output("find_damage", made), "no damage\n")
        self.assertEqual(len(list(made.glob("*.si"))), 1)

    def test_find_damage_names_the_file_of_a_flipped_byte(self):
        def flip(data):
            data[len(data) // 2] ^= 0x20
        done = self.damaged("_1_Lucene90_0.dvd", flip)
        self.assertEqual(done.returncode, 1)
        self.assertIn("_1_Lucene90_0.dvd at ", done.stdout)
        self.assertIn("expected ", done.stdout)

    def test_find_damage_names_the_file_of_a_cut(self):
        def cut(data):
            del data[len(data) - 5:]
        done = self.damaged("_2.fdt", cut)
        self.assertEqual(done.returncode, 1)
        self.assertIn("_2.fdt at ", done.stdout)


if __name__ == "__main__":
    PROGRAMS = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
