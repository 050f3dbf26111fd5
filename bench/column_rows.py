# SPDX-License-Identifier: Apache-2.0
"""Rows of doc values alone, flushed and merged: generated documents, no JSON, objects reused.

Values of a field follow from its name (bench/generated_documents.cc and BenchColumns.java make the same).
Before a time counts, both sides' last index is compared byte for byte.
"""
import json
import shutil
import subprocess
import sys

from rows import report_row, row
from sides import ROOT, ours

MEMORY = ROOT / "build" / "segsmith_merge_memory"
NUMBER, NUMBERS, TERM, TERMS = "lucene.numeric", "lucene.sorted_numeric", "lucene.sorted", "lucene.sorted_set"

# Name: (fields, values a document). Fields named `_skip` have a skip index.
SCHEMAS = {
    "metrics": ({"timestamp_skip": NUMBER, "gauge": NUMBER, "counter": NUMBER, "code": NUMBER, "host_skip": TERMS,
                 "pod": TERMS, "sparse": NUMBER, "multi": NUMBERS}, 8.1),
    "numbers": ({"timestamp": NUMBER, "gauge": NUMBER, "counter": NUMBER, "code": NUMBER}, 4),
    "keywords of 100 and 10,000 terms": ({"host": TERM, "pod": TERM}, 2),
    "numbers, one to three a document": ({"multi": NUMBERS}, 2),
    "numbers in a tenth of the documents": ({"sparse": NUMBER}, 0.1),
    "numbers with a skip index": ({"timestamp_skip": NUMBER, "gauge_skip": NUMBER}, 2),
}
SORT = {"index.sort.field": ["pod", "timestamp_skip"], "index.sort.order": ["asc", "desc"]}
SEGMENTS = 10
MIXED_DOCUMENTS, KIND_DOCUMENTS = 1_000_000, 300_000


def mapping(path, schema, settings):
    properties = {name: {"type": kind, **({"skip_index": True} if name.endswith("_skip") else {})}
                  for name, kind in SCHEMAS[schema][0].items()}
    path.write_text(json.dumps({"settings": settings, "mappings": {"properties": properties}}))
    return str(path)


def measured(jvm, scratch, schema, settings, documents, runs):
    """Results of both sides, whose indices are equal."""
    command = {"what": ["columns"], "mapping": mapping(scratch / "columns.mapping.json", schema, settings),
               "documents": documents, "segments": SEGMENTS, "merge": True, "runs": runs}
    folders = {"a": str(scratch / "columns-ours"), "b": str(scratch / "columns-java")}
    mine = ours({**command, "output": folders["a"]})
    java = jvm.run({**command, "output": folders["b"], "warmup_runs": 2})["results"]
    compared = jvm.run({"cmd": "compare_bytes", **folders})
    if not compared["equal"]:
        sys.exit(f"{schema}: the indices differ: {compared['differences'][:3]}")
    for name, result in ours({**command, "output": folders["a"]}).items():
        mine[name]["ns"] += result["ns"]
    for folder in folders.values():
        shutil.rmtree(folder)
    return mine, java


def mixed_rows(jvm, scratch, runs):
    for settings, order, goals in (({}, "plain", {"flush": 8, "merge": 10}),
                                   (SORT, "index-sorted", {"flush": 6, "merge": 6})):
        mine, java = measured(jvm, scratch, "metrics", settings, MIXED_DOCUMENTS, runs)
        values = SCHEMAS["metrics"][1] * MIXED_DOCUMENTS
        for work, goal in goals.items():
            name = f"{work}, {order}" if work == "flush" else f"{SEGMENTS}-way merge, {order}"
            yield row(name, mine[work], java[work], goal=goal, values=values)


def kind_rows(jvm, scratch, runs):
    for schema, (_, each) in list(SCHEMAS.items())[1:]:
        mine, java = measured(jvm, scratch, schema, {}, KIND_DOCUMENTS, runs)
        for work in ("flush", "merge"):
            yield row(f"{work}: {schema}", mine[work], java[work], values=each * KIND_DOCUMENTS)


def memory_rows(scratch):
    for settings, order in (({}, "plain"), (SORT, "index-sorted")):
        path = mapping(scratch / "memory.mapping.json", "metrics", settings)
        peaks = []
        for documents in (1_000_000, 10_000_000):
            done = subprocess.run([MEMORY, path, str(scratch / "memory"), str(documents)], capture_output=True, text=True)
            if done.returncode != 0:
                sys.exit(f"the memory of a merge was not measured: {done.stderr}")
            shutil.rmtree(scratch / "memory")
            peaks.append(int(done.stdout) / (1 << 20))
        yield report_row(f"peak heap of a {SEGMENTS}-way merge, {order}: 1 and 10 million documents",
                         f"{peaks[0]:.1f} and {peaks[1]:.1f} MB")


def groups(jvm, scratch, runs):
    """(title, how to make its rows)."""
    runs = max(3, runs // 2)
    fields = SCHEMAS["metrics"][1]
    yield (f"Doc values flushed and merged: {MIXED_DOCUMENTS:,} documents of {fields} values in {SEGMENTS} segments",
           lambda: list(mixed_rows(jvm, scratch, runs)))
    yield (f"Doc values by kind: {KIND_DOCUMENTS:,} documents in {SEGMENTS} segments",
           lambda: list(kind_rows(jvm, scratch, runs)))
    yield "Memory of merges", lambda: list(memory_rows(scratch))
