# SPDX-License-Identifier: Apache-2.0
"""Rows of Elasticsearch's time-series doc values, against the classes of Elasticsearch 9.3.3 over the same Lucene."""
from rows import row
from sides import Jvm, both

PATTERNS = ["gauge", "jitter", "constant", "counter", "timestamp", "decimals"]
BLOCKS = [128, 512]
VALUES = 64 * 512

# As ratios of Java's time to ours; delta is taken in jitter and timestamp.
GOALS = {("decode", "gauge"): 4, ("decode", "jitter"): 3.3, ("decode", "timestamp"): 3.3, ("decode", "decimals"): 3.3,
         ("encode", "gauge"): 6, ("encode", "jitter"): 3, ("encode", "constant"): 2.5, ("encode", "decimals"): 6}


def block_rows(jvm, folder, runs):
    """Blocks in memory; the bytes of both sides are compared by their checksum."""
    folder.mkdir(parents=True, exist_ok=True)
    command = {"what": ["blocks"], "dir": str(folder), "patterns": PATTERNS, "block_sizes": BLOCKS, "runs": runs, "warmup_ms": 250}
    mine, java = both(jvm, command)
    for work in ("encode", "decode"):
        for size in BLOCKS:
            for pattern in PATTERNS:
                name = f"{work} {pattern} {size}"
                yield row(f"{work}, {pattern}, blocks of {size}", mine[name], java[name], goal=GOALS.get((work, pattern)), values=VALUES)


def groups(scratch, runs):
    """(title, how to make its rows), in a JVM of their own: Elasticsearch's classes are found in no other."""
    def rows():
        jvm = Jvm(elasticsearch=True)
        made = list(block_rows(jvm, scratch / "blocks", runs))
        jvm.close()
        return made

    yield "Blocks of ES819TSDB, against Elasticsearch 9.3.3", rows
