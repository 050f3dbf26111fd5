# SPDX-License-Identifier: Apache-2.0
"""Rows of ranges by points and by skip indices over a recorded sample."""
import json
import shutil
import subprocess

from rows import row
from sides import ROOT, both


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
    """(title, rows); `docs` is the sample of `documents` lines."""
    mapping = ROOT / "samples/metrics.mapping.json"
    skippers = scratch / "skippers.mapping.json"
    skippers.write_text(json.dumps(with_skipper(json.loads(mapping.read_text()))))
    rows = []
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
        rows += [row(f"{label}: {name}", mine[name], java[name]) for name in mine]
        shutil.rmtree(folder, ignore_errors=True)
    yield f"Ranges over {documents:,} documents of metrics, sorted by time", rows
