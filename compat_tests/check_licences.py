#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every source file names its licence in one of its first three lines.

usage: check_licences.py [ROOT]
"""
import os
import pathlib
import sys

MARK = "SPDX-License-Identifier: Apache-2.0"
SUFFIXES = {".cc", ".h", ".py", ".sh", ".java", ".cmake", ".in", ".md", ".xml"}
NAMES = {"CMakeLists.txt", "dev", "run", ".clang-tidy"}
SKIPPED = {".git", "target", "testdata", "__pycache__", "seeds"}


def sources(root):
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(
            name for name in folders
            if name not in SKIPPED and not name.startswith("build") and not name.endswith("-output"))
        for name in sorted(files):
            path = pathlib.Path(folder, name)
            if path.suffix in SUFFIXES or name in NAMES:
                yield path


def names_licence(path):
    with open(path, encoding="utf-8") as source:
        return any(MARK in source.readline() for _ in range(3))


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[1]
    files = list(sources(root))
    if not files:
        sys.exit("no sources found")
    missing = [path.relative_to(root) for path in files if not names_licence(path)]
    for path in missing:
        print(f"{path}: no line '{MARK}' at its head")
    if not missing:
        print(f"{len(files)} files name their licence")
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
