#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the judge itself: the comparer sees every byte that it must, the generator is repeatable."""
import filecmp
import os
import random
import shutil
import sys
import tempfile
import unittest

import judge
import random_schema
import time_series_schema

MAPPING = '{"mappings":{"properties":{"a":{"type":"long"},"k":{"type":"keyword"},"n":{"type":"lucene.numeric"}}}}'


def masked(data, position):
    """True if the byte is part of the header's id or of the footer's checksum."""
    id_start = 4 + 1 + data[4] + 4
    return id_start <= position < id_start + 16 or position >= len(data) - 8


class ComparerTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="segsmith-judge-test-")
        cls.java = judge.JavaJudge()
        with open(os.path.join(cls.folder, "mapping.json"), "w", encoding="utf-8") as out:
            out.write(MAPPING)
        with open(os.path.join(cls.folder, "docs.ndjson"), "w", encoding="utf-8") as out:
            for doc in range(500):
                out.write('{"a":%d,"k":"w%d","n":%d}\n' % (doc * doc, doc % 70, doc))

    @classmethod
    def tearDownClass(cls):
        cls.java.close()
        shutil.rmtree(cls.folder)

    def index(self, name, compound):
        output = os.path.join(self.folder, name)
        self.java.ask("index", mapping=os.path.join(self.folder, "mapping.json"), compound=compound,
                      docs=[os.path.join(self.folder, "docs.ndjson")], output=output, flush_docs=200)
        return output

    def equal_after_flip(self, directory, file, position):
        copy = directory + ".flipped"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(directory, copy)
        path = os.path.join(copy, file)
        with open(path, "r+b") as target:
            target.seek(position)
            byte = target.read(1)[0]
            target.seek(position)
            target.write(bytes([byte ^ 0x10]))
        return self.java.ask("compare_bytes", a=directory, b=copy)["equal"]

    def test_loose_files_differ_exactly_outside_ids_and_checksums(self):
        directory = self.index("loose", "never")
        rng = random.Random(7)
        for file in sorted(os.listdir(directory)):
            if file.startswith("_") and not file.endswith(".si"):
                with open(os.path.join(directory, file), "rb") as source:
                    data = source.read()
                for position in {rng.randrange(len(data)) for _ in range(6)} | {len(data) - 9, len(data) - 1, 40}:
                    if position < len(data):
                        self.assertEqual(self.equal_after_flip(directory, file, position), masked(data, position),
                                         "%s at %d" % (file, position))

    def test_compound_files_are_compared_inside(self):
        directory = self.index("compound", "always")
        other = self.index("compound2", "always")
        self.assertTrue(self.java.ask("compare_bytes", a=directory, b=other)["equal"])
        rng = random.Random(8)
        size = os.path.getsize(os.path.join(directory, "_0.cfs"))
        seen = sum(not self.equal_after_flip(directory, "_0.cfs", rng.randrange(size)) for _ in range(30))
        # Ids and checksums of the inner files are masked, everything else is seen.
        self.assertGreaterEqual(seen, 15)

    def test_a_missing_file_is_a_difference(self):
        directory = self.index("whole", "never")
        copy = directory + ".missing"
        shutil.copytree(directory, copy)
        os.remove(os.path.join(copy, "_1.fdt"))
        answer = self.java.ask("compare_bytes", a=directory, b=copy)
        self.assertEqual([d["file"] for d in answer["differences"]], ["_1.fdt"])

    def test_a_damaged_index_is_not_clean(self):
        directory = self.index("damaged", "never")
        path = os.path.join(directory, "_0_Lucene90_0.dvd")
        with open(path, "r+b") as target:
            target.seek(60)
            target.write(b"\xff\xff\xff")
        self.assertFalse(self.java.ask("check", dir=directory)["clean"])


class GeneratorTest(unittest.TestCase):
    def test_a_seed_makes_the_same_files(self):
        with tempfile.TemporaryDirectory() as folder:
            for seed in (1, 2, 3, 24):
                for name in ("a", "b"):
                    random_schema.generate(seed, os.path.join(folder, name))
                for file in ("mapping.json", "docs.ndjson", "options.json"):
                    self.assertTrue(filecmp.cmp(os.path.join(folder, "a", file), os.path.join(folder, "b", file),
                                                shallow=False), "seed %d, %s" % (seed, file))

    def test_time_series_seeds_too_and_every_format(self):
        with tempfile.TemporaryDirectory() as folder:
            for seed, spec in ((1, "ES819TSDB/512"), (2, "ES87TSDB"), (3, "mixed"), (5, "default")):
                for name in ("a", "b"):
                    time_series_schema.generate(seed, spec, os.path.join(folder, name))
                for file in ("mapping.json", "docs.ndjson", "options.json"):
                    self.assertTrue(filecmp.cmp(os.path.join(folder, "a", file), os.path.join(folder, "b", file),
                                                shallow=False), "seed %d, %s" % (seed, file))
                with open(os.path.join(folder, "a", "mapping.json"), encoding="utf-8") as source:
                    text = source.read()
                self.assertFalse("ES87TSDB" in text and "skip_index\"" in text, spec)


if __name__ == "__main__":
    sys.exit(unittest.main())
