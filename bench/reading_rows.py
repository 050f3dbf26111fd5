# SPDX-License-Identifier: Apache-2.0
"""Rows of decoding and of ranges over doc values that the bench makes itself."""
import functools
import shutil

from rows import report_row, row
from sides import both, fresh_jvm, ours

MILLION = 1_000_000
ALIGNED = [8, 16, 24, 32, 40, 48, 56, 64]
OTHERS = [1, 2, 4, 12, 20, 28]
TIME = 1_700_000_000_000

# What issue and design ask for, as ratios of Java's time to ours.
GOAL_ALIGNED = 3.5
GOAL_12_AND_20 = 6
GOAL_VARYING_BLOCKS = 10
GOAL_RANGE = 9
GOAL_SKIPPER_RANDOM = 10
GOAL_SKIPPER_TIME = 5
# A reader holds metadata only, and of stored fields where each chunk begins (1,024 documents of the made
# indices): nothing for a document or a value.
HEAP_FIXED, HEAP_A_FIELD, HEAP_A_CHUNK, CHUNK_DOCS = 16 << 10, 4 << 10, 16, 1024


def make(folder, docs, fields, skip_index=(), points=()):
    shutil.rmtree(folder, ignore_errors=True)
    ours({"what": ["make"], "dir": str(folder), "docs": docs, "fields": fields, "skip_index": list(skip_index),
          "points": list(points)})
    return folder


def goal_of(field):
    """The goal of decoding a field in a JVM that has seen many fields."""
    bits = int(field[5:]) if field.startswith("bits_") else None
    if field == "time":
        return GOAL_VARYING_BLOCKS
    return GOAL_ALIGNED if bits in ALIGNED else GOAL_12_AND_20 if bits in (12, 20) else None


def title_of(field):
    names = {"time": "varying blocks (a timestamp)", "gcd": "gcd (20 bits)", "table": "table of 200 values"}
    return names.get(field) or field.replace("_", " ").replace("bits ", "") + " bits"


def decode_rows(jvm, folder, docs, fields, runs):
    command = {"what": ["decode"], "dir": str(folder), "fields": fields, "bulk_only": True, "runs": runs, "warmup_ms": 250}
    mine, java = both(jvm, command)
    for field in fields:
        name = f"bulk decode of {field}"
        yield row(f"{title_of(field)}, {docs // MILLION}M docs", mine[name], java[name], goal=goal_of(field), values=docs)


def fresh_rows(folder, docs, fields, runs):
    """Each against a JVM that has seen no other field."""
    for field in fields:
        command = {"what": ["decode"], "dir": str(folder), "fields": [field], "fresh": True, "bulk_only": True,
                   "runs": runs, "warmup_ms": 250}
        name = f"bulk decode of {field}"
        mine, java = ours(command)[name], fresh_jvm(command)[name]
        yield row(f"{title_of(field)}, {docs // MILLION}M docs, fresh one-field JVM", mine, java,
                  goal=goal_of(field), values=docs)


def iteration_rows(jvm, folder, fields, runs):
    """Documents with their values where not all have one."""
    command = {"what": ["decode"], "dir": str(folder), "fields": fields, "runs": runs, "warmup_ms": 250}
    mine, java = both(jvm, command)
    shares = {"sparse": "one document in 50", "dense": "two of three documents"}
    for field in fields:
        name = f"sequential decode of {field}"
        yield row(f"documents and values, {shares[field]}, 1M docs", mine[name], java[name])


def heap_row(folder, docs, fields):
    """Heap of an open index, all fields' parts built."""
    found = ours({"what": ["open"], "dir": str(folder)})["heap of an open reader"]["checksum"]
    limit = HEAP_FIXED + HEAP_A_FIELD * fields + HEAP_A_CHUNK * docs // CHUNK_DOCS
    return report_row(f"heap of an open reader, {fields} fields, {docs // MILLION}M docs", f"{found / 1024:.0f} KB",
                      goal="16 KB, 4 KB a field, 16 bytes a chunk of stored fields", met=found <= limit)


def random_range(bits, share):
    """Bounds that `share` of the random values of a width lie in; not of 64 bits, where Lucene 10.6.0
    misses matches (rangeIntoBitSet saturates bounds that lie 2^63 or more above the smallest value)."""
    low = int(0.3 * (1 << bits))
    return low, low + int(share * (1 << bits))


def range_rows(jvm, folder, docs, items, runs):
    """`items`: (field, low, high, {way: goal}, text)."""
    ranges = [{"field": f, "lo": low, "hi": high, "ways": list(ways)} for f, low, high, ways, _ in items]
    mine, java = both(jvm, {"what": ["ranges"], "dir": str(folder), "ranges": ranges, "runs": runs, "warmup_ms": 250})
    for field, low, high, ways, text in items:
        for way, goal in ways.items():
            name = f"{way} {field}={low}..{high}"
            per = docs if way == "range to bitset" else None
            yield row(f"{way}, {text}, {docs // MILLION}M docs", mine[name], java[name], goal=goal, values=per)


def random_items(ways, widths, shares):
    for bits in widths:
        for share in shares:
            low, high = random_range(bits, share)
            yield f"bits_{bits}", low, high, ways, f"{bits} random bits, {share:.1%} match"


def time_items(docs, ways):
    for share in (0.01, 1 / 3):
        low = TIME + docs * 10 // 4
        yield "time", low, low + int(docs * 10 * share), ways, f"timestamp, {share:.0%} match"


def groups(jvm, scratch, runs):
    """(title, how to make its rows) of everything that reads. The indices are made when they are asked for first."""
    widths = [f"bits_{b}" for b in ALIGNED + OTHERS]
    bitset = {"range to bitset": GOAL_RANGE}
    skipper = {"skipper count": GOAL_SKIPPER_RANDOM, "skipper collect": None}
    skipper_time = {"skipper count": GOAL_SKIPPER_TIME, "skipper collect": None}
    fresh = [f"bits_{b}" for b in sorted(ALIGNED + [12, 20])] + ["time"]

    @functools.cache
    def small():
        return make(scratch / "read-1m", MILLION, widths + ["gcd", "table", "time", "sparse", "dense"])

    @functools.cache
    def large():
        return make(scratch / "read-10m", 10 * MILLION, ["bits_12", "bits_20", "time"], ["bits_20", "time"])

    yield "Bulk decode", lambda: [
        *decode_rows(jvm, small(), MILLION, widths + ["gcd", "table", "time"], runs),
        *decode_rows(jvm, large(), 10 * MILLION, ["bits_12", "bits_20", "time"], runs),
        *iteration_rows(jvm, small(), ["sparse", "dense"], runs),
    ]
    yield "Bulk decode, fresh one-field JVM", lambda: list(fresh_rows(small(), MILLION, fresh, runs))
    yield "Range to bitset", lambda: [
        *range_rows(jvm, small(), MILLION, list(random_items(bitset, [8, 20, 32, 56], [0.01, 0.1, 0.5])), runs),
        *range_rows(jvm, small(), MILLION, list(time_items(MILLION, bitset)), runs),
        *range_rows(jvm, large(), 10 * MILLION, list(random_items(bitset, [20], [0.1, 0.5])), runs),
    ]
    yield "Ranges through the skip index", lambda: [
        *range_rows(jvm, large(), 10 * MILLION, list(random_items(skipper, [20], [0.1, 0.5])), runs),
        *range_rows(jvm, large(), 10 * MILLION, list(time_items(10 * MILLION, skipper_time)), runs),
    ]
    yield "Memory of a reader", lambda: [heap_row(small(), MILLION, len(widths) + 5), heap_row(large(), 10 * MILLION, 3)]
    for name in ("read-1m", "read-10m"):
        shutil.rmtree(scratch / name, ignore_errors=True)
