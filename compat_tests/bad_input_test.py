#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bad input of every kind: one clear message on standard error, the right exit code, no partial commit, no leftover
files, no crash, and an existing index never touched.

usage: bad_input_test.py PROGRAM
"""
import gzip
import json
import os
import pathlib
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest
import zlib

PROGRAM = None
NOBODY = 65534

MAPPING = {
    "settings": {"index.mode": "logsdb", "segsmith.doc_values_format": "Lucene90"},
    "mappings": {"properties": {
        "@timestamp": {"type": "date"},
        "n": {"type": "integer"},
        "price": {"type": "double"},
        "tag": {"type": "keyword"},
        "at": {"properties": {"ip": {"type": "ip"}}},
    }},
}


def document(i):
    return {"@timestamp": 1_790_000_000_000 + i * 1000, "n": i * i % 997, "price": i / 8, "tag": f"t{i % 37}",
            "at": {"ip": f"192.0.2.{i % 250}"}}


def contents(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


class BadInputTest(unittest.TestCase):
    turn = 0

    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory(prefix="segsmith-bad-")
        cls.addClassCleanup(scratch.cleanup)
        cls.base = pathlib.Path(scratch.name)
        cls.base.chmod(0o755)
        cls.mapping = cls.base / "mapping.json"
        cls.mapping.write_text(json.dumps(MAPPING))
        cls.lines = [json.dumps(document(i)) for i in range(1200)]
        cls.documents = cls.base / "documents.ndjson"
        cls.documents.write_text("\n".join(cls.lines) + "\n")
        cls.index = cls.base / "index"
        for name, compound in (("index", "never"), ("compound", "always")):
            done = cls.run_program("index", "--mapping", cls.mapping, "--output", cls.base / name, "--flush-docs", "500",
                                   "--no-merge", "--compound", compound, cls.documents)
            assert done.returncode == 0, done.stderr

    def setUp(self):
        scratch = tempfile.TemporaryDirectory(dir=self.base)
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)
        self.scratch.chmod(0o755)
        self.output = self.scratch / "made"

    @classmethod
    def run_program(cls, *arguments, **options):
        options.setdefault("stdout", subprocess.PIPE)
        return subprocess.run([PROGRAM, *map(str, arguments)], stderr=subprocess.PIPE, text=True,
                              errors="replace", timeout=120, check=False, **options)

    def expect_refusal(self, done, *needles):
        """Exit code 2 and one message that holds each needle."""
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn(done.stdout, ("", None))
        messages = [line for line in done.stderr.splitlines() if not line.startswith("note: ")]
        self.assertEqual(len(messages), 1, done.stderr)
        for needle in needles:
            self.assertIn(str(needle), messages[0])
        return messages[0]

    def expect_nothing_made(self):
        if self.output.exists():
            self.assertEqual(sorted(path.name for path in self.output.iterdir()), [])

    def index_documents(self, text, *more, mapping=None, **options):
        documents = self.scratch / "in.ndjson"
        documents.write_bytes(text if isinstance(text, bytes) else text.encode())
        return self.run_program("index", "--mapping", mapping or self.mapping, "--output", self.output, "--no-merge",
                                *more, documents, **options)

    def expect_bad_line(self, bad, *needles, line=3):
        """The third of some lines is bad: the message says file and line, nothing is left."""
        lines = [self.lines[0], self.lines[1], bad, self.lines[2]]
        data = b"\n".join(l if isinstance(l, bytes) else l.encode() for l in lines) + b"\n"
        done = self.index_documents(data, "--flush-docs", "1")
        message = self.expect_refusal(done, *needles)
        self.assertRegex(message, rf"in\.ndjson:{line}:\d+: ")
        self.expect_nothing_made()
        return message

    # Documents.

    def test_malformed_json(self):
        for bad in ('{"n": 1,,}', '{"n": 1', '{"n" 1}', '["n"]', '7', '{"n": 01}', '{"n": 1} x', '{n: 1}', '"text',
                    '{"n": tru}', "{'n': 1}", '{"n": [1, 2}', '{"tag": "\\q"}', '{"tag": "\\ud800"}',
                    b'{"tag": "\xff\xfe"}', b'{"tag": "a\x00b"}'):
            with self.subTest(line=bad):
                self.expect_bad_line(bad)

    def test_a_malformed_line_names_its_column(self):
        message = self.expect_bad_line('{"n": 1, "price": 2.5.5}')
        column = int(message.split("in.ndjson:3:")[1].split(":")[0])
        self.assertGreaterEqual(column, 10)

    def test_deep_nesting(self):
        for depth in (600, 100_000):
            self.expect_bad_line('{"n": ' + "[" * depth + "1" + "]" * depth + "}")
            self.expect_bad_line('{"a":' * depth + "1" + "}" * depth)

    def test_values_that_do_not_fit(self):
        for bad, field in (('{"n": "abc"}', "n"), ('{"n": 2147483648}', "n"), ('{"n": {"x": 1}}', "n"),
                           ('{"n": 1e300}', "n"), ('{"n": true}', "n"), ('{"price": "cheap"}', "price"),
                           ('{"price": 1e999}', "price"), ('{"@timestamp": "yesterday"}', "@timestamp"),
                           ('{"@timestamp": "2026-13-01"}', "@timestamp"), ('{"at": {"ip": "192.0.2.256"}}', "at.ip"),
                           ('{"at.ip": "::gg"}', "at.ip"), ('{"at": 5}', "at"), ('{"tag": {"x": 1}}', "tag")):
            with self.subTest(line=bad):
                self.expect_bad_line(bad, f"'{field}'")

    def test_a_field_outside_the_mapping(self):
        self.expect_bad_line('{"surprise": 1}', "'surprise'")

    def test_the_default_date_must_be_there_in_no_other_form(self):
        self.expect_bad_line('{"@timestamp": [1, "never"]}', "'@timestamp'")

    def test_a_bad_line_after_flushes_leaves_nothing(self):
        done = self.index_documents("\n".join(self.lines + ['{"n": "x"}']), "--flush-docs", "100")
        self.expect_refusal(done, ":1201:", "'n'")
        self.expect_nothing_made()

    def test_an_existing_empty_folder_stays(self):
        self.output.mkdir()
        self.expect_refusal(self.index_documents('{"n": "x"}'), "'n'")
        self.assertTrue(self.output.is_dir())
        self.expect_nothing_made()

    def test_skipped_lines_are_counted(self):
        done = self.index_documents(f'{self.lines[0]}\n{{"n": "x"}}\n{self.lines[1]}\n', "--on-error", "skip",
                                    "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        row = json.loads(done.stdout)["rows"][0]
        self.assertEqual((row["documents"], row["skipped"]), (2, 1))
        self.assertIn("in.ndjson:2:", done.stderr)

    def test_bulk_lines_of_other_kinds(self):
        bulk = f'{{"index":{{}}}}\n{self.lines[0]}\n{{"delete":{{"_id":"1"}}}}\n'
        self.expect_refusal(self.index_documents(bulk), ":3:", "delete")
        self.expect_nothing_made()
        self.expect_refusal(self.index_documents('{"index":{}}\n'), ":1:")
        self.expect_nothing_made()

    def test_cut_and_damaged_compressed_input(self):
        text = self.documents.read_bytes()
        packed = gzip.compress(text)
        zstd = subprocess.run(["zstd", "-qc", self.documents], capture_output=True, check=True).stdout
        for name, data in (("cut.gz", packed[:len(packed) // 2]), ("cut.zst", zstd[:len(zstd) // 2]),
                           ("not.gz", b"plain text\n"), ("not.zst", b"plain text\n")):
            with self.subTest(name=name):
                path = self.scratch / name
                path.write_bytes(data)
                done = self.run_program("index", "--mapping", self.mapping, "--output", self.output, "--no-merge", path)
                self.expect_refusal(done, name)
                self.expect_nothing_made()

    def test_missing_files(self):
        missing = self.scratch / "none.json"
        for mapping, documents in ((missing, self.documents), (self.mapping, missing), (self.mapping, self.base),
                                   (self.base, self.documents)):
            done = self.run_program("index", "--mapping", mapping, "--output", self.output, "--no-merge", documents)
            self.expect_refusal(done, missing if missing in (mapping, documents) else self.base)
            self.expect_nothing_made()

    # Mappings.

    def expect_bad_mapping(self, body, *needles):
        path = self.scratch / "bad.json"
        path.write_text(body if isinstance(body, str) else json.dumps(body))
        self.expect_refusal(self.index_documents(self.lines[0], mapping=path), *needles)
        self.expect_nothing_made()

    def test_malformed_mappings(self):
        for body in ("", "{", "[]", '{"mappings": 5}', '{"mappings": {"properties": []}}', '{"mappings": {}} x'):
            with self.subTest(body=body):
                self.expect_bad_mapping(body, "bad.json")

    def test_unknown_names_come_with_the_nearest_known_one(self):
        def mapping(settings=None, field=None, **other):
            return {"settings": settings or {}, "mappings": {"properties": {"a": field or {"type": "long"}}}, **other}
        for body, unknown, nearest in (
                (mapping({"index.mapping.use_doc_value_skipper": True}), "use_doc_value_skipper",
                 "mapping.use_doc_values_skipper"),
                (mapping({"index": {"sort": {"feild": "a"}}}), "sort.feild", "sort.field"),
                (mapping({"segsmith.doc_values_format": "Lucene9"}), "Lucene9", "Lucene90"),
                (mapping(field={"type": "keywrod"}), "keywrod", "keyword"),
                (mapping(field={"type": "long", "doc_value": True}), "doc_value", "doc_values")):
            with self.subTest(unknown=unknown):
                self.expect_bad_mapping(body, unknown, nearest)

    def test_what_is_not_built_is_refused_by_name(self):
        for settings, field, name in (({"index.mode": "time_series"}, {"type": "long"}, "time_series"),
                                      ({}, {"type": "nested"}, "nested")):
            with self.subTest(name=name):
                self.expect_bad_mapping({"settings": settings, "mappings": {"properties": {"a": field}}}, name)
        for arguments in (["info", self.index, "--what-if", "x"], ["query", self.index, "--regex", "n=1"]):
            with self.subTest(arguments=arguments):
                self.expect_refusal(self.run_program(*arguments), "not built yet")

    def test_a_dump_that_does_not_fit_itself_makes_no_index(self):
        dump = self.run_program("cat", self.index, "--all", "--raw").stdout
        for what, bad in (("raw", self.run_program("cat", self.index, "--all").stdout), ("line 1", "{}"),
                          ("line 3", "\n".join(dump.splitlines()[:2] + ["{"]))):
            with self.subTest(what=what):
                self.expect_refusal(self.run_program("gen", "-", "--output", self.output, input=bad), what)
                self.expect_nothing_made()

    # Folders.

    def test_an_existing_index_is_never_overwritten(self):
        before = contents(self.index)
        done = self.run_program("index", "--mapping", self.mapping, "--output", self.index, "--no-merge", self.documents)
        self.expect_refusal(done, self.index, "already holds an index")
        self.assertEqual(contents(self.index), before)

    def test_a_folder_that_is_no_index(self):
        self.output.mkdir()
        (self.output / "notes.txt").write_text("nothing")
        for arguments in self.readers(self.output):
            with self.subTest(command=arguments[0]):
                self.expect_refusal(self.run_program(*arguments), self.output, "no index")

    def test_a_missing_folder_and_a_file_in_its_place(self):
        for path in (self.scratch / "none", self.mapping):
            for arguments in self.readers(path):
                with self.subTest(command=arguments[0], path=path.name):
                    self.expect_refusal(self.run_program(*arguments), path)
        self.assertFalse((self.scratch / "none").exists())

    def test_an_output_that_is_a_file(self):
        before = self.mapping.read_bytes()
        done = self.run_program("index", "--mapping", self.mapping, "--output", self.mapping, "--no-merge", self.documents)
        self.expect_refusal(done, self.mapping)
        self.assertEqual(self.mapping.read_bytes(), before)

    def test_an_output_without_permission(self):
        closed = self.scratch / "closed"
        closed.mkdir()
        closed.chmod(0o555)
        options = {"user": NOBODY, "group": NOBODY} if os.getuid() == 0 else {}
        for output in (closed, closed / "deeper"):
            done = self.run_program("index", "--mapping", self.mapping, "--output", output, "--no-merge", self.documents,
                                    **options)
            self.expect_refusal(done, output, "ermission denied")
            self.assertEqual(list(closed.iterdir()), [])
        closed.chmod(0o755)

    @staticmethod
    def readers(folder):
        return [["info", folder], ["fields", folder], ["sizes", folder], ["check", folder],
                ["cat", folder, "--structure", "doc_values"], ["query", folder, "--range", "n=1..2"],
                ["merge", folder, "--force", "1"], ["compare", folder, folder]]

    # Usage.

    def test_usage(self):
        for arguments in (["frobnicate"], ["index"], ["cat", self.index], ["check", self.index, "--level", "4"],
                          ["check", self.index, "--frob"], ["sizes", self.index, "--format", "xml"],
                          ["index", "--mapping", self.mapping, "--output", self.output, "--flush-docs", "0", self.documents],
                          ["index", "--mapping", self.mapping, "--output", self.output, "--flush-docs", "x", self.documents],
                          ["race", "--mapping", self.mapping, self.documents, "--arms", "points,skiper"],
                          ["race", "--mapping", self.mapping, self.documents, "--arms", "points"],
                          ["race", "--mapping", self.mapping, self.documents, "--selectivity", "many"],
                          ["race", "--mapping", self.mapping, self.documents, "--fields", "none"]):
            with self.subTest(arguments=arguments[:2]):
                self.expect_refusal(self.run_program(*arguments))
                self.expect_nothing_made()

    def test_unknown_command(self):
        self.expect_refusal(self.run_program("idnex"), "'idnex'", "'index'")

    def test_ranges(self):
        for range_text, needle in (("n", "n"), ("n=", "n"), ("n=1", "1"), ("none=1..2", "none"), ("n=a..b", "n"),
                                   ("price=cheap..*", "price"), ("at.ip=1.2.3..*", "at.ip"),
                                   ("@timestamp=soon..*", "@timestamp")):
            with self.subTest(range=range_text):
                self.expect_refusal(self.run_program("query", self.index, "--range", range_text), needle)
        self.expect_refusal(self.run_program("query", self.index, "--range", "_seq_no=1..2", "--via", "points"), "_seq_no")

    def test_names_that_an_index_lacks(self):
        for more in (["--field", "none"], ["--segment", "_9"]):
            done = self.run_program("cat", self.index, "--structure", "doc_values", *more)
            self.expect_refusal(done, more[1])
        self.expect_refusal(self.run_program("cat", self.index, "--structure", "postings"), "postings")

    # Results that cannot be written.

    def test_standard_output_that_is_closed_or_full(self):
        for arguments in self.readers(self.index)[:6]:
            for target in (">&-", ">/dev/full"):
                with self.subTest(command=arguments[0], target=target):
                    line = " ".join(f"'{a}'" for a in map(str, [PROGRAM, *arguments])) + " " + target
                    done = subprocess.run(["bash", "-c", line], stderr=subprocess.PIPE, text=True, check=False)
                    done.stdout = None
                    self.expect_refusal(done, "standard output")

    def test_closed_streams_never_end_up_in_the_index(self):
        line = f"'{PROGRAM}' index --mapping '{self.mapping}' --output '{self.output}' --no-merge '{self.documents}' <&- >&- 2>&-"
        done = subprocess.run(["bash", "-c", line], check=False)
        self.assertEqual(done.returncode, 2)
        checked = self.run_program("check", self.output, "--level", "3")
        self.assertEqual(checked.returncode, 0, checked.stdout)

    # Full disks.

    def expect_whole_or_nothing(self, done, folder):
        """Success, or a refusal that leaves no file."""
        if done.returncode == 0:
            self.assertEqual(self.run_program("check", folder).returncode, 0)
            return False
        self.expect_refusal(done, folder)
        self.assertEqual([path.name for path in folder.iterdir()] if folder.exists() else [], [])
        return True

    def test_files_past_the_limit_of_the_process(self):
        sizes = [path.stat().st_size for path in self.index.iterdir()]
        failed = 0
        for limit in (0, 1, 64, 300, 1000, 3000, max(sizes) - 1, max(sizes) + 1):
            def lower(limit=limit):
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            folder = self.scratch / f"limit{limit}"
            done = self.run_program("index", "--mapping", self.mapping, "--output", folder, "--flush-docs", "500",
                                    "--no-merge", "--compound", "never", self.documents, preexec_fn=lower)
            failed += self.expect_whole_or_nothing(done, folder)
        self.assertGreaterEqual(failed, 6)

    def test_a_merge_past_the_limit_leaves_the_old_commit(self):
        for limit in (0, 200, 2000, 8000):
            def lower(limit=limit):
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            folder = self.scratch / f"limit{limit}"
            shutil.copytree(self.index, folder)
            before = contents(folder)
            done = self.run_program("merge", folder, "--force", "1", preexec_fn=lower)
            self.expect_refusal(done, folder)
            self.assertEqual(contents(folder), before)

    def test_a_full_disk(self):
        disk = self.scratch / "disk"
        disk.mkdir()
        mounted = os.getuid() == 0 and subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk], capture_output=True, check=False).returncode == 0
        if not mounted:
            print("bad_input: no tmpfs can be mounted here (not root, or not allowed): only file-size limits are tried",
                  file=sys.stderr)
            return
        try:
            folder = disk / "made"
            done = self.run_program("index", "--mapping", self.mapping, "--output", folder, "--flush-docs", "300",
                                    "--no-merge", "--force-merge", "1", self.documents)
            self.assertTrue(self.expect_whole_or_nothing(done, folder))
            self.assertIn("No space left", done.stderr)
            self.assertEqual(list(disk.iterdir()), [])
        finally:
            subprocess.run(["umount", disk], check=True)

    # Damage.

    def damaged_copy(self, source, name, data):
        folder = self.scratch / "damaged"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.base / source, folder)
        (folder / name).write_bytes(data)
        return folder

    def expect_found(self, folder, name):
        """check finds the damage and names the file; no reader crashes, each refusal is one message."""
        done = self.run_program("check", folder, "--format", "json")
        self.assertEqual(done.returncode, 1, f"{name}: {done.stderr}")
        result = json.loads(done.stdout)
        self.assertFalse(result["clean"])
        findings = result["findings"] + [f for s in result["segments"] for f in s["findings"]]
        self.assertTrue(any(name == f["file"] or name in f["message"] for f in findings), (name, findings))
        for finding in findings:
            self.assertTrue(finding["code"] and finding["message"])
        readers = [r for r in self.readers(folder) if r[0] not in ("check", "merge")]
        BadInputTest.turn += 1  # The readers take turns, to keep the number of processes down.
        for arguments in (readers[self.turn % len(readers)],):
            done = self.run_program(*arguments)
            self.assertIn(done.returncode, (0, 2), (name, arguments[0], done.stderr))
            if done.returncode == 2:
                done.stdout = None  # Lines before the fault were met may have been printed.
                self.expect_refusal(done)

    def test_flipped_bytes(self):
        rng = random.Random(20)
        for source in ("index", "compound"):
            for path in sorted((self.base / source).iterdir()):
                data = path.read_bytes()
                if not data or path.name == "write.lock":
                    continue
                for position in (rng.randrange(len(data)), len(data) - 1 - rng.randrange(16)):
                    with self.subTest(file=path.name, position=position):
                        changed = bytearray(data)
                        changed[position] ^= 1 << rng.randrange(8)
                        self.expect_found(self.damaged_copy(source, path.name, changed), path.name)

    def test_cut_and_extended_files(self):
        rng = random.Random(21)
        for path in sorted(self.index.iterdir()):
            data = path.read_bytes()
            if not data or not path.name.startswith(("_0", "segments")):
                continue
            for changed in (b"", data[:1], data[:rng.randrange(1, len(data))], data[:-1], data + b"\0"):
                with self.subTest(file=path.name, length=len(changed)):
                    self.expect_found(self.damaged_copy("index", path.name, changed), path.name)

    def test_missing_files_of_an_index(self):
        for path in sorted(self.index.iterdir()):
            if not path.name.startswith("_1"):
                continue
            with self.subTest(file=path.name):
                folder = self.damaged_copy("index", path.name, b"")
                (folder / path.name).unlink()
                self.expect_found(folder, path.name)

    def test_a_damage_report_says_where(self):
        path = self.index / "_0_Lucene90_0.dvm"
        data = bytearray(path.read_bytes())
        data[0] ^= 0xFF
        folder = self.damaged_copy("index", path.name, data)
        self.expect_refusal(self.run_program("info", folder), path.name, "at offset ", "expected ", "found ")

    def test_a_merge_of_damaged_segments_changes_nothing(self):
        for name in ("_1_Lucene90_0.dvd", "_1.fdt", "_1.fnm", "_1.si"):
            path = self.index / name
            if not path.exists():
                continue
            data = bytearray(path.read_bytes())
            data[len(data) // 2] ^= 0x10
            folder = self.damaged_copy("index", name, data)
            before = contents(folder)
            with self.subTest(file=name):
                self.expect_refusal(self.run_program("merge", folder, "--force", "1"), name)
                self.assertEqual(contents(folder), before)

    def test_an_unknown_codec_is_refused_by_name(self):
        data = bytearray((self.index / "segments_1").read_bytes())
        at = data.index(b"Lucene104")
        data[at:at + 9] = b"Lucene904"
        data[-8:] = zlib.crc32(data[:-8]).to_bytes(8, "big")
        folder = self.damaged_copy("index", "segments_1", data)
        for arguments in self.readers(folder):
            with self.subTest(command=arguments[0]):
                self.expect_refusal(self.run_program(*arguments), "Lucene904")


if __name__ == "__main__":
    PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
