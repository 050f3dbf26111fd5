#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The same work in segsmith and in a warm JVM with the released Lucene, side by side.

Both sides get the same documents and the same index files. Their checksums (bytes of the index, sums of
values, numbers of matches) are compared before any time is. Every figure is the median of its samples;
the ratio is Java's median over ours, its spread the ratios of the quartiles.

usage: side_by_side.py [--documents N] [--runs N] [--scratch DIR] [--json FILE] [--markdown FILE]
"""
import argparse
import datetime
import json
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
OURS = ROOT / "build" / "segsmith_side_by_side"
JAVA = ROOT / "compat_tests" / "java" / "run.sh"


def ours(command):
    done = subprocess.run([OURS, json.dumps(command)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"our side failed: {done.stderr}")
    return json.loads(done.stdout)["results"]


class Jvm:
    """One long-lived JVM: a JSON command a line in, a JSON answer a line out."""

    def __init__(self):
        self.process = subprocess.Popen([JAVA], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, command):
        self.process.stdin.write(json.dumps({"cmd": "bench", **command}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            sys.exit(f"Java's side failed: {answer['error']}")
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def fresh_jvm(command):
    """A new process for one command, so its code has seen nothing else."""
    done = subprocess.run([JAVA, json.dumps({"cmd": "bench", **command})], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"Java's side failed: {done.stdout}{done.stderr}")
    return json.loads(done.stdout.strip().splitlines()[-1])["results"]


def row(name, mine, java, same_checksum=True):
    """One line of the table, checksums compared first."""
    if same_checksum and mine["checksum"] != java["checksum"]:
        sys.exit(f"{name}: ours gave checksum {mine['checksum']}, Java {java['checksum']}")
    a, b = sorted(mine["ns"]), sorted(java["ns"])
    quartiles_a, quartiles_b = statistics.quantiles(a, n=4), statistics.quantiles(b, n=4)
    return {
        "work": name,
        "ours_ns": statistics.median(a),
        "java_ns": statistics.median(b),
        "ratio": statistics.median(b) / statistics.median(a),
        "low": quartiles_b[0] / quartiles_a[2],
        "high": quartiles_b[2] / quartiles_a[0],
    }


def writing_rows(jvm, mapping, docs, scratch, runs):
    """Indexing with flushes, then a forced merge. Bytes differ only by `.si` diagnostics."""
    command = {"what": ["index"], "mapping": str(mapping), "docs": [str(docs)], "flush_docs": 20000,
               "force_merge": 1, "runs": runs, "output": str(scratch / "bench-index")}
    mine, java = ours(command), jvm.run({**command, "warmup_runs": 2})["results"]
    label = mapping.name.split(".")[0]
    close = abs(mine["index"]["checksum"] - java["index"]["checksum"]) < 4096
    if not close:
        sys.exit(f"index sizes differ: {mine['index']['checksum']} and {java['index']['checksum']}")
    yield row(f"{label}: indexing, Java with JSON parsing", mine["index"], java["index"], False)
    yield row(f"{label}: indexing, Java without JSON parsing", mine["index"], java["index without JSON"], False)
    yield row(f"{label}: flush", mine["flush"], java["flush"], False)
    key = "forced merge after indexing"
    yield row(f"{label}: forced merge", mine[key], java[key], False)


def reading_rows(jvm, folder, fields, ranges, runs):
    command = {"what": ["decode", "ranges"], "dir": str(folder), "fields": fields, "ranges": ranges, "runs": runs}
    mine, java = ours(command), jvm.run(command)["results"]
    for name in mine:
        if name in java:
            yield row(name, mine[name], java[name])
    for field in fields:
        command = {"what": ["decode"], "dir": str(folder), "fields": [field], "fresh": True, "bulk_only": True, "runs": runs}
        name = f"bulk decode of {field}"
        yield row(f"{name}, fresh one-field JVM", mine[name], fresh_jvm(command)[name])


def head(source, target, documents):
    """The first documents of a compressed sample."""
    with subprocess.Popen(["zstd", "-dcq", source], stdout=subprocess.PIPE) as unpacked, open(target, "wb") as out:
        for _ in range(documents):
            line = unpacked.stdout.readline()
            if not line:
                break
            out.write(line)
        unpacked.stdout.close()


def cpu_name():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def scale(ns):
    for unit, factor in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if ns >= factor:
            return f"{ns / factor:.3f} {unit}"
    return f"{ns:.0f} ns"


def markdown(rows, facts):
    lines = [f"{facts['date']}, {facts['cpu']}, {facts['cores']} cores; {facts['documents']:,} documents of metrics; "
             f"Lucene {facts['lucene']}, Java {facts['java']}, vector module on; ours: one thread, release build.", "",
             "| work | segsmith | Java | ratio | spread |", "|---|--:|--:|--:|--:|"]
    for r in rows:
        lines.append(f"| {r['work']} | {scale(r['ours_ns'])} | {scale(r['java_ns'])} | {r['ratio']:.1f} | "
                     f"{r['low']:.1f} to {r['high']:.1f} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=200_000)
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--scratch", help="folder for the indices (default: a temporary one)")
    parser.add_argument("--json", help="write all rows as JSON")
    parser.add_argument("--markdown", help="write the table as Markdown")
    options = parser.parse_args()
    if subprocess.run([JAVA, "--find-jdk"], capture_output=True).returncode != 0:
        sys.exit("side_by_side: not run: it needs Maven and a JDK of at least 25")
    scratch = pathlib.Path(options.scratch or tempfile.mkdtemp(prefix="segsmith-bench-"))
    scratch.mkdir(parents=True, exist_ok=True)
    try:
        jvm = Jvm()
        docs, wide = scratch / "metrics.ndjson", scratch / "metrics-wide.ndjson"
        head(ROOT / "samples/metrics.ndjson.zst", docs, options.documents)
        head(ROOT / "samples/metrics-wide.ndjson.zst", wide, options.documents)
        mapping = ROOT / "samples/metrics.mapping.json"
        rows = list(writing_rows(jvm, mapping, docs, scratch, options.runs))
        rows += writing_rows(jvm, ROOT / "samples/metrics-wide.mapping.json", wide, scratch, options.runs)
        both = scratch / "both-structures.mapping.json"
        both.write_text(json.dumps(with_skipper(json.loads(mapping.read_text()))))
        for name, used in (("points", mapping), ("skippers", both)):
            folder = scratch / name
            shutil.rmtree(folder, ignore_errors=True)
            subprocess.run([ROOT / "build/segsmith", "index", "--mapping", used, "--output", folder, "--no-merge",
                            "--force-merge", "1", docs], check=True, capture_output=True)
            n = options.documents
            ranges = [{"field": "_seq_no", "lo": n // 4, "hi": n // 2}, {"field": "_seq_no", "lo": n // 3, "hi": n // 3 + n // 100}]
            times = time_bounds(folder)
            ranges += [{"field": "@timestamp", "lo": times[0], "hi": times[1]}]
            for r in reading_rows(jvm, folder, ["@timestamp", "_seq_no", "value", "instance"], ranges, options.runs):
                rows.append({**r, "work": f"{name}: {r['work']}"})
        java = jvm.run({"what": []})
        jvm.close()
    finally:
        if not options.scratch:
            shutil.rmtree(scratch, ignore_errors=True)
    facts = {"date": datetime.date.today().isoformat(), "cpu": cpu_name(), "cores": os.cpu_count(),
             "documents": options.documents, "lucene": java["lucene"], "java": java["java"]}
    table = markdown(rows, facts)
    print(table, end="")
    if options.markdown:
        pathlib.Path(options.markdown).write_text(table)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps({"facts": facts, "rows": rows}, indent=1) + "\n")


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


if __name__ == "__main__":
    main()
