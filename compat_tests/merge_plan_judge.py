#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asks Lucene's merge policies and `segsmith mergeplan` for the same random states; every answer must be the same line.

    merge_plan_judge.py [--states N] [--seed S] [--segsmith build/segsmith] [--goldens FILE.zst]

N states for each policy and each entry point (natural, full_flush, expunge, force). The last line is
'N passed, N failed'; exit 1 if any failed. --goldens writes some states with Lucene's answers instead of comparing.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

import judge

POLICIES = ["tiered", "log_byte_size", "log_doc"]
TRIGGERS = ["natural", "full_flush", "expunge", "force"]
MB = 1 << 20


def base36(number):
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
        if number == 0:
            return "_" + digits


def sizes(rng, count, scale):
    """Bytes of segments: the shapes in which policies have met their edges."""
    shape = rng.choice(["log_normal", "uniform", "equal", "few", "tiers", "around", "zero", "mixed"])
    if shape == "log_normal":
        return [int(rng.lognormvariate(0, 2.5) * scale) for _ in range(count)]
    if shape == "uniform":
        return [rng.randrange(1, 2 * scale) for _ in range(count)]
    if shape == "equal":
        return [scale] * count
    if shape == "few":
        values = [rng.randrange(1, 4 * scale) for _ in range(3)]
        return [rng.choice(values) for _ in range(count)]
    if shape == "tiers":
        return [int(scale * 10 ** rng.choice([-2, -1, 0, 1]) * rng.uniform(0.8, 1.2)) for _ in range(count)]
    if shape == "around":
        return [max(0, scale + rng.randrange(-2, 3)) for _ in range(count)]
    if shape == "zero":
        return [rng.choice([0, 0, 1, scale]) for _ in range(count)]
    return [rng.choice([scale // 1000, scale, rng.randrange(1, 50 * scale)]) for _ in range(count)]


def segments(rng):
    count = rng.choice([0, 1, 2, 3, rng.randrange(4, 15), rng.randrange(15, 70), rng.randrange(15, 70),
                        rng.randrange(70, 400)])
    scale = rng.choice([1000, MB, 2 * MB, 16 * MB, 100 * MB, 2560 * MB, 5120 * MB])
    deletes = rng.choice(["none", "none", "some", "many", "mixed", "all"])
    bytes_per_doc = rng.choice([1, 30, 300, 5000])
    made = []
    for number, size in enumerate(sizes(rng, count, scale)):
        docs = rng.choice([max(1, size // bytes_per_doc), rng.randrange(1, 1000)])
        docs = min(docs, 2_000_000_000 // max(1, count))
        if rng.random() < 0.005:
            docs = 0
        share = {"none": 0, "some": rng.random() * 0.3, "many": rng.random(), "all": 1,
                 "mixed": rng.choice([0, 0, 0, rng.random()])}[deletes]
        made.append({"name": base36(number if rng.random() < 0.9 else number * 37 + 40_000), "max_doc": docs,
                     "deleted": int(docs * share), "bytes": size, "compound": rng.random() < 0.5})
    names = {s["name"]: s for s in made}
    return list(names.values())


def some(rng, choices):
    return {key: make() for key, make in choices.items() if rng.random() < 0.35}


def settings(rng, policy):
    common = {"no_cfs_ratio": lambda: rng.choice([0.0, 0.1, 0.5, 1.0]),
              "max_cfs_segment_size_mb": lambda: rng.choice([0.001, 1.0, 1024.0]),
              "target_search_concurrency": lambda: rng.choice([1, 2, 3, 8, 50])}
    if policy == "tiered":
        return some(rng, dict(common, **{
            "max_merge_at_once": lambda: rng.choice([2, 3, 5, 10, 30, 100]),
            "segments_per_tier": lambda: rng.choice([2.0, 3.3, 5.0, 8.0, 10.0, 24.0]),
            "floor_segment_mb": lambda: rng.choice([0.001, 0.5, 2.0, 16.0, 200.0]),
            "max_merged_segment_mb": lambda: rng.choice([0.001, 1.0, 20.0, 512.0, 5120.0, 1e15]),
            "deletes_pct_allowed": lambda: rng.choice([0.5, 5.0, 20.0, 33.3, 50.0]),
            "force_merge_deletes_pct_allowed": lambda: rng.choice([0.0, 1.0, 10.0, 33.3, 100.0])}))
    log = dict(common, **{"merge_factor": lambda: rng.choice([2, 3, 10, 32, 100]),
                          "max_merge_docs": lambda: rng.choice([10, 1000, 10_000_000]),
                          "calibrate_size_by_deletes": lambda: rng.random() < 0.5})
    if policy == "log_doc":
        return some(rng, dict(log, min_merge_docs=lambda: rng.choice([0, 1, 1000, 100_000])))
    return some(rng, dict(log, **{
        "min_merge_mb": lambda: rng.choice([0.0, 0.001, 2.0, 16.0, 500.0]),
        "max_merge_mb": lambda: rng.choice([1.0, 30.0, 2048.0, 102400.0]),
        "max_merge_mb_for_forced_merge": lambda: rng.choice([0.5, 30.0, 2048.0])}))


def state(rng, policy, trigger):
    made = segments(rng)
    names = [s["name"] for s in made]
    merging = []
    if names and rng.random() < 0.3:
        merging = rng.sample(names, rng.randrange(0, min(len(names), 12) + 1))
    return {"policy": policy, "set": settings(rng, policy), "trigger": trigger,
            "max_segments": rng.choice([1, 1, 2, 3, 5, 10, 50, 2**31 - 1]), "segments": made, "merging": merging}


def lucene_answers(states_file, output):
    java = judge.JavaJudge()
    answer = java.ask("merge_plan", states=states_file, output=output)
    java.close()
    return answer["nanos"]


def compare(states, answers, program, folder):
    ours = os.path.join(folder, "ours.ndjson")
    with open(ours, "wb") as out:
        subprocess.run([program, "mergeplan", states], stdout=out, check=True)
    passed = failed = 0
    merges = 0
    with open(states) as s, open(answers) as a, open(ours) as o:
        for text, expected, found in zip(s, a, o, strict=True):
            merges += len(json.loads(expected)["merges"])
            if expected == found:
                passed += 1
                continue
            failed += 1
            if failed <= 3:
                print("state:    %s\nexpected: %s\nfound:    %s" % (text[:3000], expected[:800], found[:800]))
    print("%d merges chosen by Lucene" % merges)
    print("merge plans: %d passed, %d failed" % (passed, failed))
    return failed == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--states", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--segsmith", default="build/segsmith")
    parser.add_argument("--goldens")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        states, answers = os.path.join(folder, "states.ndjson"), os.path.join(folder, "lucene.ndjson")
        with open(states, "w") as out:
            for policy in POLICIES:
                for trigger in TRIGGERS:
                    for number in range(arguments.states):
                        rng = random.Random("%s %s %d %d" % (policy, trigger, arguments.seed, number))
                        out.write(json.dumps(state(rng, policy, trigger), separators=(",", ":")) + "\n")
        lucene_answers(states, answers)
        if arguments.goldens:
            with open(states) as s, open(answers) as a:
                text = "".join('{"state":%s,"answer":%s}\n' % (x.rstrip("\n"), y.rstrip("\n")) for x, y in zip(s, a))
            subprocess.run(["zstd", "-19", "-q", "-f", "-o", arguments.goldens], input=text.encode(), check=True)
            return 0
        return 0 if compare(states, answers, arguments.segsmith, folder) else 1


if __name__ == "__main__":
    sys.exit(main())
