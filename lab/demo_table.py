#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts the telling rows of a race into the README.

usage: demo_table.py [demo-output/metrics.json] [--readme FILE]

The rows stand between the lines "<!-- demo table -->" and "<!-- demo table: end -->"; figures are the race's own.
"""
import argparse
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
BEGIN, END = "<!-- demo table -->", "<!-- demo table: end -->"

SHOWN = [
    (r"Store size", r""),
    (r"Bytes", r"_seq_no (doc_values|points|skip_index)"),
    (r"Bytes", r"@timestamp (doc_values|points|skip_index)"),
    (r"Bytes per document", r"\(total\).*"),
    (r"Mean Throughput", r"index"),
    (r"Cumulative (indexing|merge|flush) time of primary shards", r""),
    (r"50th percentile service time", r"(_seq_no|@timestamp)-range-(0\.1|1|50)%-count"),
    (r"99th percentile service time", r"(_seq_no|@timestamp)-range-1%-count"),
]


def figure(value):
    if isinstance(value, int):
        return f"{value:,}"
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def shown(row):
    return any(re.fullmatch(metric, row["metric"]) and (not task or re.fullmatch(task, row["task"]))
               for metric, task in SHOWN)


def table(race):
    comparison = race["comparisons"][0]
    lines = ["| Metric | Task | Baseline | Contender | Diff | Unit | Diff % |", "|---|---|---:|---:|---:|---|---:|"]
    for row in filter(shown, comparison["rows"]):
        cells = [row["metric"], row["task"], *(figure(row[key]) for key in ("baseline", "contender", "diff")),
                 row["unit"], figure(row["diff_percent"])]
        lines.append("| " + " | ".join(cells) + " |")
    arms = race["arms"]
    lines += ["", f"Baseline: {comparison['baseline']}. Contender: {comparison['contender']}. "
              f"{arms[0]['documents']:,} documents, {arms[0]['segments_before_merge']} segments before the merge, "
              f"{race['runs']} ranges a task, every answer equal. All rows: `./dev demo`."]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("race", nargs="?", type=pathlib.Path, default=ROOT / "demo-output" / "metrics.json")
    parser.add_argument("--readme", type=pathlib.Path, default=ROOT / "README.md")
    arguments = parser.parse_args()
    race = json.loads(arguments.race.read_text(encoding="utf-8"))
    if not race["answers_equal"]:
        sys.exit("the arms did not answer alike: no table")
    text = arguments.readme.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit(f"{arguments.readme}: no lines '{BEGIN}' and '{END}'")
    arguments.readme.write_text(f"{before}{BEGIN}\n{table(race)}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
