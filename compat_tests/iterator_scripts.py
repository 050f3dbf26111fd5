#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scripts of calls for iterators over doc values, decided by a seed; what Lucene answers, and whether segsmith
answers the same (compat_tests/README.md tells the cases).

    iterator_scripts.py --seeds 1..8 [--iterate build/iterate]    random indices of Lucene's, both sides compared
    iterator_scripts.py --goldens                                  makes transcripts/ anew from the golden indices
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import judge  # noqa: E402
import random_schema  # noqa: E402

GOLDENS = ["sparse", "skip_index", "terms", "binary", "numeric_encodings", "logsdb_merged"]
LONG_MIN, LONG_MAX = -(1 << 63), (1 << 63) - 1


def read_index(segsmith, directory):
    """Segment to (documents, fields); field to (type, values seen, has a skip index), through our own dumps."""
    table = json.loads(segsmith.run("info", directory, "--format", "json"))
    segments = {row["segment"]: (row["documents"], {}) for row in table["rows"]}
    for line in segsmith.run("cat", directory, "--structure", "doc_values", "--raw").splitlines():
        row = json.loads(line)
        fields = segments[row["segment"]][1]
        seen = fields.setdefault(row["field"], {"values": [], "docs": [], "skip": False})
        if len(seen["values"]) < 400 or row["doc"] % 97 == 0:
            seen["values"].append(row["values"][0] if isinstance(row["values"], list) else row["values"])
            seen["docs"].append(row["doc"])
    for line in segsmith.run("cat", directory, "--structure", "skip_index", "--raw").splitlines():
        row = json.loads(line)
        segments[row["segment"]][1][row["field"]]["skip"] = True
    return segments


def moves(rng, max_doc, kinds, count):
    """Calls whose targets ascend, near or far, around the edges of blocks."""
    step = rng.choice([1, 3, 70, 5000, max(1, max_doc // 7)])
    at, ops = 0, []
    for _ in range(count):
        kind = rng.choice(kinds)
        at += rng.randint(0, step)
        if rng.random() < 0.05:
            at = (at | rng.choice([63, 511, 4095, 65535])) + rng.choice([0, 1])
        ops.append([kind] if kind in ("next", "match") else [kind, min(at, max_doc)])
    return ops


def ends(rng, values):
    low, high = sorted(rng.choice(values) + rng.choice([0, 0, -1, 1]) for _ in range(2))
    low, high = max(low, LONG_MIN), min(high, LONG_MAX)
    return rng.choice([(low, high), (low, high), (low, LONG_MAX), (LONG_MIN, high)])


def cases_of(rng, segment, max_doc, field, seen, count):
    """The cases of one field of one segment."""
    case = {"segment": segment, "field": field}
    terms = isinstance(seen["values"][0], str)
    yield dict(case, what="values", ops=moves(rng, max_doc, ["next", "advance", "exact"], count))
    yield dict(case, what="values", ops=moves(rng, max_doc, ["next"] * 6 + ["advance", "exact", "exact", "bits"], count))
    docs = sorted(set(rng.randint(0, max_doc - 1) for _ in range(count)))
    yield dict(case, what="bulk", docs=docs, default=-7)
    first = rng.randint(0, max_doc - 1)
    yield dict(case, what="bulk", docs=list(range(first, min(max_doc, first + count))), default=LONG_MIN)
    if seen["kind"] in ("SORTED", "SORTED_SET"):
        some = [rng.choice(seen["values"]) for _ in range(3)]
        ops = [["ceil", ""], ["next"], ["ord", 0], ["next"]]
        for term in some:
            ops += [["ceil", term], ["next"], ["ceil", term + "00"], ["exact", term], ["lookup", term[:-2]],
                    ["ord", rng.randint(0, 70)], ["next"]]
        yield dict(case, what="terms", ops=ops + [["lookup", "ff" * 3], ["ceil", "ff" * 3]])
    if seen["kind"] == "BINARY":
        return
    numbers = list(range(0, 40)) if terms else seen["values"]
    for skip in ([True, False] if seen["skip"] else [False]):
        low, high = ends(rng, numbers)
        yield dict(case, what="range", low=low, high=high, skip=skip,
                   ops=moves(rng, max_doc, ["next", "advance", "match", "bits", "mask"], count))
    low, high = ends(rng, numbers)
    start, end = sorted([rng.randint(0, max_doc), rng.randint(0, max_doc)])
    if start < max_doc:
        yield dict(case, what="range_bits", low=low, high=high, **{"from": start, "to": end})
    if seen["skip"]:
        yield dict(case, what="blocks", low=low, high=high, ops=moves(rng, max_doc, ["next", "advance", "bits"], count))
        ops = moves(rng, max_doc, ["advance"], count)
        for _ in range(3):
            ops.insert(rng.randint(0, len(ops)), ["values", *ends(rng, numbers)])
        yield dict(case, what="skipper", ops=ops)


def field_kinds(segsmith, directory):
    table = json.loads(segsmith.run("fields", directory, "--format", "json"))
    return {row["field"]: row["doc_values"] for row in table["rows"]}


def write_script(rng, segsmith, directory, path, count=25, most=None):
    kinds = field_kinds(segsmith, directory)
    cases = []
    for segment, (max_doc, fields) in sorted(read_index(segsmith, directory).items()):
        for field, seen in sorted(fields.items()):
            seen["kind"] = kinds[field]
            cases += cases_of(rng, segment, max_doc, field, seen, count)
    if most and len(cases) > most:
        cases = [cases[i] for i in sorted(rng.sample(range(len(cases)), most))]
    with open(path, "w", encoding="utf-8") as out:
        for case in cases:
            out.write(json.dumps(case, separators=(",", ":")) + "\n")
    return len(cases)


def make_goldens(java, segsmith):
    folder = os.path.join(HERE, "transcripts")
    os.makedirs(folder, exist_ok=True)
    for name in GOLDENS:
        directory = os.path.join(HERE, "goldens", name, "index")
        script, answers = (os.path.join(folder, "%s.%s.ndjson" % (name, part)) for part in ("script", "answers"))
        write_script(random.Random(name), segsmith, directory, script, most=60)
        java.ask("iterate", dir=directory, script=script, output=answers)
        for path in (script, answers):
            subprocess.run(["zstd", "-q", "-19", "--rm", "-f", path], check=True)


def judge_seed(java, segsmith, iterate, seed, folder):
    options = random_schema.generate(seed, folder)
    index = os.path.join(folder, "index")
    java.ask("index", mapping=os.path.join(folder, "mapping.json"), docs=[os.path.join(folder, "docs.ndjson")],
             output=index, flush_docs=options["flush_docs"], compound=options["compound"])
    script, expected, ours = (os.path.join(folder, name) for name in ("script", "expected", "ours"))
    cases = write_script(random.Random(seed), segsmith, index, script, count=60)
    java.ask("iterate", dir=index, script=script, output=expected)
    with open(ours, "wb") as out:
        subprocess.run([iterate, index, script], stdout=out, check=True)
    different = judge.first_difference(expected, ours)
    if different:
        raise judge.Finding("Lucene | segsmith: " + different)
    return cases


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="1..8")
    parser.add_argument("--segsmith", default="build/segsmith")
    parser.add_argument("--iterate", default="build/compat_tests/iterate")
    parser.add_argument("--goldens", action="store_true", help="make the committed transcripts anew")
    parser.add_argument("--keep", help="keep the indices and scripts in this folder")
    options = parser.parse_args()
    java, segsmith = judge.JavaJudge(), judge.Segsmith(os.path.abspath(options.segsmith))
    if options.goldens:
        make_goldens(java, segsmith)
        return 0
    first, last = (options.seeds.split("..") * 2)[:2]
    failed = cases = 0
    with tempfile.TemporaryDirectory(prefix="segsmith-iterate-") as scratch:
        for seed in range(int(first), int(last) + 1):
            folder = os.path.join(options.keep or scratch, str(seed))
            os.makedirs(folder, exist_ok=True)
            try:
                cases += judge_seed(java, segsmith, os.path.abspath(options.iterate), seed, folder)
            except judge.Finding as finding:
                failed += 1
                print("seed %d: %s" % (seed, finding))
    java.close()
    seeds = int(last) - int(first) + 1
    print("%d cases, %d passed, %d failed" % (cases, seeds - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
