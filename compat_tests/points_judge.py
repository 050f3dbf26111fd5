#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random points of 1 to 16 dimensions through segsmith and through Lucene 10.6.0, compared by bytes.

    points_judge.py --seeds 1..200 [--segsmith build/segsmith] [--release 10.0.0] [--keep DIR]

Each seed decides shapes, values (few, so that points share coordinates; equal; sparse; several a document), an
index sort, the segments and the budget of the merge, which is often so small that points go to files. The flushed
and the merged index must have the reference's bytes and pass CheckIndex. The last line is 'N passed, N failed';
exit 1 if any failed, 2 if a side cannot start.
"""
import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

import schema_values as values
from judge import HERE, Finding, JavaJudge, Segsmith, expect_equal_and_clean, seed_range

LEAF = 512


def point_field(rng, docs):
    """The mapping of one field and the generator of its values' JSON text in a document."""
    dims = rng.choice([1, 2, 2, 2, 3, 3, 4, 5, 7, 8, 16])
    body = {"type": "lucene.points", "dims": dims, "index_dims": rng.randint(1, min(8, dims)),
            "bytes": rng.choice([1, 2, 3, 4, 4, 8, 8, 16])}
    if dims > 1:
        one = values.many_dimensions_text(rng, docs, body["bytes"], dims)
    else:
        shape = values.dimension_bytes(rng, docs, body["bytes"])
        one = lambda doc: '{"hex":"%s"}' % shape(doc).hex()
    present = values.presence(rng, docs)
    most = rng.choice([1, 1, 2, 3, 40])

    def text(doc):
        if not present(doc):
            return None
        items = [one(doc) for _ in range(rng.randint(1, most))]
        return items[0] if len(items) == 1 else "[%s]" % ",".join(items)
    return body, text


def generate(seed, folder):
    rng = random.Random(seed)
    docs = rng.choice([1, 2, 100, 511, 512, 513, 1023, 1024, 1025, 2048, 2049, rng.randint(1, 9000),
                       rng.randint(2000, 9000), rng.randint(2000, 9000)])
    fields = {"p%d" % i: point_field(rng, docs) for i in range(rng.choice([1, 1, 2]))}
    properties = {name: body for name, (body, _) in fields.items()}
    settings = {}
    if rng.random() < 0.3:
        properties["s"] = {"type": "lucene.numeric"}
        settings = {"index.sort.field": "s", "index.sort.order": rng.choice(["asc", "desc"])}
    os.makedirs(folder)
    with open(os.path.join(folder, "mapping.json"), "w", encoding="utf-8") as out:
        json.dump({"settings": settings, "mappings": {"properties": properties}}, out)
    with open(os.path.join(folder, "docs.ndjson"), "w", encoding="utf-8") as out:
        for doc in range(docs):
            parts = ['"%s":%s' % (name, text) for name, (_, make) in fields.items() if (text := make(doc))]
            if "s" in properties:
                parts.append('"s":%d' % rng.randint(0, docs))
            out.write("{%s}\n" % ",".join(parts))
    # The least budget that Lucene takes, twice, four times that, and its own.
    largest = max(body["dims"] * body["bytes"] + 4 for body, _ in fields.values())
    budget = rng.choice([1.0, 1.01, 2.1, 4.3, 0]) * (LEAF * largest + largest) / 1048576 or 16.0
    return {"docs": docs, "flush_docs": max(1, -(-docs // rng.randint(1, 6))), "points_budget": budget}


def judge_seed(java, segsmith, seed, folder, release=None):
    options = generate(seed, folder)
    mapping, docs = os.path.join(folder, "mapping.json"), os.path.join(folder, "docs.ndjson")
    for variant in ("flushed", "merged"):
        ours, reference = (os.path.join(folder, variant + side) for side in (".segsmith", ".lucene"))
        arguments = ["--flush-docs", str(options["flush_docs"]), "--points-budget", repr(options["points_budget"])]
        if release:
            arguments += ["--lucene-version", release]
        request = {"flush_docs": options["flush_docs"], "points_budget": options["points_budget"], "compound": "never"}
        if variant == "merged":
            request["force_merge"] = 1
            arguments += ["--force-merge", "1"]
        java.ask("index", mapping=mapping, docs=[docs], output=reference, **request)
        segsmith.run("index", "--mapping", mapping, "--output", ours, "--compound", "never", "--no-merge",
                     *arguments, docs)
        left = [name for name in os.listdir(ours) if name.endswith(".tmp")]
        if left:
            raise Finding("%s: files left over: %s" % (variant, left))
        expect_equal_and_clean(java, variant, ours, reference)
    return options


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=seed_range, default=seed_range("1..100"), metavar="A..B")
    parser.add_argument("--segsmith", default=os.path.join(HERE, "..", "build", "segsmith"))
    parser.add_argument("--release", help="another release of Lucene than 10.6.0: 10.0.0 and 10.1.0 write BKD 9")
    parser.add_argument("--keep", metavar="DIR", help="keep each seed's folder below DIR")
    arguments = parser.parse_args()
    segsmith = Segsmith(os.path.abspath(arguments.segsmith))
    if not os.access(segsmith.program, os.X_OK):
        print("points_judge: %s is not built" % segsmith.program, file=sys.stderr)
        return 2
    java = JavaJudge(arguments.release)
    base = arguments.keep or tempfile.mkdtemp(prefix="segsmith-points-")
    failed = 0
    for seed in arguments.seeds:
        folder = os.path.join(base, "seed-%d" % seed)
        shutil.rmtree(folder, ignore_errors=True)
        try:
            judge_seed(java, segsmith, seed, folder, arguments.release)
        except (Finding, subprocess.TimeoutExpired) as finding:
            failed += 1
            print("seed %d: FAILED: %s" % (seed, finding), flush=True)
        if not arguments.keep:
            shutil.rmtree(folder, ignore_errors=True)
    java.close()
    if not arguments.keep:
        shutil.rmtree(base, ignore_errors=True)
    print("%d passed, %d failed" % (len(arguments.seeds) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
