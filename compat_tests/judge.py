#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs random schemas through segsmith and through Lucene 10.6.0, and compares bytes and answers.

    judge.py --seeds 1..40 [--lucene-version 10.4.0] [--segsmith build/segsmith] [--keep DIR] [--report FILE.json]
    judge.py --seeds 1..40 --doc-values-format ES819TSDB/512

Each seed makes one flushed index, one with natural merges and one force-merged index on both sides. Every index of ours must
have the reference's bytes (ids and checksums masked), pass CheckIndex at its highest level, print
what Lucene reads from it, and count ranges as Lucene does. Then indices that only Lucene makes are
merged by both sides. With --lucene-version both sides write as that release does, which is itself the
judge, and the merges (by 10.6.0) are of its indices. With --doc-values-format the fields are written by
Elasticsearch's own classes: a SPEC as the mapping's setting segsmith.doc_values_format takes it,
`default` for what the index settings choose, or `mixed` for another SPEC by field in each schema. The last line is 'N passed, N failed'; exit 1 if
any failed, 2 if a side cannot start.
"""
import argparse
import collections
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

import random_schema
import time_series_schema

HERE = os.path.dirname(os.path.abspath(__file__))
STRUCTURES = ["doc_values", "points", "skip_index", "live_docs", "stored"]


# Lucene 10.6.0 miscounts by skip index over ranges wider than its packed values, as its own scan and a count of
# the dump show: there its scan is the reference.
WIDE = 1 << 56


class Finding(Exception):
    """A difference between the two sides, or a refusal by one of them."""


class JavaJudge:
    """One long-lived JVM that takes JSON commands; {@code release}: another Lucene than 10.6.0;
    {@code elasticsearch}: with Elasticsearch's doc-values formats."""

    def __init__(self, release=None, elasticsearch=False):
        environment = dict(os.environ, JUDGE_LUCENE_VERSION=release or "", JUDGE_ELASTICSEARCH=str(int(elasticsearch)))
        self.process = subprocess.Popen([os.path.join(HERE, "java", "run.sh")], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                        env=environment)

    def ask(self, cmd, **arguments):
        self.process.stdin.write(json.dumps(dict(arguments, cmd=cmd)) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("judge: the JVM ended; run compat_tests/java/run.sh by hand to see why")
        answer = json.loads(line)
        if "error" in answer:
            raise Finding("Lucene's side, %s: %s" % (cmd, answer["error"]))
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Segsmith:
    def __init__(self, program, release=None):
        self.program = program
        self.as_release = ["--lucene-version", release] if release else []

    def run(self, *arguments, output=None):
        """Runs the program; returns its standard output, or writes it to the file {@code output}."""
        command = [self.program, *arguments]
        with open(output, "wb") if output else open(os.devnull, "wb") as sink:
            done = subprocess.run(command, stdout=sink if output else subprocess.PIPE,
                                  stderr=subprocess.PIPE, timeout=600, check=False)
        if done.returncode != 0:
            message = done.stderr.decode(errors="replace").strip().split("\n")
            raise Finding("segsmith %s: exit %d: %s" % (arguments[0], done.returncode, message[-1][:300]))
        return None if output else done.stdout


def natural_policy(options):
    """A policy under which small segments merge: by documents, since bytes of `.si` files differ by diagnostics."""
    rng = random.Random("natural %d %d" % (options["docs"], options["flush_docs"]))
    return {"policy": "log_doc", "set": {"merge_factor": rng.choice([2, 2, 3, 4]),
                                         "min_merge_docs": rng.choice([1, 50, 1000])}}


def index_both(java, segsmith, folder, options, variant):
    """Indexes one schema on both sides; returns the two directories."""
    ours = os.path.join(folder, variant + ".segsmith")
    reference = os.path.join(folder, variant + ".lucene")
    mapping, docs = os.path.join(folder, "mapping.json"), os.path.join(folder, "docs.ndjson")
    request = {"flush_docs": options["flush_docs"], "compound": options["compound"]}
    arguments = ["--flush-docs", str(options["flush_docs"]), "--compound", options["compound"], "--no-merge"]
    if variant == "merged":
        request["force_merge"] = options["force_merge"]
        arguments += ["--force-merge", str(options["force_merge"])]
    if variant == "natural":
        request["natural"] = natural_policy(options)
        arguments.remove("--no-merge")
        arguments += ["--policy", request["natural"]["policy"]]
        for key, value in request["natural"]["set"].items():
            arguments += ["--set", "%s=%s" % (key, value)]
    java.ask("index", mapping=mapping, docs=[docs], output=reference, **request)
    if segsmith:
        segsmith.run("index", "--mapping", mapping, "--output", ours, *segsmith.as_release, *arguments, docs)
    else:
        # Elasticsearch's merges without statistics from metadata must write the same bytes.
        java.ask("index", mapping=mapping, docs=[docs], output=ours, optimized_merge=False, **request)
    return ours, reference


def first_difference(a, b):
    with open(a, "rb") as in_a, open(b, "rb") as in_b:
        for number, line in enumerate(in_a, 1):
            other = in_b.readline()
            if line != other:
                return "line %d: %s | %s" % (number, line[:160].decode(), other[:160].decode())
        other = in_b.readline()
        return "more lines: %s" % other[:160].decode() if other else None


def compare_dumps(java, segsmith, folder, variant, ours, reference):
    prefix = os.path.join(folder, variant + ".dump")
    java.ask("dump", dir=reference, output=prefix)
    for structure in STRUCTURES:
        printed = os.path.join(folder, variant + ".cat." + structure)
        segsmith.run("cat", ours, "--structure", structure, "--raw", output=printed)
        different = first_difference("%s.%s.ndjson" % (prefix, structure), printed)
        if different:
            raise Finding("%s cat %s, Lucene | segsmith: %s" % (variant, structure, different))
    return prefix


def number_fields(folder):
    """Fields whose stored numbers are also their range syntax: name to point bytes and skip flag."""
    with open(os.path.join(folder, "mapping.json"), encoding="utf-8") as source:
        properties = json.load(source)["mappings"]["properties"]
    fields = {}

    def walk(tree, prefix):
        for name, body in tree.items():
            if "properties" in body:
                walk(body["properties"], prefix + name + ".")
            elif body["type"] in ("long", "integer", "short", "byte", "lucene.numeric", "lucene.sorted_numeric"):
                fields[prefix + name] = body
    walk(properties, "")
    return fields


def range_ends(prefix, fields, rng):
    """Some values of each field, from the dump of doc values."""
    seen = collections.defaultdict(list)
    with open(prefix + ".doc_values.ndjson", encoding="utf-8") as dump:
        for line in dump:
            if rng.random() < 0.02 or len(line) < 400 and rng.random() < 0.1:
                row = json.loads(line)
                if row["field"] in fields and len(seen[row["field"]]) < 50:
                    seen[row["field"]].append(row["values"][0])
    return seen


def compare_queries(java, segsmith, folder, prefix, directory, seed):
    rng = random.Random(seed)
    asked = 0
    fields = number_fields(folder)
    fields["_seq_no"] = {}
    for field, ends in sorted(range_ends(prefix, fields, rng).items()):
        if ":" in field or "=" in field:
            continue
        low, high = sorted([rng.choice(ends), rng.choice(ends)])
        expected = java.ask("query", dir=directory, field=field, lo=low, hi=high, via="scan")["count"]
        for via in ("scan", "auto", "skipper", "points"):
            if via in ("skipper", "points"):
                try:
                    answer = java.ask("query", dir=directory, field=field, lo=low, hi=high, via=via)["count"]
                except Finding:
                    continue  # The field has no such structure.
                if answer != expected and high - low < WIDE:
                    raise Finding("Lucene disagrees with itself on %s=%d..%d" % (field, low, high))
            printed = segsmith.run("query", directory, "--range", "%s=%d..%d" % (field, low, high),
                                   "--via", via, "--format", "json")
            count = json.loads(printed)["count"]
            asked += 1
            if count != expected:
                raise Finding("query %s=%d..%d via %s: %d, Lucene %d" % (field, low, high, via, count, expected))
    return asked


def make_schema(seed, folder, doc_values_format):
    """Every third schema of a time-series format is of the general kind."""
    if doc_values_format and seed % 3:
        return time_series_schema.generate(seed, doc_values_format, folder)
    options = random_schema.generate(seed, folder)
    if doc_values_format:
        spec = random.Random(seed).choice(time_series_schema.FORMATS) if doc_values_format == "mixed" else doc_values_format
        time_series_schema.apply_format(os.path.join(folder, "mapping.json"), spec)
    return options


def judge_seed(java, newest, segsmith, seed, folder, totals, doc_values_format=None):
    options = make_schema(seed, folder, doc_values_format)
    for variant in ("flushed", "natural", "merged"):
        ours, reference = index_both(java, segsmith, folder, options, variant)
        compared = expect_equal_and_clean(java, variant, ours, reference)
        totals["indices"] += 1
        for extension, (files, size) in compared["by_extension"].items():
            totals["files"][extension] = totals["files"].get(extension, 0) + files
            totals["bytes"][extension] = totals["bytes"].get(extension, 0) + size
        if segsmith:
            prefix = compare_dumps(java, segsmith, folder, variant, ours, reference)
            totals["queries"] += compare_queries(java, segsmith, folder, prefix, ours, seed)
    if segsmith:
        judge_merge(java, newest, segsmith, folder, seed, doc_values_format)
    elif doc_values_format:
        self_test_merge(java, folder, seed, doc_values_format)
    totals["docs"] += options["docs"]
    count_types(folder, totals["types"])
    return options


def judge_indices(java, segsmith, base, root, totals):
    """Every index below {@code root} is clean and prints what Lucene reads; refusals are told."""
    for directory, _, files in sorted(os.walk(root)):
        if not any(name.startswith("segments_") for name in files):
            continue
        try:
            segsmith.run("check", directory, "--level", "3")
            compare_dumps(java, segsmith, base, "index", directory, directory)
            print("%s: ok" % directory, flush=True)
        except (Finding, subprocess.TimeoutExpired) as finding:
            refused = "unsupported" in str(finding)
            totals["failed"] += not refused
            print("%s: %s: %s" % (directory, "refused" if refused else "FAILED", finding), flush=True)


def merge_format(seed, doc_values_format):
    """One format for all fields of an index that is not made of a mapping; None for Lucene90."""
    if not doc_values_format:
        return {}
    choice = doc_values_format if doc_values_format in time_series_schema.FORMATS else \
        random.Random(seed).choice(time_series_schema.FORMATS)
    return {"doc_values_format": choice}


def judge_merge(maker, java, segsmith, folder, seed, doc_values_format):
    """A merge of segments that number their fields in their own ways, lack fields and have deletions."""
    source = os.path.join(folder, "merge")
    spec = merge_format(seed, doc_values_format)
    maker.ask("foreign_merge", output=source, seed=seed, **spec)
    compare_dumps(java, segsmith, folder, "merge", source, source)
    merge_both(java, segsmith, source, random.Random(seed).choice(["tiered", "log_byte_size", "log_doc"]), spec)


def self_test_merge(java, folder, seed, doc_values_format):
    """The same merge by Elasticsearch's two ways."""
    source = os.path.join(folder, "merge")
    spec = merge_format(seed, doc_values_format)
    java.ask("foreign_merge", output=source, seed=seed, **spec)
    plain = source + ".plain"
    shutil.copytree(source, plain)
    java.ask("force_merge", dir=source, max_segments=1, policy="tiered", **spec)
    java.ask("force_merge", dir=plain, max_segments=1, policy="tiered", optimized_merge=False, **spec)
    expect_equal_and_clean(java, "merge", source, plain)


def merge_both(java, segsmith, source, policy, spec=None):
    ours, reference = "%s.%s.segsmith" % (source, policy), "%s.%s.lucene" % (source, policy)
    shutil.copytree(source, ours)
    shutil.copytree(source, reference)
    segsmith.run("merge", ours, "--force", "1", "--policy", policy)
    java.ask("force_merge", dir=reference, max_segments=1, policy=policy, **(spec or {}))
    expect_equal_and_clean(java, policy, ours, reference)


def judge_foreign(maker, java, segsmith, base, totals):
    """Merges of indices that only Lucene makes: copied segments, deletions, blocks, attributes. They are
    made by the release of {@code maker} and merged as the newest one does."""
    folder = os.path.join(base, "foreign")
    shutil.rmtree(folder, ignore_errors=True)
    for name in maker.ask("foreign", output=folder)["names"]:
        try:
            source = os.path.join(folder, name)
            compare_dumps(java, segsmith, folder, name, source, source)
            for policy in ("tiered", "log_byte_size", "log_doc"):
                merge_both(java, segsmith, source, policy)
            print("foreign %s: ok" % name, flush=True)
        except (Finding, subprocess.TimeoutExpired) as finding:
            totals["failed"] += 1
            totals["failures"]["foreign " + name] = str(finding)
            print("foreign %s: FAILED: %s" % (name, finding), flush=True)


def expect_equal_and_clean(java, variant, ours, reference):
    compared = java.ask("compare_bytes", a=ours, b=reference)
    if not compared["equal"]:
        first = compared["differences"][0]
        raise Finding("%s bytes: %s%s at %d: %s" % (variant, first["file"], ":" + first["inner_file"]
                      if first["inner_file"] else "", first["offset"], first["what"]))
    checked = java.ask("check", dir=ours)
    if not checked["clean"]:
        raise Finding("%s CheckIndex: %s" % (variant, checked["output"][-300:]))
    return compared


def count_types(folder, types):
    with open(os.path.join(folder, "mapping.json"), encoding="utf-8") as source:
        properties = json.load(source)["mappings"]["properties"]

    def walk(tree):
        for body in tree.values():
            if "type" in body:
                types[body["type"]] = types.get(body["type"], 0) + 1
            walk(body.get("properties", {}))
            walk(body.get("fields", {}))
    walk(properties)


def seed_range(text):
    first, _, last = text.partition("..")
    return range(int(first), int(last or first) + 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=seed_range, default=seed_range("1..40"), metavar="A..B")
    parser.add_argument("--segsmith", default=os.path.join(HERE, "..", "build", "segsmith"))
    parser.add_argument("--lucene-version", metavar="V", help="write as, and judge by, another release than 10.6.0")
    parser.add_argument("--doc-values-format", metavar="SPEC", help="a time-series format, `default` or `mixed`")
    parser.add_argument("--indices", metavar="DIR", help="compare what is read from each index below DIR, then end")
    parser.add_argument("--self-test", action="store_true", help="Lucene on both sides: tests the judge alone")
    parser.add_argument("--keep", metavar="DIR", help="keep each seed's folder below DIR")
    parser.add_argument("--report", metavar="FILE", help="write counts of releases, formats and cases as JSON")
    arguments = parser.parse_args()
    segsmith = None if arguments.self_test else Segsmith(os.path.abspath(arguments.segsmith), arguments.lucene_version)
    if segsmith and not os.access(segsmith.program, os.X_OK):
        print("judge: %s is not built" % segsmith.program, file=sys.stderr)
        return 2
    if arguments.doc_values_format and arguments.lucene_version:
        parser.error("--doc-values-format is judged over the newest Lucene only")
    java = JavaJudge(arguments.lucene_version, bool(arguments.doc_values_format))
    newest = JavaJudge() if arguments.lucene_version else java
    base = arguments.keep or tempfile.mkdtemp(prefix="segsmith-judge-")
    totals = {"lucene": arguments.lucene_version or "10.6.0", "seeds": "%d..%d" % (arguments.seeds[0], arguments.seeds[-1]),
              "passed": 0, "failed": 0, "indices": 0, "docs": 0, "queries": 0,
              "files": {}, "bytes": {}, "types": {}, "failures": {}}
    for seed in [] if arguments.indices else arguments.seeds:
        started = time.monotonic()
        folder = os.path.join(base, "seed-%d" % seed)
        shutil.rmtree(folder, ignore_errors=True)
        try:
            options = judge_seed(java, newest, segsmith, seed, folder, totals, arguments.doc_values_format)
            totals["passed"] += 1
            print("seed %d: ok, %d docs, flush every %d, %.1f s" % (
                seed, options["docs"], options["flush_docs"], time.monotonic() - started), flush=True)
        except (Finding, subprocess.TimeoutExpired) as finding:
            totals["failed"] += 1
            totals["failures"][str(seed)] = str(finding)
            print("seed %d: FAILED: %s" % (seed, finding), flush=True)
        if not arguments.keep:
            shutil.rmtree(folder, ignore_errors=True)
    if segsmith and arguments.indices:
        judge_indices(java, segsmith, base, arguments.indices, totals)
    elif segsmith and not arguments.doc_values_format:
        judge_foreign(java, newest, segsmith, base, totals)
    java.close()
    if newest is not java:
        newest.close()
    if not arguments.keep:
        shutil.rmtree(base, ignore_errors=True)
    if arguments.report:
        with open(arguments.report, "w", encoding="utf-8") as out:
            json.dump(totals, out, indent=1, sort_keys=True)
    print("%d passed, %d failed" % (totals["passed"], totals["failed"]))
    return 1 if totals["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
