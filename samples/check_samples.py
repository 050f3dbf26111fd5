#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the samples hold allow-listed names only, and as much data as they promise.

Every string of every document has a rule: a list of allowlist.json, or a pattern. A field without
a rule, a name outside its list, a message outside the templates: exit code 1 and one line that
says where. Standard library and the zstd program only; nothing of the recorder is trusted.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from datetime import datetime

from check_rules import WORDS, Refused, Rules, check_value, expect

TIDY = json.JSONEncoder(separators=(",", ":"))
HERE = os.path.dirname(os.path.abspath(__file__))
MAX_BYTES = 8_000_000
MIN_METRICS, MIN_EACH, MIN_LOG = 200_000, 20_000, 20_000
MIN_MINUTES = 30
MAX_GAP_SECONDS = 30
TIMESTAMP = re.compile(r"2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\Z")
# These two of the kernel's cpu times may step back (Documentation/filesystems/proc.rst, "stat").
MAY_STEP_BACK = {"cpu.idle", "cpu.iowait"}
# dimension of the wide file -> the same in the narrow file
DIMENSIONS = {"cpu.id": "cpu", "disk.device": "device", "network.interface": "interface",
              "pressure.resource": "resource", "filesystem.path": "path",
              "process.name": "process", "process.instance": "instance", "process.user": "user"}


def load_json(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def lines(folder, name):
    """The lines of a compressed sample, as bytes."""
    path = os.path.join(folder, f"{name}.ndjson.zst")
    expect(os.path.exists(path), f"{path}: not there")
    with subprocess.Popen(["zstd", "-dcq", path], stdout=subprocess.PIPE) as program:
        yield from program.stdout
    expect(program.returncode == 0, f"{path}: zstd cannot read it")


def documents(folder, name):
    """(line number, line, document) of a compressed sample."""
    for number, line in enumerate(lines(folder, name), 1):
        try:
            yield number, line, json.loads(line)
        except ValueError as error:
            raise Refused(f"{name}:{number}: not JSON: {error}") from error


def mapped_fields(folder, name):
    """{dotted field: its mapping} of the sample's mapping file."""
    fields = {}

    def walk(properties, prefix):
        for key, value in properties.items():
            if "properties" in value:
                walk(value["properties"], f"{prefix}{key}.")
            else:
                fields[prefix + key] = value

    walk(load_json(os.path.join(folder, f"{name}.mapping.json"))["mappings"]["properties"], "")
    return fields


def flatten(document):
    """{dotted field: value}; the samples nest one level and hold no arrays."""
    flat = {}
    for key, value in document.items():
        if type(value) is dict:
            for inner, leaf in value.items():
                flat[f"{key}.{inner}"] = leaf
        else:
            flat[key] = value
    return flat


def seconds(timestamp):
    return datetime.fromisoformat(timestamp[:-1] + "+00:00").timestamp()


class Clock:
    """Checks that time runs forward, and measures how far."""

    def __init__(self):
        self.first = self.last = None
        self.times = 0

    def see(self, timestamp):
        if timestamp == self.last:
            return
        expect(type(timestamp) is str and TIMESTAMP.match(timestamp), f"@timestamp: {timestamp!r}")
        expect(self.last is None or timestamp > self.last,
               f"@timestamp: {timestamp} comes after {self.last}")
        self.first = self.first or timestamp
        self.last = timestamp
        self.times += 1

    def minutes(self):
        return (seconds(self.last) - seconds(self.first)) / 60 if self.first else 0.0


def narrow_parts(wide, fields):
    """(what follows the time, value) of the narrow lines that hold one wide document's readings."""
    group, body = list(wide.items())[2]
    shared, metrics = "", []
    for name, value in body.items():
        field = f"{group}.{name}"
        if field in DIMENSIONS:
            shared += f'"{DIMENSIONS[field]}":{json.dumps(value)},'
        else:
            metrics.append((field, value))
    for field, value in metrics:
        kind = fields[field]["time_series_metric"]
        yield (f'"host":"{wide["host"]["name"]}","metric":"{field}",{shared}'
               f'"type":"{kind}","value":', value)


class Movement:
    """Counters of the host continue; most series move."""

    def __init__(self):
        self._last = {}
        self._moved = set()

    def see(self, group, body):
        if group == "process":
            return
        label = next((value for value in body.values() if type(value) is str), "")
        for name, value in body.items():
            if type(value) is not str:
                key = (f"{group}.{name}", label)
                before = self._last.get(key)
                if before != value:
                    if before is not None:
                        self._moved.add(key)
                    self._last[key] = value

    def counter(self, field, label, value):
        before = self._last.get((field, label), value)
        expect(value >= before or field in MAY_STEP_BACK,
               f"{field} {label}: a counter fell from {before} to {value}")

    def finish(self):
        share = len(self._moved) / max(1, len(self._last))
        expect(share > 0.6, f"only {share:.0%} of the host's series ever move")


class Narrow:
    """The narrow file, read beside the wide one: it must hold the same readings, line by line."""

    def __init__(self, folder, rules):
        self._rules = rules
        self._fields = mapped_fields(folder, "metrics")
        self._lines = lines(folder, "metrics")
        self._known = set()  # what follows the time and comes before the value, found good before
        self.count = 0

    def follow(self, wide, wide_fields):
        time = f'{{"@timestamp":"{wide["@timestamp"]}",'
        for middle, value in narrow_parts(wide, wide_fields):
            expected = f"{time}{middle}{value!r}}}\n".encode()
            found = next(self._lines, b"nothing")
            self.count += 1
            if found != expected:
                raise Refused(f"metrics:{self.count}: expected {expected}, found {found}")
            if middle not in self._known:
                self._check(json.loads(found))
                self._known.add(middle)

    def _check(self, document):
        try:
            for field, value in document.items():
                if field != "@timestamp":
                    check_value(self._rules, self._fields, field, value)
        except Refused as error:
            raise Refused(f"metrics:{self.count}: {error}") from error

    def finish(self):
        expect(next(self._lines, None) is None, "metrics: more readings than metrics-wide")


def check_metrics(folder, rules):
    wide_fields = mapped_fields(folder, "metrics-wide")
    counters = {field for field, mapping in wide_fields.items()
                if mapping.get("time_series_metric") == "counter"}
    clock, movement = Clock(), Movement()
    narrow = Narrow(folder, rules)
    count = 0
    for number, line, wide in documents(folder, "metrics-wide"):
        count = number
        try:
            check_wide(rules, wide_fields, counters, clock, movement, line, wide)
        except Refused as error:
            raise Refused(f"metrics-wide:{number}: {error}") from error
        narrow.follow(wide, wide_fields)
    narrow.finish()
    return {"metrics": narrow.count, "metrics-wide": count}, clock, movement


def check_wide(rules, fields, counters, clock, movement, line, wide):
    expect(list(wide)[:2] == ["@timestamp", "host"] and len(wide) == 3, f"keys {list(wide)}")
    expect(line == dumped(wide), "not in tidy form")
    before = clock.last
    clock.see(wide["@timestamp"])
    if before and before != clock.last:
        gap = seconds(clock.last) - seconds(before)
        expect(gap <= MAX_GAP_SECONDS, f"a gap of {gap:.0f} s before {clock.last}")
    flat = flatten(wide)
    group = list(wide)[2]
    label = next((value for value in wide[group].values() if type(value) is str), "")
    for field, value in flat.items():
        if field != "@timestamp":
            check_value(rules, fields, field, value)
            if field in counters and group != "process":
                movement.counter(field, label, value)
    movement.see(group, wide[group])


def dumped(document):
    """The one tidy form of a line."""
    return TIDY.encode(document).encode() + b"\n"


def check_log(folder, rules):
    fields = mapped_fields(folder, "log")
    clock, count = Clock(), 0
    seen = {"log.level": set(), "event.source": set()}
    for number, line, document in documents(folder, "log"):
        try:
            expect(line == dumped(document), "not in tidy form")
            flat = flatten(document)
            clock.see(document.get("@timestamp"))
            for field, value in flat.items():
                if field not in ("@timestamp", "message"):
                    check_value(rules, fields, field, value)
            rules.message(flat)
            for field, values in seen.items():
                values.add(flat[field])
        except KeyError as error:
            raise Refused(f"log:{number}: no field {error}") from error
        except Refused as error:
            raise Refused(f"log:{number}: {error}") from error
        count += 1
    return count, clock, seen


def load_rules(folder):
    metrics = frozenset(field for field, mapping in mapped_fields(folder, "metrics-wide").items()
                        if "time_series_metric" in mapping)
    return Rules(load_json(os.path.join(folder, "allowlist.json")), metrics)


def check(folder):
    sizes = {name: os.path.getsize(os.path.join(folder, f"{name}.ndjson.zst"))
             for name in ("metrics", "metrics-wide", "log")}
    expect(sum(sizes.values()) <= MAX_BYTES, f"{sum(sizes.values())} bytes, at most {MAX_BYTES}")
    rules = load_rules(folder)
    counts, clock, movement = check_metrics(folder, rules)
    movement.finish()
    log_count, log_clock, seen = check_log(folder, rules)
    for field, values in seen.items():
        missing = WORDS[field] - values
        expect(not missing, f"log: {field} never has {sorted(missing)}")
    total = counts["metrics"] + counts["metrics-wide"]
    expect(total >= MIN_METRICS, f"{total} metrics documents, at least {MIN_METRICS}")
    for name, count in counts.items():
        expect(count >= MIN_EACH, f"{name}: {count} documents, at least {MIN_EACH}")
    expect(log_count >= MIN_LOG, f"log: {log_count} documents, at least {MIN_LOG}")
    for name, one in (("metrics", clock), ("log", log_clock)):
        expect(one.minutes() >= MIN_MINUTES, f"{name}: {one.minutes():.1f} minutes, "
               f"at least {MIN_MINUTES}")
    print(f"samples: {counts['metrics']} + {counts['metrics-wide']} metrics documents over "
          f"{clock.minutes():.1f} minutes ({clock.times} readings), {log_count} events over "
          f"{log_clock.minutes():.1f} minutes, {sum(sizes.values())} bytes; all names allowed")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", default=HERE)
    options = parser.parse_args()
    try:
        check(options.folder)
    except (Refused, OSError) as error:
        print(f"check_samples: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
