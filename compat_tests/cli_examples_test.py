#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every example of docs/cli.md, of the --help texts and of the README, and compares the commands, options and
columns that docs/cli.md names with those of the program.

usage: cli_examples_test.py PROGRAM
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[1]
SAMPLES = ROOT / "samples"
DOCUMENTS = 3000
STATE = json.dumps({"policy": "log_doc", "trigger": "force",
                    "segments": [{"name": f"_{i}", "max_doc": 10, "bytes": 1000} for i in range(4)]})
PROGRAM = None

SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OPTION_ROW = re.compile(r"^\| (`--.+?) \|", re.MULTILINE)
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
COLUMNS = re.compile(r"^Columns: (.+)\.$", re.MULTILINE)


def sections():
    """Command -> its part of docs/cli.md."""
    parts = SECTION.split((ROOT / "docs" / "cli.md").read_text(encoding="utf-8"))
    found = dict(zip(parts[1::2], parts[2::2]))
    del found["Common to all"]
    return found


def program(*arguments):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"segsmith {arguments}: exit {done.returncode}: {done.stderr}")
    return done.stdout


def commands_of_the_program():
    text = program("--help")
    listed = text[text.index("Subcommands:"):].splitlines()[1:]
    return [line.split()[0] for line in listed if re.match(r"  \w", line)]


def examples_of_help(command):
    text = program(command, "--help")
    return [line.strip() for line in text[text.index("Examples:"):].splitlines()[1:] if line.strip()]


def examples_of_page(text):
    return [line for kind, body in FENCE.findall(text) if kind == "sh" for line in body.splitlines()]


class Workbench:
    """A folder with the inputs that the examples name; a fresh copy of it for each example."""

    def __init__(self, folder):
        self.template = pathlib.Path(folder, "template")
        self.count = 0
        self.template.mkdir()
        shutil.copy(SAMPLES / "metrics.mapping.json", self.template / "mapping.json")
        lines = subprocess.run(f"zstd -dc '{SAMPLES}/metrics.ndjson.zst' | head -n {DOCUMENTS}", shell=True,
                               capture_output=True, check=True).stdout
        for name in ("documents.ndjson", "docs.ndjson"):
            (self.template / name).write_bytes(lines)
        subprocess.run(["zstd", "-q", "documents.ndjson"], cwd=self.template, check=True)
        (self.template / "states.ndjson").write_text(STATE + "\n")
        for name, flush in (("index", "700"), ("other", "3000")):
            subprocess.run([PROGRAM, "index", "--mapping", "mapping.json", "--output", name, "--flush-docs", flush,
                            "--no-merge", "documents.ndjson"], cwd=self.template, check=True, capture_output=True)

    def run(self, line):
        """Runs one example as a user would type it; returns (exit code, standard output, standard error)."""
        self.count += 1
        folder = self.template.with_name(f"example{self.count}")
        shutil.copytree(self.template, folder)
        if "segsmith index " in line:
            shutil.rmtree(folder / "index")
        environment = dict(os.environ, PATH=f"{self.template.parent / 'bin'}:{os.environ['PATH']}")
        done = subprocess.run(["bash", "-o", "pipefail", "-c", line], cwd=folder, env=environment, check=False,
                              capture_output=True, text=True, timeout=120)
        shutil.rmtree(folder)
        return done.returncode, done.stdout, done.stderr


class CliExamplesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="segsmith-cli-")
        cls.addClassCleanup(cls.scratch.cleanup)
        binaries = pathlib.Path(cls.scratch.name, "bin")
        binaries.mkdir()
        (binaries / "segsmith").symlink_to(PROGRAM)
        cls.bench = Workbench(cls.scratch.name)
        cls.pages = sections()

    def test_the_page_has_each_command_and_no_other(self):
        self.assertEqual(sorted(self.pages), sorted(commands_of_the_program()))

    def check_examples(self, where, lines):
        self.assertEqual(len(lines), 2, f"{where} has two examples")
        for line in lines:
            self.assertIn("segsmith ", line)
            code, out, err = self.bench.run(line)
            self.assertEqual(code, 0, f"{line}\n{err}")
            self.assertNotEqual(out.strip(), "", line)

    def test_examples_of_the_page_run(self):
        for command, text in self.pages.items():
            with self.subTest(command=command):
                self.check_examples(f"docs/cli.md, {command},", examples_of_page(text))

    def test_examples_of_the_help_texts_run(self):
        for command in commands_of_the_program():
            with self.subTest(command=command):
                self.check_examples(f"{command} --help", examples_of_help(command))

    def test_options_are_those_of_the_program(self):
        for command, text in self.pages.items():
            with self.subTest(command=command):
                documented = {o for row in OPTION_ROW.findall(text) for o in OPTION.findall(row)}
                help_text = program(command, "--help")
                options = set(OPTION.findall(help_text[:help_text.index("Examples:")])) - {"--help"}
                self.assertEqual(documented, options)

    def test_columns_are_those_of_the_program(self):
        for command, text in self.pages.items():
            named = COLUMNS.findall(text)
            if command in ("cat", "mergeplan"):
                self.assertEqual(named, [])
                continue
            with self.subTest(command=command):
                self.assertEqual(len(named), 1)
                columns = re.findall(r"`(\w+)`", named[0])
                self.assertEqual(columns, self.columns_of(command))

    def columns_of(self, command):
        line = {
            "index": "segsmith index --mapping mapping.json --output index --no-merge documents.ndjson",
            "merge": "segsmith merge index --force 1",
            "query": "segsmith query index --range '_seq_no=1..*' --repeat 2",
            "delete": "segsmith delete index --docs _0:1",
            "update": "segsmith update index --range '_seq_no=1..9' --set _version=2",
            "compare": "segsmith compare index other",
            "gen": "segsmith gen terms_small --output fixture",
            "corrupt": "segsmith corrupt index --output damaged --kind flip",
            "diff": "segsmith diff index other",
            "mergesim": "segsmith mergesim --policy tiered --from-index index",
            "race": "segsmith race --mapping mapping.json documents.ndjson --runs 1 --selectivity 1%",
            "check": "printf x >> index/_0.si; segsmith check index",
        }.get(command, f"segsmith {command} index")
        code, out, err = self.bench.run(line + " --format csv")
        self.assertEqual(code, 1 if command in ("check", "diff") else 0, err)
        return out.splitlines()[0].split(",")

    def test_results_carry_their_schema(self):
        for command in self.pages:
            if command in ("cat", "index", "mergeplan", "race"):
                continue
            with self.subTest(command=command):
                arguments = {"merge": "index --force 1", "query": "index --range '_seq_no=1..*'",
                             "delete": "index --docs _0:1",
                             "update": "index --range '_seq_no=1..9' --set _version=2",
                             "compare": "index other", "diff": "index index",
                             "corrupt": "index --output damaged --kind flip",
                             "mergesim": "--policy tiered --from-index index",
                             "gen": "terms_small --output fixture"}.get(command, "index")
                code, out, err = self.bench.run(f"segsmith {command} {arguments} --format json")
                self.assertEqual(code, 0, err)
                self.assertEqual(json.loads(out)["schema"], f"segsmith.{command}/1")

    def test_finding_codes_are_those_of_the_program(self):
        header = (ROOT / "index" / "check.h").read_text(encoding="utf-8")
        codes = re.findall(r'std::string_view k\w+ = "(\w+)"', header)
        documented = re.findall(r"^\| `(\w+)` \|", self.pages["check"], re.MULTILINE)
        self.assertEqual(sorted(documented), sorted(codes))

    def test_the_readmes_tutorial_runs_as_it_stands(self):
        blocks = FENCE.findall((ROOT / "README.md").read_text(encoding="utf-8"))
        mapping, documents = [body for kind, body in blocks if kind == "json"]
        lines = [line for kind, body in blocks if kind == "sh" for line in body.splitlines()
                 if line.startswith("segsmith ")]
        self.assertGreaterEqual(len(lines), 8)
        folder = pathlib.Path(self.scratch.name, "readme")
        folder.mkdir()
        (folder / "mapping.json").write_text(mapping)
        (folder / "other.json").write_text(mapping.replace('"logsdb"', '"standard"'))
        (folder / "documents.ndjson").write_text(documents)
        environment = dict(os.environ, PATH=f"{self.scratch.name}/bin:{os.environ['PATH']}")
        for line in lines:
            done = subprocess.run(["bash", "-c", line], cwd=folder, env=environment, check=False, capture_output=True,
                                  text=True, timeout=60)
            self.assertEqual(done.returncode, 0, f"{line}\n{done.stderr}")
            self.assertNotEqual(done.stdout, "", line)
            if line.startswith("segsmith query") and not re.search("--docs|--top", line):
                self.assertEqual(done.stdout, "1\n", line)

    def test_the_readmes_program_is_the_example(self):
        blocks = FENCE.findall((ROOT / "README.md").read_text(encoding="utf-8"))
        shown, = [body for kind, body in blocks if kind == "cpp"]
        source = (ROOT / "examples" / "sum_field.cc").read_text(encoding="utf-8")
        self.assertEqual(shown, "".join(line for line in source.splitlines(True) if not line.startswith("//")))


if __name__ == "__main__":
    PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
