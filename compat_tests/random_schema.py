#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a random mapping, documents for it and how to index them; the seed decides all of it.

    random_schema.py --seed N --output DIR    makes DIR/mapping.json, docs.ndjson, options.json
"""
import argparse
import json
import os
import random

import schema_values as values

ES_TYPES = ["long", "integer", "short", "byte", "double", "float", "half_float", "scaled_float",
            "unsigned_long", "date", "date_nanos", "boolean", "keyword", "ip", "binary", "geo_point",
            "keyword", "long", "date", "double", "text"]
LUCENE_TYPES = ["lucene.numeric", "lucene.sorted_numeric", "lucene.sorted", "lucene.sorted_set",
                "lucene.binary", "lucene.points"]
SORTABLE = {"long", "integer", "short", "byte", "double", "float", "scaled_float", "unsigned_long", "date",
            "date_nanos", "boolean", "keyword", "ip", "lucene.numeric", "lucene.sorted_numeric",
            "lucene.sorted", "lucene.sorted_set"}
SINGLE = {"lucene.numeric", "lucene.sorted", "lucene.binary", "geo_point"}
COERCED = {"long", "integer", "short", "byte", "double", "float", "half_float", "scaled_float"}


def document_count(rng, seed):
    kind = seed % 10
    if kind == 9:
        return rng.randint(65_000, 70_000)
    if kind == 8:
        return rng.randint(16_000, 36_000)
    if kind == 7:
        return rng.randint(4_000, 17_000)
    return rng.choice([1, 2, 3, 10, rng.randint(60, 70), rng.randint(120, 135), rng.randint(250, 260),
                       rng.randint(500, 530), rng.randint(1000, 1100), rng.randint(1, 5000),
                       rng.randint(1000, 5000), rng.randint(4000, 5000)])


class Field:
    """One mapped field: its parameters and the JSON text of its values."""

    def __init__(self, rng, name, kind, docs):
        self.name, self.kind = name, kind
        self.body = {"type": kind}
        self.present = values.presence(rng, docs)
        self.many = kind not in SINGLE and rng.random() < 0.25
        self.most = rng.choice([2, 3, 20 if docs < 10_000 else 2]) if self.many else 1
        self.malformed = None
        form = None
        if kind in ("date", "date_nanos"):
            form = rng.choice([None, None, None, "strict_date_optional_time", "epoch_millis", "epoch_second",
                               "yyyy-MM-dd HH:mm:ss", "strict_date_optional_time||epoch_millis"])
            if kind == "date_nanos" and form in ("epoch_second", "yyyy-MM-dd HH:mm:ss"):
                form = None
            if form:
                self.body["format"] = form
        if kind == "scaled_float":
            self.body["scaling_factor"] = rng.choice([1, 10, 100, 1000, 0.5, 1000000])
        if kind == "geo_point" and rng.random() < 0.3:
            self.body["index"] = False
        if kind == "lucene.points":
            self.body["bytes"] = rng.choice([2, 4, 4, 8, 8, 16])
            self.body["dims"] = 1
            if rng.random() < 0.5:
                self.body["dims"] = rng.choice([2, 2, 2, 3, 4, 5, 8, 16])
                self.body["index_dims"] = rng.randint(1, min(8, self.body["dims"]))
                self.body["bytes"] = rng.choice([1, 2, 3, 4, 4, 8, 8, 16])
        elif kind.startswith("lucene.") and kind != "lucene.binary":
            self.body["skip_index"] = rng.random() < 0.5
        self.one = self.generator(rng, docs, form)
        if not kind.startswith("lucene.") and kind != "text":
            self.options(rng)

    def generator(self, rng, docs, form):
        kind = self.kind
        if kind in values.RANGES:
            return values.whole_text(rng, kind, docs)
        if kind in ("double", "float", "half_float", "scaled_float"):
            return values.real_text(rng, kind, docs)
        if kind in ("date", "date_nanos"):
            return values.date_text(rng, docs, kind, form)
        if kind == "boolean":
            share = rng.choice([0, 0.01, 0.5, 1])
            return lambda doc: ("true" if rng.random() < 0.9 else '"true"') if rng.random() < share else \
                rng.choice(["false", "false", '"false"', '""'])
        if kind == "geo_point":
            return lambda doc: rng.choice(['{"lat":%r,"lon":%r}', '"%r,%r"']) % (
                round(rng.uniform(-90, 90), 5), round(rng.uniform(-180, 180), 5))
        if kind == "lucene.points":
            if self.body["dims"] > 1:
                return values.many_dimensions_text(rng, docs, self.body["bytes"], self.body["dims"])
            return values.points_text(rng, docs, self.body["bytes"])
        return {"keyword": values.keyword_text, "text": values.keyword_text, "ip": values.ip_text,
                "binary": values.base64_text}.get(kind, values.raw_text)(rng, docs)

    def options(self, rng):
        body, kind = self.body, self.kind
        if rng.random() < 0.2 and kind != "binary":
            body["index"] = False
        if rng.random() < 0.08:
            body["doc_values"] = False
        if rng.random() < 0.12:
            body["store"] = True
        if kind == "keyword" and rng.random() < 0.3:
            body["ignore_above"] = rng.choice([3, 10, 256])
        if rng.random() < 0.15 and kind in ("long", "integer", "short", "byte", "double", "keyword", "boolean", "date"):
            body["null_value"] = {"keyword": "NULL", "boolean": True, "double": 1.25,
                                  "date": 1_700_000_000_000}.get(kind, -7)
            if kind == "date" and body.get("format") in ("strict_date_optional_time", "epoch_second", "yyyy-MM-dd HH:mm:ss"):
                del body["null_value"]
        if rng.random() < 0.15 and kind not in ("keyword", "binary"):
            body["ignore_malformed"] = True
            self.malformed = {"boolean": '"maybe"', "ip": '"300.1.1.1"', "geo_point": '"100,0"'}.get(kind, '"bad"')
        if kind in COERCED and rng.random() < 0.1:
            body["coerce"] = True
        if kind in ("keyword", "text", "long") and rng.random() < 0.2 or kind == "text" and rng.random() < 0.5:
            sub = "keyword" if kind != "keyword" else rng.choice(["keyword", "text"])
            body["fields"] = {"raw": {"type": sub}}
            if sub == "keyword" and rng.random() < 0.5:
                body["fields"]["raw"]["ignore_above"] = rng.choice([5, 100])

    def value(self, rng, doc):
        """JSON text of the field's value in a document, or None to leave it out."""
        if not self.present(doc):
            return "null" if rng.random() < 0.02 and not self.kind.startswith("lucene.") else None
        if self.malformed and rng.random() < 0.05:
            return self.malformed
        if not self.many:
            return self.one(doc)
        items = [self.one(doc) for _ in range(rng.randint(0, self.most))]
        if self.kind == "lucene.points":
            items = [i if i[0] in "{[" else "[%s]" % i for i in items]
            return "[%s]" % ",".join(items) if items else None
        if "null_value" in self.body and rng.random() < 0.1:
            items.append("null")
        return items[0] if len(items) == 1 and rng.random() < 0.5 else "[%s]" % ",".join(items)


def make_fields(rng, seed, docs, logsdb):
    large = docs > 10_000
    flavour = seed % 4
    types = LUCENE_TYPES if flavour == 1 and not logsdb else \
        ES_TYPES + LUCENE_TYPES if flavour == 2 else ES_TYPES
    count = rng.randint(1, 5) if large else rng.randint(1, 40) if rng.random() < 0.3 else rng.randint(1, 12)
    names = ["f%d" % i for i in range(count)]
    for i in range(count):
        if rng.random() < 0.2:
            names[i] = rng.choice(["a", "obj", "host", "Zz"]) + "." + names[i]
        elif rng.random() < 0.1:
            names[i] = rng.choice(["é", "_x", "A-", "日本"]) + names[i]
    fields = [Field(rng, name, rng.choice(types), docs) for name in names]
    if logsdb or flavour in (0, 3) and rng.random() < 0.4:
        stamp = Field(rng, "@timestamp", "date", docs)
        stamp.present, stamp.many, stamp.malformed = (lambda doc: True), False, None
        stamp.body = {k: v for k, v in stamp.body.items() if k in ("type", "format")}
        fields.insert(rng.randint(0, len(fields)), stamp)
        if rng.random() < 0.5:
            host = Field(rng, "host.name", "keyword", docs)
            host.body = {"type": "keyword"}
            fields.insert(rng.randint(0, len(fields)), host)
    return fields


def make_sort(rng, fields, logsdb):
    if logsdb and rng.random() < 0.4:
        return {}
    able = [f for f in fields if f.kind in SORTABLE and f.body.get("doc_values", True)]
    if logsdb:
        able = [f for f in able if f.name in ("@timestamp", "host.name")] + able
    keys = list(dict.fromkeys(f.name for f in rng.sample(able, min(len(able), rng.choice([0, 0, 1, 1, 2, 3])))))
    if not keys:
        return {}
    sort = {"index.sort.field": keys}
    for option, choices in (("order", ["asc", "desc"]), ("missing", ["_last", "_first"]), ("mode", ["min", "max"])):
        if rng.random() < (0.25 if option == "mode" else 0.7):
            sort["index.sort." + option] = [rng.choice(choices) for _ in keys]
    if len(keys) == 1 and rng.random() < 0.5:
        sort = {k: v[0] for k, v in sort.items()}
    return sort


def make_settings(rng, fields, logsdb):
    settings = {}
    if logsdb:
        settings["index.mode"] = "logsdb"
    elif rng.random() < 0.3:
        settings["index.mode"] = "standard"
    if logsdb or rng.random() < 0.3:
        settings["segsmith.doc_values_format"] = "Lucene90"
    settings.update(make_sort(rng, fields, logsdb))
    for key, chance, choices in (
            ("index.mapping.use_doc_values_skipper", 0.5, [True, True, False]),
            ("index.seq_no.index_options", 0.4, ["points_and_doc_values", "doc_values_only"]),
            ("index.mapping.source.mode", 0.4, ["stored", "synthetic"]),
            ("segsmith.skip_index_interval_size", 0.4, [2, 3, 7, 16, 128, 4095, 4096, 100000]),
            ("index.codec", 0.25, ["default", "best_compression"]),
            ("index.merge.policy.type", 0.25, ["tiered", "log_byte_size", "time_based"])):
        if rng.random() < chance:
            settings[key] = rng.choice(choices)
    if rng.random() < 0.3:
        settings = {k[6:] if k.startswith("index.") else k: v for k, v in settings.items()}
    return settings


def mapping_tree(rng, fields):
    tree = {}
    for field in fields:
        parts = field.name.split(".")
        if len(parts) == 2 and rng.random() < 0.8:
            tree.setdefault(parts[0], {"properties": {}})["properties"][parts[1]] = field.body
        else:
            tree[field.name] = field.body
    return tree


def in_mapping_order(fields, tree):
    """The fields as the mapping walks them (objects gather where they first stand)."""
    order = []
    for key, body in tree.items():
        order += [key] if "type" in body else [key + "." + sub for sub in body["properties"]]
    return sorted(fields, key=lambda f: order.index(f.name))


def document(rng, fields, doc, extras):
    parts, nested = [], {}
    for field in fields:
        text = field.value(rng, doc)
        if text is None:
            continue
        if "." in field.name and rng.random() < 0.7:
            outer, inner = field.name.split(".", 1)
            nested.setdefault(outer, []).append("%s:%s" % (json.dumps(inner), text))
        else:
            parts.append("%s:%s" % (json.dumps(field.name, ensure_ascii=doc % 2 == 0), text))
    parts += ["%s:{%s}" % (json.dumps(outer), ",".join(inner)) for outer, inner in nested.items()]
    if extras and rng.random() < 0.3:
        parts.append('"unmapped_%d":{"x":[1,"y",null]}' % rng.randint(0, 3))
    if rng.random() < 0.5:
        rng.shuffle(parts)
    return "{%s}" % rng.choice([",", ", "]).join(parts)


def generate(seed, output):
    rng = random.Random(seed)
    docs = document_count(rng, seed)
    logsdb = seed % 3 == 0
    fields = make_fields(rng, seed, docs, logsdb)
    settings = make_settings(rng, fields, logsdb)
    tree = mapping_tree(rng, fields)
    fields = in_mapping_order(fields, tree)
    segments = rng.randint(1, 4 if docs > 10_000 else 12)
    if seed % 20 == 6:
        segments = 40
    options = {"seed": seed, "docs": docs, "flush_docs": max(1, -(-docs // segments)), "force_merge": 1,
               "compound": rng.choice(["auto", "auto", "always", "never"])}
    source = settings.get("index.mapping.source.mode", settings.get("mapping.source.mode"))
    only_lucene = all(f.kind.startswith("lucene.") for f in fields)
    extras = not only_lucene and (source or ("synthetic" if logsdb else "stored")) == "stored" and rng.random() < 0.3
    bulk = rng.random() < 0.1
    os.makedirs(output, exist_ok=True)
    with open(os.path.join(output, "mapping.json"), "w", encoding="utf-8") as out:
        json.dump({"settings": settings, "mappings": {"properties": tree}}, out, indent=1, ensure_ascii=False)
    with open(os.path.join(output, "options.json"), "w", encoding="utf-8") as out:
        json.dump(options, out)
    with open(os.path.join(output, "docs.ndjson"), "w", encoding="utf-8") as out:
        for doc in range(docs):
            if bulk:
                out.write('{"index":{}}\n' if doc % 2 else '{"create":{"_id":"%d"}}\n' % doc)
            out.write(document(rng, fields, doc, extras) + "\n")
            if rng.random() < 0.001:
                out.write("\n")
    return options


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--output", required=True)
    arguments = parser.parse_args()
    print(json.dumps(generate(arguments.seed, arguments.output)))


if __name__ == "__main__":
    main()
