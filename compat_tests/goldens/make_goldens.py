#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the golden indices beside this file with Lucene 10.6.0 (or an older release): NAME/{index/,
mapping.json, docs.ndjson, options.json, expected.STRUCTURE.ndjson}. Files over 32 KB but the index are
compressed (.zst). Those with updates have no documents: NAME/{index/, merged/ (the same, merged to one
segment), options.json, expected.STRUCTURE.ndjson}.

    make_goldens.py [NAME...]      makes all, or the named ones, anew

options.json says how the documents were indexed: flush_docs, force_merge (0: none), compound, and
points_budget and lucene_version where they are not Lucene's and 10.6.0.
expected.STRUCTURE.ndjson is what `segsmith cat NAME/index --structure STRUCTURE --raw` must print.
Segment ids are random, so a golden made again differs from the committed one in its ids.
"""
import base64
import json
import os
import random
import shutil
import subprocess
import sys

# Lucene notes the kernel in every .si; goldens should not depend on the machine that made them.
os.environ["JUDGE_JAVA_OPTS"] = "-Dos.version=0"
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import judge  # noqa: E402
import schema_values as values  # noqa: E402

BIG = 32 * 1024
GOLDENS = {}


def golden(function):
    """Registers a maker: it returns settings, properties, documents (dicts), options."""
    GOLDENS[function.__name__] = function
    return function


def options(flush_docs=0, force_merge=0, compound="never", **more):
    return dict(more, flush_docs=flush_docs, force_merge=force_merge, compound=compound)


def numeric(skip=False):
    return {"type": "lucene.numeric", "skip_index": skip}


@golden
def numeric_encodings(rng):
    """Constant, table, gcd, minimum dropped to 0, and each packed width, dense and sorted-numeric."""
    widths = [1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 63]
    properties = {name: numeric() for name in
                  ["constant", "constant_low", "table", "gcd", "min_to_zero", "timestamps", "extremes", "full"]}
    properties.update({"bits_%02d" % w: numeric() for w in widths})
    properties.update({"multi": {"type": "lucene.sorted_numeric"}, "single": {"type": "lucene.sorted_numeric"}})
    table = [rng.getrandbits(62) for _ in range(40)]

    def document(i):
        doc = {"constant": 42, "constant_low": -(1 << 63), "table": rng.choice(table),
               "gcd": 7 + 3600000 * rng.randint(0, 999), "min_to_zero": 100 + rng.getrandbits(9),
               "timestamps": 1790000000000 + 1000 * i, "full": rng.getrandbits(64) - (1 << 63),
               "extremes": rng.choice([-(1 << 63), (1 << 63) - 1, 0, -1, 1]),
               "multi": [rng.randint(-50, 50) for _ in range(i % 4)], "single": [rng.randint(0, 1 << 20)]}
        doc.update({"bits_%02d" % w: -5 + rng.getrandbits(w) for w in widths})
        return doc
    return {}, properties, [document(i) for i in range(600)], options()


@golden
def numeric_blocks(rng):
    """More than 16,384 values whose widths differ by block; a last block of one value."""
    widths = [3, 0, 13]

    def document(i):
        return {"v": rng.getrandbits(widths[i // 16384]) if widths[i // 16384] else 7}
    docs = [document(i) for i in range(2 * 16384)] + [{"v": 5000}]
    return {}, {"v": numeric()}, docs, options()


@golden
def sparse(rng):
    """Docs-with-field blocks: sparse, dense with ranks, full, skipped; and fields never or once present."""
    def document(i):
        doc = {}
        if i % 3 == 0 or i >= 65536:
            doc["dense"] = i % 2
        if rng.random() < 0.01:
            doc["thin"] = i % 4
        if i < 65536:
            doc["full_then_none"] = 1
        if i == 69999:
            doc["last"] = 9
        if i % 7000 == 0:
            doc["rare_words"] = "w%d" % (i % 3)
        return doc
    properties = {name: numeric() for name in ["dense", "thin", "full_then_none", "last", "never"]}
    properties["rare_words"] = {"type": "lucene.sorted_set"}
    return {}, properties, [document(i) for i in range(70000)], options()


@golden
def skip_index(rng):
    """Skip indexes of four levels on each type, constant runs that let an interval grow, gaps."""
    def document(i):
        doc = {"runs": i // 900, "up": i, "noise": [rng.randint(-9, 9)] * (i % 3), "word": "w%02d" % (i // 50 % 60)}
        if i % 11:
            doc["words"] = ["t%d" % (i % 13), "t%d" % (i % 17)]
        return doc
    properties = {"runs": numeric(True), "up": numeric(True), "empty": numeric(True),
                  "noise": {"type": "lucene.sorted_numeric", "skip_index": True},
                  "word": {"type": "lucene.sorted", "skip_index": True},
                  "words": {"type": "lucene.sorted_set", "skip_index": True}}
    return {"segsmith.skip_index_interval_size": 4}, properties, [document(i) for i in range(5000)], options()


@golden
def terms(rng):
    """Dictionaries of 1, 64, 65 and 2,100 terms, shared prefixes of every length, the reverse index."""
    prefix = "metrics/kubernetes/"

    def document(i):
        return {"one": "only", "block": "k%02d" % (i % 64), "block_and_one": "k%02d" % (i % 65),
                "many": prefix + "%s/%05d" % ("x" * (i % 40), i),
                "set": ["host-%03d" % (i * 7 % 1100), "é%d" % (i % 5), ""][: 1 + i % 3],
                "single_set": {"hex": "%08x" % (i * i)}}
    properties = {name: {"type": "lucene.sorted"} for name in ["one", "block", "block_and_one", "many"]}
    properties.update({"set": {"type": "lucene.sorted_set"}, "single_set": {"type": "lucene.sorted_set"}})
    return {}, properties, [document(i) for i in range(2100)], options()


@golden
def binary(rng):
    """Binary values of one length, of many lengths, sparse, empty, long."""
    def document(i):
        doc = {"fixed": {"hex": rng.randbytes(6).hex()}, "varied": {"hex": rng.randbytes(i % 23).hex()}}
        if i % 5 == 0:
            doc["sparse"] = "text %d" % i
        if i == 300:
            doc["long"] = {"hex": rng.randbytes(9000).hex()}
        elif i % 100 == 0:
            doc["long"] = ""
        return doc
    properties = {name: {"type": "lucene.binary"} for name in ["fixed", "varied", "sparse", "long", "never"]}
    return {}, properties, [document(i) for i in range(700)], options()


@golden
def points(rng):
    """1-D points of 2, 4, 8 and 16 bytes: equal leaves, low cardinality, many leaves, several a document."""
    few = [rng.randbytes(16) for _ in range(5)]

    def document(i):
        return {"p2": {"hex": rng.randbytes(2).hex()}, "p4": [[i * 3], [-(i % 9)]], "p8": rng.getrandbits(63) - (1 << 62),
                "p8_sorted": 1790000000000 + i, "p8_equal": 77, "p16_few": {"hex": rng.choice(few).hex()},
                "p16_prefix": {"hex": "20010db8" * 3 + rng.randbytes(4).hex()}}
    properties = {name: {"type": "lucene.points", "dims": 1, "bytes": int(name[1:].split("_")[0])}
                  for name in ["p2", "p4", "p8", "p8_sorted", "p8_equal", "p16_few", "p16_prefix"]}
    return {}, properties, [document(i) for i in range(2600)], options()


ND_SHAPES = {"p2x4": (2, 2, 4), "p3x1_of_2": (3, 2, 1), "p5x4_of_1": (5, 1, 4), "p4x2": (4, 4, 2), "p16x2_of_8": (16, 8, 2)}


def nd_properties():
    properties = {name: {"type": "lucene.points", "dims": dims, "index_dims": index_dims, "bytes": width}
                  for name, (dims, index_dims, width) in ND_SHAPES.items()}
    properties["place"] = {"type": "geo_point"}
    return properties


def nd_document(rng, few, i):
    """Several points a document that share coordinates: the order of equal ones shows in the bytes."""
    doc = {"place": ["%.4f,%.4f" % (rng.uniform(-90, 90), rng.uniform(-180, 180))]}
    for name, (dims, _, width) in ND_SHAPES.items():
        def point():
            pools = few[width] if i % 2 else few[width][:3]
            return {"hex": "".join(rng.choice(pools).hex() for _ in range(dims))}
        if name == "p5x4_of_1" and i % 3:
            continue
        doc[name] = [point() for _ in range(1 + (i * 7 + len(name)) % 3)]
    return doc


@golden
def points_nd(rng):
    """Points of 2 to 16 dimensions, several a document, of few coordinates; a sorted segment."""
    few = {width: [rng.randbytes(width) for _ in range(40)] for width in (1, 2, 4)}
    docs = [dict(nd_document(rng, few, i), s=rng.randint(0, 99)) for i in range(400)]
    properties = dict(nd_properties(), s={"type": "lucene.numeric"})
    return {"index.sort.field": "s"}, properties, docs, options()


@golden
def points_nd_merged(rng):
    """The same merged from four segments, the largest fields through files."""
    few = {width: [rng.randbytes(width) for _ in range(40)] for width in (1, 2, 4)}
    docs = [nd_document(rng, few, i) for i in range(600)]
    return {}, nd_properties(), docs, dict(options(flush_docs=160, force_merge=1), points_budget=0.018)


def stored_document(rng, i):
    return {"i": i * i - 500, "l": rng.choice([0, 1700000000000, 3600000 * i, -86400000, 1 << 62, i]),
            "f": rng.choice([1.0, -1.0, 0.0, -0.0, 124.0, 3.25, -2.5e10, 126.0]),
            "d": rng.choice([1.0, -0.0, 124.0, 0.1, -1.5, 1e300, 2.0 ** -149]),
            "b": i % 3 == 0, "k": ["word%d" % (i % 9)] * (1 + i % 2), "u": (1 << 64) - 1 - i,
            "bin": base64.b64encode(rng.randbytes(i % 12)).decode(), "when": "2026-11-30T10:%02d:00Z" % (i % 60),
            "text": " ".join(rng.choice(["alpha", "beta", "gamma", "delta"]) for _ in range(1 + i % 40))}


def stored_properties():
    kinds = {"i": "integer", "l": "long", "f": "float", "d": "double", "b": "boolean", "k": "keyword",
             "u": "unsigned_long", "bin": "binary", "when": "date"}
    properties = {name: {"type": kind, "store": True, "index": False} for name, kind in kinds.items()}
    for name in properties:
        if name in ("k", "b", "bin"):
            del properties[name]["index"]
    properties["text"] = {"type": "text"}
    return properties


@golden
def stored_lz4(rng):
    """Stored fields BEST_SPEED: every value type, several chunks, a sliced chunk."""
    docs = [stored_document(rng, i) for i in range(900)]
    docs[450]["text"] = rng.randbytes(90000).hex()
    return {}, stored_properties(), docs, options(flush_docs=600)


@golden
def stored_deflate(rng):
    """Stored fields BEST_COMPRESSION, merged by whole chunks and by document."""
    docs = [stored_document(rng, i) for i in range(1500)]
    return {"index.codec": "best_compression"}, stored_properties(), docs, options(flush_docs=1000, force_merge=1)


@golden
def compound(rng):
    """Compound segments of one commit, with points, doc values and stored fields inside."""
    docs = [{"n": i, "k": "v%d" % (i % 5)} for i in range(90)]
    return {}, {"n": {"type": "long"}, "k": {"type": "keyword"}}, docs, options(flush_docs=40, compound="auto")


@golden
def index_sort(rng):
    """Sorted by three keys with missing values first and last, merged from four sorted segments."""
    def document(i):
        doc = {"a": rng.randint(0, 5), "tags": rng.sample(["x", "y", "z", "zz"], rng.randint(0, 3)), "n": i}
        if rng.random() < 0.8:
            doc["when"] = 1790000000000 + rng.randint(0, 300)
        return doc
    settings = {"index.sort.field": ["a", "tags", "when"], "index.sort.order": ["desc", "asc", "desc"],
                "index.sort.missing": ["_last", "_first", "_last"]}
    properties = {"a": {"type": "byte"}, "tags": {"type": "keyword"}, "when": {"type": "date"}, "n": {"type": "integer"}}
    return settings, properties, [document(i) for i in range(800)], options(flush_docs=200, force_merge=1)


def log_document(rng, i):
    return {"@timestamp": values.iso(1790000000000 + 250 * i + rng.randint(0, 2000)),
            "host": {"name": "host-%d" % (i % 6)}, "level": rng.choice(["info", "info", "info", "warn", "error"]),
            "status": rng.choice([200, 200, 404, 500]), "took": round(rng.expovariate(0.1), 3),
            "client": "10.1.%d.%d" % (rng.randint(0, 3), rng.randint(0, 255)), "bytes": rng.getrandbits(14)}


LOG_PROPERTIES = {"@timestamp": {"type": "date"}, "host": {"properties": {"name": {"type": "keyword"}}},
                  "level": {"type": "keyword"}, "status": {"type": "short"}, "took": {"type": "half_float"},
                  "client": {"type": "ip"}, "bytes": {"type": "scaled_float", "scaling_factor": 10}}


@golden
def logsdb_merged(rng):
    """logsdb with skippers in place of points for @timestamp and _seq_no; one merged segment."""
    settings = {"index.mode": "logsdb", "segsmith.doc_values_format": "Lucene90",
                "index.mapping.use_doc_values_skipper": True, "index.sort.field": ["host.name", "@timestamp"],
                "index.sort.order": ["asc", "desc"], "segsmith.skip_index_interval_size": 16}
    docs = [log_document(rng, i) for i in range(1500)]
    return settings, LOG_PROPERTIES, docs, options(flush_docs=300, force_merge=1, compound="auto")


@golden
def standard(rng):
    """A standard index with points for everything, three segments, a field that appears late."""
    docs = [log_document(rng, i) for i in range(1000)]
    for doc in docs[:500]:
        del doc["status"]
    return {}, LOG_PROPERTIES, docs, options(flush_docs=400)


def release_case(rng, **how):
    """Every kind of file and doc values; skip indexes and docs-with-field sets beside values in one file."""
    def document(i):
        doc = {"n": rng.getrandbits(20), "p": i * 3 % 71, "word": "w%d" % (i % 70), "name": "n%03d" % (i * 7 % 130)}
        if i % 3:
            doc.update({"sparse": i // 7, "numbers": [rng.randint(0, 99)] * (1 + i % 3), "words": ["a%d" % (i % 9), "b"],
                        "bytes": {"hex": rng.randbytes(i % 5).hex()}})
        return doc
    properties = {"n": numeric(True), "sparse": numeric(True), "numbers": {"type": "lucene.sorted_numeric", "skip_index": True},
                  "word": {"type": "lucene.sorted", "skip_index": True}, "name": {"type": "keyword", "store": True},
                  "words": {"type": "lucene.sorted_set", "skip_index": True}, "bytes": {"type": "lucene.binary"},
                  "p": {"type": "integer"}}
    return {"segsmith.skip_index_interval_size": 16}, properties, [document(i) for i in range(500)], options(**how)


@golden
def release_10_4_flushed(rng):
    """As Lucene 10.4.0: doc values version 0, flushed."""
    return release_case(rng, flush_docs=300, lucene_version="10.4.0")


@golden
def release_10_4_merged(rng):
    """As Lucene 10.4.0: doc values version 0, sorted and merged, compound."""
    settings, properties, docs, how = release_case(
        rng, flush_docs=100, force_merge=1, compound="auto", lucene_version="10.4.0")
    settings.update({"index.sort.field": ["p"], "index.sort.order": ["desc"]})
    return settings, properties, docs, how


@golden
def release_10_5_flushed(rng):
    """As Lucene 10.5.0: doc values version 2, flushed, compound."""
    return release_case(rng, flush_docs=300, compound="auto", lucene_version="10.5.0")


@golden
def release_10_5_merged(rng):
    """As Lucene 10.5.0: doc values version 2, merged."""
    return release_case(rng, flush_docs=100, force_merge=1, lucene_version="10.5.0")


# Indices with updates, by the judge's command foreign_updates.
UPDATES = {"updates_resets": "Several generations of numeric and binary updates, values taken away.",
           "updates_soft_deletes": "A soft-deletes field set by updates.",
           "updates_overlays": "Overlays of single documents over a base (10.6)."}


def write(path, data):
    """Writes text bytes, compressed if they are big."""
    if len(data) <= BIG:
        with open(path, "wb") as out:
            out.write(data)
        return
    subprocess.run(["zstd", "-q", "-19", "-f", "-", "-o", path + ".zst"], input=data, check=True)


def write_documents(folder, docs):
    """docs.ndjson, compressed if it is big; returns a plain copy's path, to be removed."""
    plain = os.path.join(folder, "plain.ndjson")
    data = "".join(json.dumps(d, separators=(",", ":"), ensure_ascii=False) + "\n" for d in docs).encode()
    with open(plain, "wb") as out:
        out.write(data)
    write(os.path.join(folder, "docs.ndjson"), data)
    return plain


def write_json(path, value, **form):
    with open(path, "w", encoding="utf-8") as out:
        json.dump(value, out, **form)
        out.write("\n")


def make(judges, name):
    folder = os.path.join(HERE, name)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    settings, properties, docs, how = GOLDENS[name](random.Random(name))
    mapping = os.path.join(folder, "mapping.json")
    write_json(mapping, {"settings": settings, "mappings": {"properties": properties}}, indent=1)
    write_json(os.path.join(folder, "options.json"), dict(how, about=GOLDENS[name].__doc__))
    plain = write_documents(folder, docs)
    java = judges.of(how.get("lucene_version"))
    java.ask("index", mapping=mapping, docs=[plain], output=os.path.join(folder, "index"), **how)
    os.remove(plain)
    return finish(java, name, folder, "%d documents" % len(docs))


def make_updates(judges, name):
    folder = os.path.join(HERE, name)
    shutil.rmtree(folder, ignore_errors=True)
    index, merged = os.path.join(folder, "index"), os.path.join(folder, "merged")
    java = judges.of(None)
    java.ask("foreign_updates", name=name[len("updates_"):], output=index)
    shutil.copytree(index, merged)
    java.ask("force_merge", dir=merged, max_segments=1, policy="tiered")
    os.remove(os.path.join(merged, "write.lock"))
    write_json(os.path.join(folder, "options.json"), {"about": UPDATES[name]})
    return finish(java, name, folder, "updates")


def write_expected(java, index, folder):
    """What Lucene reads from the index."""
    java.ask("dump", dir=index, output=os.path.join(folder, "expected"))
    for structure in judge.STRUCTURES:
        expected = os.path.join(folder, "expected.%s.ndjson" % structure)
        with open(expected, "rb") as source:
            data = source.read()
        os.remove(expected)
        write(expected, data)
    if not java.ask("check", dir=index)["clean"]:
        raise SystemExit(index + " is not clean")
    os.remove(os.path.join(index, "write.lock"))


def finish(java, name, folder, what):
    """What Lucene reads from the index beside it, and how large all is."""
    write_expected(java, os.path.join(folder, "index"), folder)
    size = sum(os.path.getsize(os.path.join(d, f)) for d, _, files in os.walk(folder) for f in files)
    print("%-20s %8d bytes, %s" % (name, size, what))
    return size


class Judges:
    """One JVM for each release that is asked for."""

    def __init__(self):
        self.by_release = {}

    def of(self, release):
        if release not in self.by_release:
            self.by_release[release] = judge.JavaJudge(release)
        return self.by_release[release]

    def close(self):
        for java in self.by_release.values():
            java.close()


def main():
    judges = Judges()
    names = sys.argv[1:] or [*GOLDENS, *UPDATES]
    total = sum(make_updates(judges, name) if name in UPDATES else make(judges, name) for name in names)
    judges.close()
    print("total %d bytes" % total)


if __name__ == "__main__":
    main()
