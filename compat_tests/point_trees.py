#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Trees of points by the real BKDWriter, read by ours: estimates, moves and visits must be the same.

usage: point_trees.py --seeds A..B --tests build/bkd/bkd_tests     random shapes, judged
       point_trees.py --goldens                                    makes bkd/testdata anew
"""
import argparse
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
JAVA = ROOT / "compat_tests" / "java" / "run.sh"
KINDS = ["random", "few", "equal", "ascending", "ranges", "mixed"]

# Every leaf kind, every coding of document ids that a writer makes, and the extremes of each shape.
GOLDENS = {
    "one_dim_random": {"points": 500, "bytes": 8, "kind": "random"},
    "one_dim_few": {"points": 300, "bytes": 2, "kind": "few-multi", "max_doc": 120},
    "one_dim_ascending": {"points": 400, "bytes": 4, "kind": "ascending"},
    "one_dim_16_bytes": {"points": 200, "bytes": 16, "kind": "random-shuffled"},
    "one_dim_one_byte": {"points": 300, "bytes": 1, "kind": "random-multi", "max_doc": 150},
    "one_point": {"points": 1, "bytes": 3, "kind": "random"},
    "equal_2d": {"points": 100, "dims": 2, "kind": "equal"},
    "random_2d": {"points": 600, "dims": 2, "kind": "random"},
    "random_2d_bkd9": {"points": 300, "dims": 2, "kind": "random-shuffled", "version": 9, "max_doc": 9000000},
    "few_3d": {"points": 400, "dims": 3, "bytes": 3, "kind": "few-multi", "max_doc": 200},
    "mixed_4d_2_indexed": {"points": 300, "dims": 4, "index_dims": 2, "bytes": 5, "kind": "mixed-shuffled"},
    "sixteen_dims_8_indexed": {"points": 60, "dims": 16, "index_dims": 8, "bytes": 2, "kind": "random"},
    "sixteen_bytes_8d": {"points": 40, "dims": 8, "bytes": 16, "kind": "random", "max_leaf": 8},
    "two_dims_1_indexed": {"points": 300, "dims": 2, "index_dims": 1, "kind": "random-multi", "max_doc": 100},
    "ranges_1d": {"points": 400, "dims": 2, "kind": "ranges"},
    "ranges_2d": {"points": 400, "dims": 4, "kind": "ranges-multi", "max_doc": 300},
    "ids_21_bits": {"points": 150, "kind": "random-shuffled", "max_doc": 2000000, "max_leaf": 70},
    "ids_24_bits": {"points": 150, "kind": "random-shuffled", "max_doc": 10000000, "max_leaf": 70},
    "ids_24_bits_bkd9": {"points": 150, "kind": "random-shuffled", "max_doc": 10000000, "max_leaf": 70, "version": 9},
    "ids_32_bits": {"points": 150, "kind": "random-shuffled", "max_doc": 100000000, "max_leaf": 70},
    "ids_bits": {"points": 300, "kind": "ascending", "max_doc": 2000, "max_leaf": 64},
    "leaves_of_512": {"points": 1600, "bytes": 2, "kind": "random-shuffled", "max_leaf": 512},
}


def shape(seed):
    rng = random.Random(seed)
    dims = rng.choice([1, 1, 2, 2, 3, 4, 8, 16])
    index_dims = rng.randint(1, min(dims, 8))
    kind = rng.choice(KINDS)
    if kind == "ranges":
        dims = index_dims = rng.choice([2, 4, 6, 8])
    width = rng.choice([4, 8]) if kind == "ranges" else rng.randint(1, 16)
    points = rng.choice([1, 2, 15, 16, 17, 100, 512, 513, 1024, 3000])
    spread = rng.choice([1, 1, 3, 40, 3000])
    return {"dims": dims, "index_dims": index_dims, "bytes": width, "points": points,
            "kind": kind + rng.choice(["", "-multi", "-shuffled"]), "max_doc": points * spread,
            "max_leaf": rng.choice([2, 16, 64, 512]), "version": rng.choice([9, 10, 10])}


class Jvm:
    def __init__(self):
        self.process = subprocess.Popen([JAVA], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def make(self, prefix, seed, command):
        line = json.dumps({"cmd": "point_tree", "output": str(prefix), "seed": seed, **command})
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            sys.exit(f"point_trees: {line}: {answer}")

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def make_goldens():
    folder = ROOT / "bkd" / "testdata"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    jvm = Jvm()
    for seed, (name, command) in enumerate(GOLDENS.items()):
        jvm.make(folder / name, seed, {"queries": 8, **command})
    jvm.close()


def judge(first, last, tests):
    with tempfile.TemporaryDirectory(prefix="segsmith-trees-") as folder:
        jvm = Jvm()
        for seed in range(first, last + 1):
            jvm.make(pathlib.Path(folder) / f"seed{seed}", seed, shape(seed))
        jvm.close()
        done = subprocess.run([tests, "--gtest_filter=PointTranscripts.*", "--gtest_brief=1"],
                              env={**os.environ, "SEGSMITH_POINT_TREES": folder}, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stdout[-6000:] + done.stderr[-2000:])
    print(f"point trees: seeds {first} to {last} answer as Lucene")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="1..40")
    parser.add_argument("--tests", default=str(ROOT / "build" / "bkd" / "bkd_tests"))
    parser.add_argument("--goldens", action="store_true")
    options = parser.parse_args()
    if options.goldens:
        return make_goldens()
    first, _, last = options.seeds.partition("..")
    judge(int(first), int(last or first), options.tests)


if __name__ == "__main__":
    main()
