#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The same work in segsmith and in a warm JVM with the released Lucene, side by side.

Both sides get the same documents and the same index files. Their checksums (bytes of the index, sums of
values, numbers of matches) are compared before any time is. Every figure is the median of its samples;
the ratio is Java's median over ours, its spread the ratios of the quartiles. A row with a goal says whether
its ratio reaches it. The table of docs/performance.md is written anew, unless --no-docs is given.
"""
import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import shutil
import sys
import tempfile
import time

import points_rows
import reading_rows
import rows
import time_series_rows
import writing_rows
from sides import ROOT, Jvm, java_is_there

PAGE = ROOT / "docs/performance.md"
BEGIN, END = "<!-- side by side: begin -->\n", "<!-- side by side: end -->\n"


def cpu_name():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def all_groups(jvm, scratch, options):
    """(title, how to make its rows)."""
    def chosen(name):
        return options.only is None or name in options.only

    if chosen("read"):
        yield from reading_rows.groups(jvm, scratch, options.runs)
    if chosen("write"):
        yield from writing_rows.groups(jvm, scratch, options.documents, options.runs)
    if chosen("time-series"):
        yield from time_series_rows.groups(scratch, options.runs)
    if chosen("points"):
        yield from points_rows.generated_groups(jvm, scratch, options.runs)

        def sample():
            docs = scratch / "metrics.ndjson"
            writing_rows.head(ROOT / "samples/metrics.ndjson.zst", docs, options.documents)
            return docs

        yield from points_rows.groups(jvm, scratch, sample, options.documents, options.runs)


def wanted_groups(jvm, scratch, options):
    """(title, rows) of the groups that were asked for."""
    for title, make_rows in all_groups(jvm, scratch, options):
        if options.groups is None or re.search(options.groups, title):
            yield title, make_rows()


def write_page(table):
    text = PAGE.read_text()
    before, rest = text.split(BEGIN)
    PAGE.write_text(before + BEGIN + table + END + rest.split(END)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=200_000, help="of the recorded samples")
    parser.add_argument("--runs", type=int, default=9, help="samples of each figure")
    parser.add_argument("--only", action="append", choices=["read", "write", "points", "time-series"],
                        help="some parts (with --no-docs implied)")
    parser.add_argument("--groups", metavar="REGEX", help="groups of rows whose titles match (with --no-docs implied)")
    parser.add_argument("--scratch", help="folder for the indices (default: a temporary one)")
    parser.add_argument("--json", help="write all rows as JSON")
    parser.add_argument("--no-docs", action="store_true", help="leave docs/performance.md alone")
    options = parser.parse_args()
    if not java_is_there():
        sys.exit("side_by_side: not run: it needs Maven and a JDK of at least 25")
    scratch = pathlib.Path(options.scratch or tempfile.mkdtemp(prefix="segsmith-bench-"))
    scratch.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    groups = []
    try:
        jvm = Jvm()
        for title, made in wanted_groups(jvm, scratch, options):
            print(f"{time.monotonic() - started:.0f} s: {title}", file=sys.stderr)
            groups.append((title, made))
            for r in made:
                print(rows.line(r), file=sys.stderr)
        java = jvm.run({"what": []})
        jvm.close()
    finally:
        if not options.scratch:
            shutil.rmtree(scratch, ignore_errors=True)
    facts = {"date": datetime.date.today().isoformat(), "cpu": cpu_name(), "cores": os.cpu_count(),
             "documents": options.documents, "lucene": java["lucene"], "java": java["java"]}
    table = rows.markdown(groups, facts)
    print(table, end="")
    if not (options.no_docs or options.only or options.groups):
        write_page(table)
    if options.json:
        everything = [{"group": title, **r} for title, made in groups for r in made]
        pathlib.Path(options.json).write_text(json.dumps({"facts": facts, "rows": everything}, indent=1) + "\n")


if __name__ == "__main__":
    main()
