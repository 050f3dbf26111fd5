#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks every #include of the rooms against the room table of ARCHITECTURE.md.

usage: check_includes.py [ROOT]
"""
import pathlib
import re
import sys

ROW = re.compile(r"^\| `(\w+)` \|[^|]*\| ([^|]*) \|$")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')


def room_table(root):
    """Room -> rooms that it may include, from the table in ARCHITECTURE.md."""
    table = {}
    for line in (root / "ARCHITECTURE.md").read_text(encoding="utf-8").splitlines():
        match = ROW.match(line)
        if match:
            table[match[1]] = set(re.findall(r"`(\w+)`", match[2])) | {match[1]}
    return table


def faults(root, table):
    sources = sorted(p for room in table for p in (root / room).rglob("*") if p.suffix in (".h", ".cc"))
    for path in sources:
        room = path.relative_to(root).parts[0]
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            included = match[1].split("/")[0]
            where = f"{path.relative_to(root)}:{number}"
            if included not in table:
                yield f"{where}: \"{match[1]}\" does not start at a room"
            elif included not in table[room]:
                yield f"{where}: room {room} may not include {included}"
            elif not (root / match[1]).is_file():
                yield f"{where}: \"{match[1]}\" does not exist"
    if not sources:
        yield "no sources found"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    if root.is_file():
        root = root.parents[1]
    table = room_table(root)
    if len(table) < 10:
        sys.exit("the room table of ARCHITECTURE.md was not found")
    found = list(faults(root, table))
    print("\n".join(found) if found else f"{len(table)} rooms: every include is allowed")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
