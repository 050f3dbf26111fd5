# SPDX-License-Identifier: Apache-2.0
"""Rows of indexing, flushing and merging."""
import subprocess
import sys

import column_rows
from rows import report_row, row
from sides import ROOT, both, ours


def head(source, target, documents):
    """The first documents of a compressed sample."""
    with subprocess.Popen(["zstd", "-dcq", source], stdout=subprocess.PIPE) as unpacked, open(target, "wb") as out:
        for _ in range(documents):
            line = unpacked.stdout.readline()
            if not line:
                break
            out.write(line)
        unpacked.stdout.close()


def sample_rows(jvm, mapping, docs, scratch, runs):
    """Indexing with flushes, then a forced merge. Bytes differ only by `.si` diagnostics."""
    command = {"what": ["index"], "mapping": str(mapping), "docs": [str(docs)], "flush_docs": 20000,
               "force_merge": 1, "runs": runs, "output": str(scratch / "bench-index")}
    mine, java = ours(command), jvm.run({**command, "warmup_runs": 2})["results"]
    label = mapping.name.split(".")[0]
    close = abs(mine["index"]["checksum"] - java["index"]["checksum"]) < 4096
    if not close:
        sys.exit(f"index sizes differ: {mine['index']['checksum']} and {java['index']['checksum']}")
    yield row(f"{label}: indexing, Java with JSON parsing", mine["index"], java["index"], same_checksum=False)
    yield row(f"{label}: indexing, Java without JSON parsing", mine["index"], java["index without JSON"], same_checksum=False)
    yield row(f"{label}: flush", mine["flush"], java["flush"], same_checksum=False)
    key = "forced merge after indexing"
    yield row(f"{label}: forced merge", mine[key], java[key], same_checksum=False)


POINTS = 1_000_000
POINT_GOALS = {"1-D flush": 5, "2-D flush": 4, "10-way 1-D merge": 4}
MOST_MEMORY = 1.5


def point_rows(jvm, scratch, runs):
    """Trees of random points by Lucene's BKDWriter and ours, equal by the checksum of their bytes."""
    mine, java = both(jvm, {"what": ["points"], "points": POINTS, "runs": runs})
    for name, goal in POINT_GOALS.items():
        yield row(name, mine[name], java[name], goal=goal, values=POINTS)
    peaks = ours({"what": ["points"], "points": 8 * POINTS, "peak": str(scratch / "bench-peak")})
    for name, peak in peaks.items():
        times = peak["ns"][0] / 1000
        yield report_row(f"{name}: memory at its peak, of the points' own", f"{times:.2f}",
                         goal=f"at most {MOST_MEMORY:g}", met=times <= MOST_MEMORY)


def groups(jvm, scratch, documents, runs):
    """(title, how to make its rows) of everything that writes."""
    def indexing_rows():
        for sample in ("metrics", "metrics-wide"):
            docs = scratch / f"{sample}.ndjson"
            head(ROOT / f"samples/{sample}.ndjson.zst", docs, documents)
            yield from sample_rows(jvm, ROOT / f"samples/{sample}.mapping.json", docs, scratch, runs)

    yield f"Writing trees of {POINTS:,} random points of 8 bytes", lambda: list(point_rows(jvm, scratch, runs))
    yield f"Indexing {documents:,} documents of the samples", lambda: list(indexing_rows())
    yield from column_rows.groups(jvm, scratch, runs)
