# SPDX-License-Identifier: Apache-2.0
"""Rows of ranges by points and by skip indices over a recorded sample."""
import json
import shutil
import subprocess

from reading_rows import MILLION, TIME, make, range_rows
from rows import row
from sides import ROOT, both

GOAL_COUNT = 2
GOAL_COLLECT_RANDOM = 2.5
GOAL_COLLECT_TIME = 4


def generated_groups(jvm, scratch, runs):
    """Points alone: (title, how to make its rows)."""
    yield "Ranges by points", lambda: list(generated_rows(jvm, scratch, runs))


def generated_rows(jvm, scratch, runs):
    """Half of all documents match, or one in a hundred."""
    docs = 10 * MILLION
    fields = ["bits_56", "time", "late_time"]
    folder = make(scratch / "points-10m", docs, fields, points=fields)

    items = []
    for share in (0.5, 0.01):
        def ways(goal, half=share == 0.5):
            return {"points count": GOAL_COUNT, "points collect": goal if half else None}

        low = int(0.25 * (1 << 56))
        items.append(("bits_56", low, low + int(share * (1 << 56)), ways(GOAL_COLLECT_RANDOM),
                      f"random, {share:.0%} of documents"))
        low = TIME + docs * 10 // 4
        for field, name, goal in (("time", "timestamps", GOAL_COLLECT_TIME), ("late_time", "timestamps up to 20 s late", None)):
            items.append((field, low, low + int(docs * 10 * share), ways(goal), f"{name}, {share:.0%} of documents"))
    yield from range_rows(jvm, folder, docs, items, runs)
    shutil.rmtree(folder, ignore_errors=True)


def with_skipper(mapping):
    """The same mapping with skippers in place of points for @timestamp and _seq_no."""
    mapping["settings"]["index.mapping.use_doc_values_skipper"] = True
    return mapping


def time_bounds(folder):
    """The middle third of the index's @timestamp range, in milliseconds."""
    command = [ROOT / "build/segsmith", "cat", folder, "--structure", "doc_values", "--field", "@timestamp", "--raw"]
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    values = sorted(json.loads(line)["values"][0] for line in out)
    return values[len(values) // 3], values[2 * len(values) // 3]


def groups(jvm, scratch, docs, documents, runs):
    """(title, how to make its rows); `docs()` is the sample of `documents` lines."""
    yield (f"Ranges over {documents:,} documents of metrics, sorted by time",
           lambda: list(sample_rows(jvm, scratch, docs(), documents, runs)))


def sample_rows(jvm, scratch, docs, documents, runs):
    mapping = ROOT / "samples/metrics.mapping.json"
    skippers = scratch / "skippers.mapping.json"
    skippers.write_text(json.dumps(with_skipper(json.loads(mapping.read_text()))))
    for label, used in (("points", mapping), ("skippers", skippers)):
        folder = scratch / label
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([ROOT / "build/segsmith", "index", "--mapping", used, "--output", folder, "--no-merge",
                        "--force-merge", "1", docs], check=True, capture_output=True)
        n = documents
        low, high = time_bounds(folder)
        ranges = [{"field": "_seq_no", "lo": n // 4, "hi": n // 2},
                  {"field": "_seq_no", "lo": n // 3, "hi": n // 3 + n // 100},
                  {"field": "@timestamp", "lo": low, "hi": high}]
        mine, java = both(jvm, {"what": ["ranges"], "dir": str(folder), "ranges": ranges, "runs": runs, "warmup_ms": 250})
        for name in mine:
            yield row(f"{label}: {name}", mine[name], java[name])
        shutil.rmtree(folder, ignore_errors=True)
