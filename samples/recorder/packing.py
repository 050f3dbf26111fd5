# SPDX-License-Identifier: Apache-2.0
"""From raw recordings to the files of this folder: order, the package list, zstd, mappings."""

import json
import os
import subprocess
import sys

from .readings import CATALOGUE, NARROW_DIMENSION

NAMES = ("metrics", "metrics-wide", "log")
SETTINGS = {"index.mode": "logsdb", "segsmith.doc_values_format": "Lucene90"}
HERE = os.path.dirname(os.path.abspath(__file__))


def _timestamp(line):
    return line[15:39]  # every document begins with {"@timestamp":"..."


def _package(line):
    at = line.find('"package":{"name":"')
    return line[at + 19:line.index('"', at + 19)] if at >= 0 else None


def _lines(raw, name):
    with open(os.path.join(raw, f"{name}.ndjson"), encoding="utf-8") as file:
        return [line for line in file if line.endswith("\n")]


def packages_seen(raw):
    return sorted(set(filter(None, map(_package, _lines(raw, "log")))))


def _compress(lines, target):
    """One zstd frame that any decoder's default window takes."""
    text = "".join(lines).encode()
    subprocess.run(["zstd", "-19", "-q", "-f", "-o", target], input=text, check=True)
    print(f"{target}: {len(lines)} documents, {len(text)} bytes, "
          f"{os.path.getsize(target)} compressed")


def pack(options):
    with open(os.path.join(HERE, "..", "allowlist.json"), encoding="utf-8") as file:
        packages = frozenset(json.load(file)["packages"])
    last = None
    for name in NAMES:
        lines = _lines(options.raw, name)
        if options.minutes and name != "log":
            last = _minutes_later(_timestamp(lines[0]), options.minutes)
        if last:
            lines = [line for line in lines if _timestamp(line) <= last]
        if name == "log":
            kept = [line for line in lines if _package(line) is None or _package(line) in packages]
            if len(kept) < len(lines):
                print(f"{len(lines) - len(kept)} events of unlisted packages left out",
                      file=sys.stderr)
            lines = sorted(kept, key=_timestamp)  # dpkg's own times come a little late
        _compress(lines, os.path.join(options.samples, f"{name}.ndjson.zst"))


def _minutes_later(timestamp, minutes):
    from datetime import datetime, timedelta
    end = datetime.fromisoformat(timestamp[:-1]) + timedelta(minutes=minutes)
    return end.isoformat(timespec="milliseconds") + "Z"


KEYWORD = {"type": "keyword"}
DIMENSION = {"type": "keyword", "time_series_dimension": True}


def _objects(**fields):
    return {"properties": fields}


def _narrow_properties():
    dimensions = {}
    for (_, dimension), name in NARROW_DIMENSION.items():
        kind = "short" if dimension == "instance" else "keyword"
        dimensions[name] = {"type": kind, "time_series_dimension": True}
    return {"@timestamp": {"type": "date"}, "host": DIMENSION, "metric": DIMENSION, **dimensions,
            "type": KEYWORD, "value": {"type": "double", "time_series_metric": "gauge"}}


def _wide_properties():
    properties = {"@timestamp": {"type": "date"}, "host": _objects(name=DIMENSION)}
    for group, (dimensions, metrics) in CATALOGUE.items():
        fields = {}
        for dimension in dimensions:
            kind = "short" if dimension == "instance" else "keyword"
            fields[dimension] = {"type": kind, "time_series_dimension": True}
        for name, (kind, mapped) in metrics.items():
            fields[name] = {"type": mapped, "time_series_metric": kind}
        properties[group] = _objects(**fields)
    return properties


def _log_properties():
    number = {name: {"type": name} for name in ("long", "integer", "short", "byte", "double")}
    return {
        "@timestamp": {"type": "date"},
        "host": _objects(name=KEYWORD, ip={"type": "ip"}),
        "log": _objects(level=KEYWORD, severity=number["byte"]),
        "event": _objects(source=KEYWORD, action=KEYWORD),
        "message": {"type": "keyword", "ignore_above": 1024},
        "process": _objects(
            name=KEYWORD, instance=number["short"], user=KEYWORD, threads=number["short"],
            duration_ms=number["integer"], cpu_ms=number["integer"],
            resident_bytes=number["long"], peak_bytes=number["long"],
            minor_faults=number["long"], major_faults=number["long"]),
        "measure": _objects(name=KEYWORD, value=number["double"], limit=number["long"],
                            rising={"type": "boolean"}),
        "cpu": _objects(id=KEYWORD),
        "disk": _objects(device=KEYWORD),
        "network": _objects(interface=KEYWORD, peer={"type": "ip"},
                            duration_ms=number["integer"]),
        "pressure": _objects(resource=KEYWORD),
        "package": _objects(name=KEYWORD, architecture=KEYWORD, version=KEYWORD, status=KEYWORD),
        "recorder": _objects(late_ms=number["integer"]),
    }


def _tidy(value, depth=0):
    """JSON with one field a line, the small objects kept on their line."""
    flat = json.dumps(value)
    if not isinstance(value, dict) or (depth > 1 and "properties" not in value and
                                       not any(isinstance(v, dict) for v in value.values())):
        return flat
    pad = "  " * (depth + 1)
    rows = [f"{pad}{json.dumps(key)}: {_tidy(item, depth + 1)}" for key, item in value.items()]
    return "{\n" + ",\n".join(rows) + "\n" + "  " * depth + "}"


def write_mappings(options):
    properties = {"metrics": _narrow_properties(), "metrics-wide": _wide_properties(),
                  "log": _log_properties()}
    for name, fields in properties.items():
        body = {"settings": SETTINGS, "mappings": {"properties": fields}}
        with open(os.path.join(options.samples, f"{name}.mapping.json"), "w",
                  encoding="utf-8") as file:
            file.write(_tidy(body) + "\n")
