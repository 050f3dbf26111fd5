#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random schedules of deletes, soft deletes, doc-values updates and merges through segsmith and through Lucene
10.6.0, side by side on copies of one index.

    change_judge.py --seeds 1..40 [--segsmith build/segsmith] [--keep DIR]

After every step the two directories must be equal (ids and checksums masked; segments_N by content, generations and
counts included), pass CheckIndex, and print the same. A step is one command of ours and one IndexWriter of Lucene's, which
commits once. Exit 1 if a seed failed.
"""
import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

from judge import Finding, JavaJudge, Segsmith, compare_dumps, expect_equal_and_clean, seed_range

HERE = os.path.dirname(os.path.abspath(__file__))
SOFT = "__soft_deletes"
PROPERTIES = {
    "key": "lucene.numeric", "n": "lucene.numeric", "n_few": "lucene.numeric", "n_late": "lucene.numeric",
    "b": "lucene.binary", "b_few": "lucene.binary", "m": "lucene.sorted_numeric", "s": "lucene.sorted"}
UPDATED = ["n", "n", "n_few", "n_late", "b", "b_few", "m"]


def make_source(java, rng, folder):
    """An index by Lucene alone: n_late is in the last segments only, m is single-valued in some."""
    docs, segments = rng.randint(20, 400), rng.randint(1, 4)
    settings = {"index.sort.field": "key", "index.sort.order": rng.choice(["asc", "desc"])} if rng.random() < 0.3 else {}
    mapping = {"settings": settings, "mappings": {"properties": {name: {"type": kind} for name, kind in PROPERTIES.items()}}}
    with open(os.path.join(folder, "mapping.json"), "w", encoding="utf-8") as out:
        json.dump(mapping, out)
    with open(os.path.join(folder, "docs.ndjson"), "w", encoding="utf-8") as out:
        for i in range(docs):
            late = i * segments // docs >= segments - 1
            row = {"key": rng.randint(0, 50), "n": rng.getrandbits(rng.choice([3, 20, 62])), "s": "s%d" % (i % 9),
                   "b": "v" * rng.randint(0, 3) + str(i % 50), "m": [rng.randint(0, 99) for _ in range(rng.randint(1, 1 + 2 * late))]}
            if rng.random() < 0.2:
                row["n_few"], row["b_few"] = i, "few"
            if late:
                row["n_late"] = i
            out.write(json.dumps(row) + "\n")
    source = os.path.join(folder, "source")
    java.ask("index", mapping=os.path.join(folder, "mapping.json"), docs=[os.path.join(folder, "docs.ndjson")],
             output=source, flush_docs=max(1, -(-docs // segments)), compound=rng.choice(["never", "always"]))
    return source


def lines(segsmith, *arguments):
    return [json.loads(line) for line in segsmith.run(*arguments).splitlines()]


def live_documents(segsmith, index):
    """Segment -> numbers of the documents that are deleted in no way, and of those that are not hard-deleted."""
    sizes = {row["name"]: row["max_doc"] for row in json.loads(segsmith.run("check", index, "--level", "1", "--format", "json"))["segments"]}
    hard = {name: set(range(size)) for name, size in sizes.items()}
    for row in lines(segsmith, "cat", index, "--structure", "live_docs", "--raw"):
        hard[row["segment"]] -= set(row["deleted"])
    live = {name: set(docs) for name, docs in hard.items()}
    for row in lines(segsmith, "cat", index, "--structure", "doc_values", "--raw"):
        if row["field"] == SOFT:
            live[row["segment"]].discard(row["doc"])
    return live, hard


def in_range(segsmith, index, text, among):
    docs = {}
    for row in lines(segsmith, "query", index, "--range", text, "--docs"):
        if row["doc"] in among.get(row["segment"], ()):
            docs.setdefault(row["segment"], []).append(row["doc"])
    return docs


def random_range(rng):
    field = rng.choice(["key", "key", "n_few"])
    low = rng.randint(0, 50)
    return "%s=%d..%s" % (field, low, rng.choice(["*", str(low + rng.randint(0, 30))]))


def step_delete(segsmith, rng, ours, request, state):
    live, hard = live_documents(segsmith, ours)
    if rng.random() < 0.5:
        text = random_range(rng)
        arguments = ["--range", text]
        docs = in_range(segsmith, ours, text, hard)
    else:
        name = rng.choice(sorted(hard))
        some = sorted(rng.sample(sorted(hard[name]), rng.choice([1, len(hard[name]) // 2 + 1, len(hard[name])])
                                 if hard[name] else 0))
        if not some:
            return False
        docs = {name: some}
        arguments = ["--docs", ",".join("%s:%d" % (name, doc) for doc in some)]
    if state["soft"] and rng.random() < 0.6:
        docs = {name: sorted(set(numbers) & live[name]) for name, numbers in docs.items()}
        segsmith.run("delete", ours, *arguments, "--soft", SOFT)
        request.update(op="soft_delete", soft=SOFT)
    else:
        segsmith.run("delete", ours, *arguments)
        request.update(op="delete")
    request["docs"] = docs
    return True


def step_update(segsmith, rng, ours, request, state):
    live, _ = live_documents(segsmith, ours)
    field = rng.choice(UPDATED)
    text = random_range(rng)
    arguments = ["--range", text, "--max-overlays", str(state["overlays"])]
    if rng.random() < 0.2:
        arguments += ["--unset", field]
        request.update(op="unset")
    elif field.startswith("b"):
        value = os.urandom(0).hex() if rng.random() < 0.1 else "%x" % rng.getrandbits(64)
        value = value.rjust(len(value) + len(value) % 2, "0")
        arguments += ["--set", "%s=0x%s" % (field, value)]
        request.update(op="set", value={"hex": value})
    else:
        value = rng.choice([0, 7, rng.randint(-2 ** 63, 2 ** 63 - 1)])
        arguments += ["--set", "%s=%d" % (field, value)]
        request.update(op="set", value=value)
    try:
        segsmith.run("update", ours, *arguments)
    except Finding as finding:
        # Its segments were dropped; Lucene refuses updates by term then, too.
        if "no segment of the index has it" in str(finding):
            return False
        raise
    request.update(field=field, docs=in_range(segsmith, ours, text, live), max_overlays=state["overlays"])
    # The range is asked again after the update, which never touches the field of the range but n_few.
    return text.split("=")[0] != field


def judge_seed(java, segsmith, seed, folder):
    rng = random.Random(seed)
    os.makedirs(folder)
    source = make_source(java, rng, folder)
    ours, reference = os.path.join(folder, "changed.segsmith"), os.path.join(folder, "changed.lucene")
    shutil.copytree(source, ours)
    shutil.copytree(source, reference)
    state = {"soft": rng.random() < 0.5, "overlays": rng.choice([0, 0, 1, 2, 4])}
    done = []
    for number in range(rng.randint(4, 10)):
        if not json.loads(segsmith.run("check", ours, "--level", "1", "--format", "json"))["segments"]:
            break
        kind = rng.choice(["delete", "update", "update", "update", "merge"])
        request = {"dir": reference}
        if kind == "merge":
            live, _ = live_documents(segsmith, ours)
            if not all(live.values()):
                continue
            segsmith.run("merge", ours, "--force", "1", "--policy", "log_doc")
            java.ask("force_merge", dir=reference, max_segments=1, policy="log_doc")
        else:
            before = ours + ".before"
            shutil.rmtree(before, ignore_errors=True)
            shutil.copytree(ours, before)
            step = step_delete if kind == "delete" else step_update
            if not step(segsmith, rng, ours, request, state):
                shutil.rmtree(ours)
                os.rename(before, ours)
                continue
            java.ask("modify", **request)
        done.append({key: value for key, value in request.items() if key not in ("dir", "docs")} or {"op": kind})
        try:
            expect_equal_and_clean(java, "step %d" % number, ours, reference)
            segsmith.run("check", ours, "--level", "3")
            compare_dumps(java, segsmith, folder, "changed", ours, reference)
        except Finding as finding:
            raise Finding("after %s: %s" % (json.dumps(done), finding)) from None
    return done


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=seed_range, default=seed_range("1..40"), metavar="A..B")
    parser.add_argument("--segsmith", default=os.path.join(HERE, "..", "build", "segsmith"))
    parser.add_argument("--keep", metavar="DIR", help="keep each seed's folder below DIR")
    arguments = parser.parse_args()
    segsmith = Segsmith(os.path.abspath(arguments.segsmith))
    if not os.access(segsmith.program, os.X_OK):
        print("change_judge: %s is not built" % segsmith.program, file=sys.stderr)
        return 2
    java = JavaJudge()
    base = arguments.keep or tempfile.mkdtemp(prefix="segsmith-changes-")
    failed = 0
    for seed in arguments.seeds:
        folder = os.path.join(base, "seed-%d" % seed)
        shutil.rmtree(folder, ignore_errors=True)
        try:
            done = judge_seed(java, segsmith, seed, folder)
            print("seed %d: ok, %d steps" % (seed, len(done)), flush=True)
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
