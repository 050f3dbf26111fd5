#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the README's byte-identity table of what the judge wrote with `judge.py --report`.

usage: byte_identity_table.py [REPORT] [--readme FILE] [--check]

The report is compat_tests/byte_identity.json unless named. --check changes nothing and fails when the README says
otherwise than the report. A report with a failed schema makes no table.
"""
import argparse
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
BEGIN = "<!-- byte identity: begin -->"
END = "<!-- byte identity: end -->"

FORMATS = [
    ("Lucene90 doc values, version 3", ["dvd", "dvm", "dvs", "dvp"]),
    ("Lucene90 points, BKD version 10", ["kdd", "kdi", "kdm"]),
    ("Lucene90 stored fields", ["fdt", "fdx", "fdm"]),
    ("Lucene94 field infos", ["fnm"]),
    ("Lucene99 segment info (compared by content)", ["si"]),
    ("Lucene90 compound files", ["cfs", "cfe"]),
    ("segments_N, version 11 (compared by content)", ["segments_N"]),
]


def grouped(number):
    return f"{number:,}"


def table(report):
    known = {extension for _, extensions in FORMATS for extension in extensions}
    unknown = sorted(set(report["files"]) - known)
    if unknown:
        raise ValueError(f"the report counts files that this table has no row for: {', '.join(unknown)}")
    lines = ["| release | format | files | compared | bytes | different |", "|---|---|---|---|---|---|"]
    for name, extensions in FORMATS:
        files = sum(report["files"].get(e, 0) for e in extensions)
        size = sum(report["bytes"].get(e, 0) for e in extensions)
        shown = " ".join(e if e == "segments_N" else f".{e}" for e in extensions)
        if files:
            lines.append(f"| Lucene {report['lucene']} | {name} | {shown} | {grouped(files)} | {grouped(size)} | 0 |")
    seeds = f" (seeds {report['seeds']})" if "seeds" in report else ""
    lines += ["", f"{grouped(report['passed'])} random schemas{seeds}, {grouped(report['indices'])} indices, flushed and "
              f"merged, of {grouped(report['docs'])} documents; fields of {len(report['types'])} types; CheckIndex clean; "
              f"{grouped(report['queries'])} range counts equal. Files inside compound files are counted as files of "
              "their own too."]
    return "\n".join(lines)


def replaced(text, body):
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"no lines '{BEGIN}' and '{END}'")
    return f"{before}{BEGIN}\n{body}\n{END}{after}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("report", nargs="?", type=pathlib.Path, default=ROOT / "compat_tests" / "byte_identity.json")
    parser.add_argument("--readme", type=pathlib.Path, default=ROOT / "README.md")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    report = json.loads(arguments.report.read_text(encoding="utf-8"))
    if report["failed"] or not report["passed"]:
        sys.exit(f"{arguments.report}: {report['passed']} schemas passed, {report['failed']} failed: no table")
    text = arguments.readme.read_text(encoding="utf-8")
    try:
        changed = replaced(text, table(report))
    except ValueError as error:
        sys.exit(f"{arguments.readme}: {error}")
    if changed == text:
        print(f"{arguments.readme.name} says what the report says")
    elif arguments.check:
        sys.exit(f"{arguments.readme}: the table is not the report's: run compat_tests/byte_identity_table.py")
    else:
        arguments.readme.write_text(changed, encoding="utf-8")


if __name__ == "__main__":
    main()
