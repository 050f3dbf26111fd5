#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random schemas for Elasticsearch's time-series doc values: whatever makes their blocks differ.

    time_series_schema.py --seed N --format SPEC --output DIR    makes DIR/mapping.json, docs.ndjson, options.json

Numbers change their pattern every block or so, ordinals come in runs, cycles and neither, the primary
sort field has few or many documents for each of its values, binary values are small or larger than a
block. Random schemas of every other kind are random_schema.py's.
"""
import argparse
import json
import os
import random

import random_schema
import schema_values as values

LOW, HIGH = values.LONG
FORMATS = ["ES819TSDB/128", "ES819TSDB/512", "ES87TSDB"]
# Lengths of patterns: blocks hold 128 or 512 values, so some patterns fill blocks and some straddle them.
SPANS = [128, 128, 128, 512, 512, 100, 640, 1000]


def wrap(value):
    """As a 64-bit signed number."""
    return (value - LOW) % (1 << 64) + LOW


def number_pattern(rng):
    """A function of the place in one stretch of values, for one way of coding a block (or its limit)."""
    base = rng.choice([0, 1, -1, -2, 1000, 3, 1_790_000_000_000, LOW, HIGH, rng.getrandbits(62), -rng.getrandbits(40)])
    step = rng.choice([1, 2, 7, 10, 1000, 60_000, 1 << 20, 1 << 40, 1 << 55])
    bits = rng.randint(1, 63)
    noise = [rng.getrandbits(bits) for _ in range(1024)]
    low = noise[0] | 1
    few = [wrap(base + step * rng.randint(0, 9)) for _ in range(4)]
    kinds = {
        "constant": lambda i: base,
        "zeros": lambda i: 0,
        "bits": lambda i: noise[i % 1024],
        "bits_from": lambda i: wrap(base + noise[i % 1024]),
        "rising": lambda i: wrap(base + step * i),
        "falling": lambda i: wrap(base - step * i),
        "jitter": lambda i: wrap(base + (step << 4) * i + noise[i % 1024] % (step << 2)),
        "stairs": lambda i: base + i // 50,
        "one_rise": lambda i: base if i < 60 or base == HIGH else base + 1,
        "two_rises": lambda i: min(HIGH, base + (i >= 40) + (i >= 90)),
        "gcd": lambda i: wrap(step * (noise[i % 1024] % 500)),
        "gcd_from": lambda i: wrap(base + step * (noise[i % 1024] % 500)),
        # The minimum is taken away unless it is below a quarter of the maximum.
        "quarter": lambda i: 4 * low if i == 5 else low + (noise[i % 1024] % (3 * low)),
        "quarter_less": lambda i: 4 * low + 4 if i == 5 else low + (noise[i % 1024] % (3 * low)),
        "small_negative": lambda i: -1 if i == 9 else noise[i % 1024],
        "overflow": lambda i: LOW + i if i % 2 else HIGH - i,
        "lowest_and_zero": lambda i: LOW if i % 3 else 0,
        "few": lambda i: few[noise[i % 1024] % 4],
        "reset": lambda i: step * (i if i < 70 else i - 70),
        "outlier": lambda i: HIGH if i == 77 else noise[i % 1024] % 9,
    }
    return rng.choice(list(kinds.values()))


def stretches(rng, pattern):
    """Patterns one after the other; {@code pattern} makes one."""
    state = {"left": 0}

    def value(_doc):
        if state["left"] == 0:
            state.update(left=rng.choice(SPANS), at=0, of=pattern(rng))
        state["left"] -= 1
        state["at"] += 1
        return state["of"](state["at"] - 1)
    return value


def ordinal_pattern(rng, count):
    """The same of ordinals below {@code count}: runs, cycles whose length is near the limits, and neither."""
    first, second = rng.randrange(count), rng.randrange(count)
    at = rng.choice([1, 2, 64, 127, 128, 300])
    length = min(count, rng.choice([2, 3, 8, 31, 32, 33, 64, 127, 128, 129]))
    cycle = [rng.randrange(count) for _ in range(length)]
    distinct = rng.sample(range(count), length)
    broken = rng.randint(0, 400)
    kinds = [
        lambda i: first,
        lambda i: first if i < at else second,
        lambda i: distinct[i % length],
        lambda i: cycle[i % length],
        lambda i: distinct[i % length] if i != broken else first,
        lambda i: distinct[i % length // 2],
        lambda i: rng.randrange(count),
        lambda i: min(count - 1, i // max(1, at)),
    ]
    return rng.choice(kinds)


def term(i, wide):
    return "%s%06d" % ("host-" if wide else "k", i)


class Field:
    """One field: its parameters and the JSON text of its values in a document, None for none."""

    def __init__(self, rng, name, docs, skip_indices):
        self.name = name
        self.kind = rng.choice(["numeric", "numeric", "sorted_numeric", "gauge", "counter", "sorted", "sorted",
                                "sorted_set", "keyword", "binary"])
        self.present = values.presence(rng, docs)
        many = self.kind in ("sorted_numeric", "sorted_set", "keyword") and rng.random() < 0.4
        self.most = rng.choice([2, 3, 30 if docs < 10_000 else 2]) if many else 1
        type_name = {"gauge": "double", "counter": "long"}.get(self.kind, self.kind)
        self.body = {"type": type_name if self.kind in ("gauge", "counter", "keyword") else "lucene." + type_name}
        if self.kind in ("numeric", "sorted_numeric", "sorted", "sorted_set") and skip_indices:
            self.body["skip_index"] = rng.random() < 0.4
        if self.kind in ("gauge", "counter"):
            self.body["time_series_metric"] = self.kind
            self.body["index"] = rng.random() < 0.5
        self.one = getattr(self, "make_" + self.kind.replace("sorted_numeric", "numeric"))(rng, docs)

    @staticmethod
    def make_numeric(rng, docs):
        shape = stretches(rng, number_pattern) if rng.random() < 0.8 else values.number_shape(rng, LOW, HIGH, docs)
        return lambda doc: str(wrap(shape(doc)))

    @staticmethod
    def make_gauge(rng, _docs):
        state = [rng.uniform(0, 100)]
        digits = rng.choice([0, 1, 2, 6])

        def gauge(_doc):
            state[0] += rng.gauss(0, 1)
            return repr(round(state[0], digits))
        return gauge

    @staticmethod
    def make_counter(rng, _docs):
        state = [0]
        most = rng.choice([1, 20, 1 << 30])

        def counter(_doc):
            state[0] = 0 if rng.random() < 0.003 else state[0] + rng.randint(0, most)
            return str(state[0])
        return counter

    @staticmethod
    def make_sorted(rng, _docs):
        count = rng.choice([1, 2, 3, 9, 64, 129, 300, 1100])
        shape = stretches(rng, lambda r: ordinal_pattern(r, count))
        wide = rng.random() < 0.5
        return lambda doc: json.dumps(term(shape(doc), wide))

    make_sorted_set = make_sorted
    make_keyword = make_sorted

    @staticmethod
    def make_binary(rng, docs):
        shape = rng.choice(["small", "fixed", "words", "large", "huge", "empty"] if docs < 6000 else ["small", "fixed", "empty"])
        text = "the quick brown fox jumps over the lazy dog "

        def value(_doc):
            if shape == "words":
                return (text * 5)[rng.randint(0, 40):][: rng.randint(0, 180)].encode()
            if shape == "large":
                return rng.randbytes(rng.choice([0, 3, 300, 300, 300 if rng.random() < 0.9 else 20_000]))
            if shape == "huge":  # Now and then a value over the 128 KiB of a block.
                return rng.randbytes(50) if rng.random() < 0.995 else text.encode() * rng.choice([2000, 2979, 4000])
            return b"" if shape == "empty" else rng.randbytes(12 if shape == "fixed" else rng.randint(0, 20))
        return lambda doc: '{"hex":"%s"}' % value(doc).hex()

    def value(self, rng, doc):
        if not self.present(doc):
            return None
        if self.most == 1:
            return self.one(doc)
        items = [self.one(doc) for _ in range(rng.randint(1, self.most))]
        return "[%s]" % ",".join(items)


class Key(Field):
    """The primary sort field: so few values that ranges of ordinals pay, or so many that they do not."""

    def __init__(self, rng, docs, skip_indices):  # pylint: disable=super-init-not-called
        self.name = rng.choice(["host.name", "key"])
        self.kind = rng.choice(["keyword", "sorted", "sorted_set", "numeric"])
        self.body = {"type": "keyword" if self.kind == "keyword" else "lucene." + self.kind}
        if self.kind != "keyword" and skip_indices:
            self.body["skip_index"] = rng.random() < 0.5
        per_value = rng.choice([60, 400, 511, 512, 513, 600, 2000])
        count = max(1, docs // per_value)
        share = rng.choice([1, 1, 0.98, 0.5])
        uneven = rng.random() < 0.5
        self.present = lambda doc: rng.random() < share
        self.most = rng.choice([1, 1, 1, 1, 2]) if self.kind != "numeric" else 1
        pick = (lambda doc: min(count - 1, int(rng.expovariate(3) * count))) if uneven else (lambda doc: doc % count)
        self.one = (lambda doc: str(pick(doc))) if self.kind == "numeric" else (lambda doc: '"h%05d"' % pick(doc))
        if self.kind == "sorted":
            self.most = 1


def document_count(rng, seed):
    if seed % 10 == 9:
        return rng.randint(66_000, 70_000)
    if seed % 10 in (4, 7):
        return rng.randint(8_000, 20_000)
    return rng.choice([1, 2, rng.randint(126, 130), rng.randint(510, 515), rng.randint(600, 1500),
                       rng.randint(1000, 5000), rng.randint(1000, 5000), rng.randint(3000, 5000)])


def make_settings(rng, spec, keys):
    settings = {}
    if spec == "default":
        settings["index.use_time_series_doc_values_format"] = True
        if rng.random() < 0.5:
            settings["index.use_time_series_doc_values_format_large_block_size"] = True
    else:
        settings["segsmith.doc_values_format"] = spec
    if keys:
        settings["index.sort.field"] = [key.name for key in keys]
        settings["index.sort.order"] = ["asc" if rng.random() < 0.8 else "desc", "desc"][: len(keys)]
        settings["index.sort.missing"] = [rng.choice(["_last", "_last", "_first"]) for _ in keys]
    for key, chance, choices in (
            ("index.mapping.use_doc_values_skipper", 0.5, [True, False]),
            ("index.seq_no.index_options", 0.5, ["points_and_doc_values", "doc_values_only"]),
            ("segsmith.skip_index_interval_size", 0.5, [2, 7, 128, 4096])):
        if rng.random() < chance:
            settings[key] = rng.choice(choices)
    return settings


def stamps(rng, docs):
    stamp = random_schema.Field(rng, "@timestamp", "date", docs)
    stamp.present, stamp.many, stamp.malformed, stamp.body = (lambda doc: True), False, None, {"type": "date"}
    start, step, jitter = 1_790_000_000_000, rng.choice([1, 1000, 10_000]), rng.choice([0, 0, 300])
    stamp.one = lambda doc: str(start + doc // 4 * step + rng.randint(0, jitter))
    return stamp


def spec_for(rng, names):
    """A SPEC that gives some fields formats of their own."""
    parts = ["%s=%s" % (name, rng.choice(FORMATS + ["Lucene90"])) for name in names if rng.random() < 0.5]
    if rng.random() < 0.5:
        parts.append("_seq_no=" + rng.choice(["Lucene90", "ES819TSDB/512"]))
    return ",".join(parts + ["*=" + rng.choice(FORMATS)])


def generate(seed, spec, output):
    """{@code spec}: a SPEC; `default` for the mapping's settings; `mixed` for random ones by field."""
    rng = random.Random("time series %d" % seed)
    docs = document_count(rng, seed)
    skip_indices = spec != "mixed" and "ES87" not in spec
    fields = [Field(rng, "f%d" % i, docs, skip_indices) for i in range(rng.randint(1, 4 if docs > 10_000 else 9))]
    keys = []
    if rng.random() < 0.7:
        keys = [Key(rng, docs, skip_indices), stamps(rng, docs)][: rng.randint(1, 2)]
    elif rng.random() < 0.5:
        keys = [stamps(rng, docs)]
    fields += keys
    rng.shuffle(fields)
    if spec == "mixed":
        spec = spec_for(rng, [field.name for field in fields])
    segments = rng.choice([1, 2, 3, 5]) if docs > 10_000 else rng.choice([1, 2, 3, 4, 9])
    options = {"seed": seed, "docs": docs, "flush_docs": max(1, -(-docs // segments)), "force_merge": 1,
               "compound": rng.choice(["auto", "never"])}
    os.makedirs(output, exist_ok=True)
    mapping = {"settings": make_settings(rng, spec, keys), "mappings": {"properties": {f.name: f.body for f in fields}}}
    with open(os.path.join(output, "mapping.json"), "w", encoding="utf-8") as out:
        json.dump(mapping, out, indent=1)
    with open(os.path.join(output, "options.json"), "w", encoding="utf-8") as out:
        json.dump(options, out)
    with open(os.path.join(output, "docs.ndjson"), "w", encoding="utf-8") as out:
        for doc in range(docs):
            texts = [(field.name, field.value(rng, doc)) for field in fields]
            out.write("{%s}\n" % ",".join('"%s":%s' % pair for pair in texts if pair[1] is not None))
    return options


def apply_format(mapping_file, spec):
    """Gives the schema of another generator the SPEC; what ES87TSDB cannot have is taken away."""
    with open(mapping_file, encoding="utf-8") as source:
        mapping = json.load(source)

    def strip(tree):
        for body in tree.values():
            body.pop("skip_index", None)
            strip(body.get("properties", {}))
    if spec == "default":
        mapping["settings"].pop("segsmith.doc_values_format", None)
        mapping["settings"]["index.use_time_series_doc_values_format"] = True
    else:
        mapping["settings"]["segsmith.doc_values_format"] = spec
    if "ES87" in spec:
        strip(mapping["mappings"]["properties"])
    with open(mapping_file, "w", encoding="utf-8") as out:
        json.dump(mapping, out, indent=1, ensure_ascii=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--format", default="ES819TSDB", metavar="SPEC")
    parser.add_argument("--output", required=True)
    arguments = parser.parse_args()
    print(json.dumps(generate(arguments.seed, arguments.format, arguments.output)))


if __name__ == "__main__":
    main()
