#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the golden indices of Elasticsearch's time-series doc values by Elasticsearch's own classes over Lucene 10.6.0:
9.3.3's for ES819TSDB in blocks of 128 and 512, 8.17.0's for ES87TSDB. time_series/CASE holds docs.ndjson, options.json and
expected.STRUCTURE.ndjson (what each must read as) as make_goldens.py's goldens do, and for each of its formats a folder
with mapping.json and index/. options.json may add binary_compression (none: raw values). time_series/deletes has no
documents: its folders hold index/, what must be read from it, and merged/, the same merged to one segment.

    make_time_series_goldens.py [CASE...]      makes all, or the named ones, anew
"""
import filecmp
import os
import random
import shutil
import sys

import make_goldens
import judge
import time_series_schema as schema

FOLDER = os.path.join(make_goldens.HERE, "time_series")
FORMATS = {"es87": "ES87TSDB", "es819_128": "ES819TSDB/128", "es819_512": "ES819TSDB/512"}
CASES = {}
MIN, MAX = schema.LOW, schema.HIGH


def case(*formats):
    """Registers a maker for the formats (all if none are named): it returns what a maker of make_goldens.py does."""
    def register(function):
        CASES[function.__name__] = (function, formats or tuple(FORMATS))
        return function
    return register


def lucene(kind, **parameters):
    return dict(parameters, type="lucene." + kind)


COUNT = 560


def numbers_of_one_kind(rng, width):
    """A value of exactly {@code width} bits now and then, the rest below it."""
    return [(1 << width) - 1 if i % 40 == 3 else rng.getrandbits(width) for i in range(COUNT)]


@case()
def numbers(rng):
    """Numeric blocks: each width, delta, offset and gcd with and without each other, the limits of each choice."""
    columns = {"bits_%02d" % w: [v if v <= MAX else v - (1 << 64) for v in numbers_of_one_kind(rng, w)]
               for w in [1, 2, 3, 5, 8, 9, 13, 16, 17, 24, 25, 33, 41, 49, 57]}
    low = 1001
    columns.update({
        "zero": [0] * COUNT, "constant": [42] * COUNT, "lowest": [MIN] * COUNT,
        "rising": [5 + 3 * i for i in range(COUNT)], "falling": [-7 * i for i in range(COUNT)],
        "time": [1790000000000 + 10000 * i for i in range(COUNT)],
        "jitter": [1790000000000 + 10000 * i + rng.randrange(900) for i in range(COUNT)],
        "one_rise": [9 if i % 512 < 100 else 10 for i in range(COUNT)],
        "two_rises": [9 + (i >= 100) + (i >= 120) for i in range(COUNT)],
        "counter": [100 * (i % 90) for i in range(COUNT)],
        "gcd": [60000 * rng.randrange(500) for _ in range(COUNT)], "gcd_negative": [-60000 * rng.randrange(500) for _ in range(COUNT)],
        "gcd_from": [1000003 + 250 * rng.randrange(4000) for _ in range(COUNT)],
        "gcd_highest": [MIN if i % 2 else 0 for i in range(COUNT)],
        "quarter": [4 * low + 3 if i % 128 == 5 else low + rng.randrange(low) for i in range(COUNT)],
        "less_than_quarter": [4 * low + 4 if i % 128 == 5 else low + rng.randrange(low) for i in range(COUNT)],
        "small_negative": [-1 if i % 128 == 5 else rng.randrange(1 << 20) for i in range(COUNT)],
        "overflow": [MIN + i if i % 2 else MAX - i for i in range(COUNT)],
        "wraps": [schema.wrap((i << 56) + i) for i in range(COUNT)]})
    docs = [{name: values[i] for name, values in columns.items()} for i in range(COUNT)]
    return {}, {name: lucene("numeric") for name in columns}, docs, make_goldens.options()


@case()
def fields(rng):
    """Numeric and sorted numeric fields: sparse, in one document, several values, one value each; one block, several, parts."""
    def document(i):
        doc = {"several": [rng.randint(-500, 500) for _ in range(i % 5)], "pairs": [i, i + 1], "singles": [i * i]}
        doc["exact_512"] = [i // 2] if i < 512 else []
        if i % 3 == 0:
            doc.update({"sparse": i, "sparse_several": [i] * (1 + i % 3)})
        if i == 407:
            doc["once"] = -1
        if i < 128:
            doc["exact_128"] = i
        return doc
    properties = {name: lucene("sorted_numeric") for name in ["several", "pairs", "singles", "exact_512", "sparse_several"]}
    properties.update({name: lucene("numeric") for name in ["sparse", "once", "exact_128"]})
    return {}, properties, [document(i) for i in range(900)], make_goldens.options()


def ordinal_columns(rng):
    """Ordinals by document: one run, two runs, cycles up to a quarter of a block and longer, none of these."""
    columns = {
        "one_term": [0] * 1100, "one_run": [i // 512 for i in range(1100)], "two_runs": [(i + 300) // 512 for i in range(1100)],
        "three_runs": [i // 50 for i in range(1100)], "packed": [rng.randrange(1000) for _ in range(1100)],
        "bits_25": [rng.randrange(3) for _ in range(1100)], "unique": list(range(1100)),
        "first_twice": [0 if i % 9 < 2 else i % 9 for i in range(1100)],
        "twice_inside": [[0, 1, 1, 2][i % 4] for i in range(1100)], "not_a_multiple": [[0, 1, 2, 0, 3][i % 5] for i in range(1100)],
        "broken": [i % 7 if i % 512 != 511 else 0 for i in range(1100)]}
    columns.update({"cycle_%d" % n: [i % n for i in range(1100)] for n in [2, 3, 32, 33, 127, 128, 129]})
    return columns


@case()
def ordinals(rng):
    """Ordinal blocks of sorted fields: one run, two runs, cycles at their limits, bit-packed; one term; dictionaries."""
    columns = ordinal_columns(rng)
    terms = {name: sorted({"%s-%04d" % (name, v) for v in values}) for name, values in columns.items()}
    docs = [{name: terms[name][sorted(set(columns[name])).index(values[i])] for name, values in columns.items()}
            for i in range(1100)]
    for i in range(1100):
        if i % 4 == 0:
            docs[i]["one_term_sparse"] = "only"
        if i % 5:
            docs[i]["sparse"] = "t%d" % (i // 20)
    return {}, {name: lucene("sorted") for name in [*columns, "one_term_sparse", "sparse"]}, docs, make_goldens.options()


@case()
def sets(rng):
    """Sorted sets: one value each, several, sparse, one term, cycles that documents share."""
    def document(i):
        doc = {"single": "s%d" % (i // 40), "single_term": "only", "tags": ["a", "b", "c"][: 1 + i % 3],
               "many": ["m%03d" % rng.randrange(200) for _ in range(i % 6)], "pairs": ["x%d" % (i // 99), "y%d" % (i // 33)]}
        if i % 7 == 0:
            doc["sparse"] = ["z%d" % (i % 5), "z%d" % (i % 3)]
        return doc
    names = ["single", "single_term", "tags", "many", "pairs", "sparse"]
    return {}, {name: lucene("sorted_set") for name in names}, [document(i) for i in range(700)], make_goldens.options()


def range_document(i, rng):
    doc = {"host": "host-%d" % (i % 3), "at": 1790000000000 + 1000 * (i // 3), "gauge": rng.randrange(100, 140)}
    if i % 5:
        doc.update({"level": ["info", "warn"][i % 17 == 0], "bytes": {"hex": rng.randbytes(i % 7).hex()}})
    if i % 2:
        doc["counts"] = [i, 2 * i, 5][: 1 + i % 3]
    return doc


RANGE_PROPERTIES = {"host": lucene("sorted"), "at": lucene("numeric"), "gauge": lucene("numeric"), "level": lucene("sorted_set"),
                    "bytes": lucene("binary"), "counts": lucene("sorted_numeric")}
BY_HOST = {"index.sort.field": ["host", "at"], "index.sort.order": ["asc", "desc"]}


@case()
def sorted_flush(rng):
    """The primary sort field has 512 documents or more for each of its terms: ranges of ordinals (ES819TSDB)."""
    return BY_HOST, RANGE_PROPERTIES, [range_document(i, rng) for i in range(1600)], make_goldens.options()


@case()
def sorted_merge(rng):
    """The same of one set field that is missing in some documents, which come first; merged from sorted segments."""
    docs = [range_document(i, rng) for i in range(2000)]
    for i in range(0, 2000, 11):
        del docs[i]["host"]
    properties = dict(RANGE_PROPERTIES, host=lucene("sorted_set"))
    settings = dict(BY_HOST, **{"index.sort.missing": ["_first", "_last"]})
    return settings, properties, docs, make_goldens.options(flush_docs=600, force_merge=1)


@case()
def few_for_each(rng):
    """511 documents for each term of the primary sort field: blocks. Merged from sorted segments."""
    docs = [dict(range_document(i, rng), host="host-%d" % (i % 3)) for i in range(3 * 512 - 1)]
    return BY_HOST, RANGE_PROPERTIES, docs, make_goldens.options(flush_docs=500, force_merge=1)


@case()
def merge(rng):
    """Merged without a sort, so that values of all segments follow one another; fields that some segments lack."""
    docs = [range_document(i, rng) for i in range(1500)]
    for i in range(500, 1000):
        for name in ["gauge", "level", "counts"]:
            docs[i].pop(name, None)
    return {}, RANGE_PROPERTIES, docs, make_goldens.options(flush_docs=500, force_merge=1)


def binary_document(i, rng, text, large):
    doc = {"fixed": {"hex": rng.randbytes(5).hex()}, "text": {"hex": text[i % 90: i % 90 + i % 60].hex()}, "empty": ""}
    if i % 6 == 0:
        doc["sparse"] = {"hex": text[: i % 50].hex()}
    if i in (30, 31, 2000):
        doc["large"] = {"hex": (text * 3000)[: large[i % 3]].hex()}
    elif i % 700 == 0:
        doc["large"] = {"hex": "00"}
    return doc


def binary_case(rng, large, **how):
    text = b"the quick brown fox jumps over the lazy dog while 12345 gauges report 0.25, 0.50, 0.75 and 1.00 percent " * 2
    names = ["fixed", "text", "empty", "sparse", "large"]
    return {}, {name: lucene("binary") for name in names}, [binary_document(i, rng, text, large) for i in range(2100)], \
        make_goldens.options(**how)


@case("es819_128", "es819_512")
def binary(rng):
    """Binary values in zstd blocks: over 1,024 of them, over 128 KiB, all empty, sparse."""
    return binary_case(rng, [70_000, 131_072, 150_000])


@case("es87", "es819_128")
def binary_none(rng):
    """Binary values without compression, which ES87TSDB has not."""
    return binary_case(rng, [300, 700, 2000], binary_compression="none")


@case("es819_512")
def skip_index(rng):
    """Skip indexes of four levels on each type, inside .dvd; one grows over a constant run."""
    def document(i):
        doc = {"runs": i // 400, "up": i, "noise": [rng.randint(-9, 9)] * (i % 3), "word": "w%02d" % (i // 50 % 60)}
        if i % 11:
            doc["words"] = ["t%d" % (i % 13), "t%d" % (i % 17)]
        return doc
    properties = {"runs": lucene("numeric", skip_index=True), "up": lucene("numeric", skip_index=True),
                  "noise": lucene("sorted_numeric", skip_index=True), "word": lucene("sorted", skip_index=True),
                  "words": lucene("sorted_set", skip_index=True)}
    return {"segsmith.skip_index_interval_size": 2}, properties, [document(i) for i in range(1300)], make_goldens.options()


@case("es819_512")
def jumps(rng):
    """More than 65,536 documents: docs-with-field sets of two blocks with jump tables."""
    def document(i):
        doc = {}
        if i % 3 == 0 or i >= 65536:
            doc["dense"] = i % 2
        if rng.random() < 0.01:
            doc.update({"thin": [i % 4] * (1 + i % 2), "words": "w%d" % (i % 3)})
        if i < 65536:
            doc["full_then_none"] = "all"
        if i % 7000 == 0:
            doc["bytes"] = "text %d" % i
        return doc
    properties = {"dense": lucene("numeric"), "thin": lucene("sorted_numeric"), "words": lucene("sorted"),
                  "full_then_none": lucene("sorted_set"), "bytes": lucene("binary")}
    return {}, properties, [document(i) for i in range(66000)], make_goldens.options()


@case("es819_512")
def by_field(rng):
    """Formats by field: files of two block sizes, of ES87TSDB and of Lucene90 in one segment; merged."""
    docs = [range_document(i, rng) for i in range(1300)]
    settings = dict(BY_HOST, **{"segsmith.doc_values_format":
                                "_seq_no=Lucene90,host=ES819TSDB/128,counts=ES87TSDB,bytes=Lucene90,*=ES819TSDB/512"})
    properties = dict(RANGE_PROPERTIES, level={"type": "keyword"})
    return settings, properties, docs, make_goldens.options(flush_docs=400, force_merge=1)


def make_index(java, name, format_name, plain, case_of):
    """The index of one format; its folder."""
    folder = os.path.join(FOLDER, name, format_name)
    os.makedirs(folder)
    settings, properties, _, how = case_of
    mapping = os.path.join(folder, "mapping.json")
    settings = dict({"segsmith.doc_values_format": FORMATS[format_name]}, **settings)
    make_goldens.write_json(mapping, {"settings": settings, "mappings": {"properties": properties}}, indent=1)
    java.ask("index", mapping=mapping, docs=[plain], output=os.path.join(folder, "index"), **how)
    return folder


def make(java, name):
    maker, formats = CASES[name]
    folder = os.path.join(FOLDER, name)
    case_of = maker(random.Random(name))
    make_goldens.write_json(os.path.join(folder, "options.json"), dict(case_of[3], about=maker.__doc__))
    plain = make_goldens.write_documents(folder, case_of[2])
    for format_name in formats:
        of_format = make_index(java, name, format_name, plain, case_of)
        make_goldens.write_expected(java, os.path.join(of_format, "index"), of_format)
        for expected in [f for f in os.listdir(of_format) if f.startswith("expected.")]:
            if format_name == formats[0]:
                os.rename(os.path.join(of_format, expected), os.path.join(folder, expected))
                continue
            if not filecmp.cmp(os.path.join(folder, expected), os.path.join(of_format, expected), shallow=False):
                raise SystemExit("%s: %s reads otherwise than %s" % (name, format_name, formats[0]))
            os.remove(os.path.join(of_format, expected))
    os.remove(plain)


def make_deletes(java):
    """Sources with deletions, and what they are merged to: an index that no mapping makes."""
    make_goldens.write_json(os.path.join(FOLDER, "deletes", "options.json"),
                            {"about": "Segments with deletions whose fields differ, and what they are merged to."})
    for format_name, spec in FORMATS.items():
        folder = os.path.join(FOLDER, "deletes", format_name)
        os.makedirs(folder)
        index, merged = os.path.join(folder, "index"), os.path.join(folder, "merged")
        java.ask("foreign_merge", seed=DELETES_SEED, output=index, doc_values_format=spec)
        for source in [f for f in os.listdir(folder) if f.startswith("index.source")]:
            shutil.rmtree(os.path.join(folder, source))
        shutil.copytree(index, merged)
        java.ask("force_merge", dir=merged, max_segments=1, policy="tiered", doc_values_format=spec)
        os.remove(os.path.join(merged, "write.lock"))
        make_goldens.write_expected(java, index, folder)


# Of the seeds tried, one whose index is small and has every type, deletions and a sort.
DELETES_SEED = 29


def main():
    java = judge.JavaJudge(elasticsearch=True)
    total = 0
    for name in sys.argv[1:] or [*CASES, "deletes"]:
        folder = os.path.join(FOLDER, name)
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        if name == "deletes":
            make_deletes(java)
        else:
            make(java, name)
        size = sum(os.path.getsize(os.path.join(d, f)) for d, _, files in os.walk(folder) for f in files)
        print("%-20s %8d bytes" % (name, size), flush=True)
        total += size
    java.close()
    print("total %d bytes" % total)


if __name__ == "__main__":
    main()
