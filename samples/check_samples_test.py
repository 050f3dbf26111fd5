#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The checker refuses what it should: each test spoils a small piece of the samples in one way."""

import copy
import itertools
import json
import os
import shutil
import subprocess
import tempfile
import unittest

import check_samples
from check_rules import Refused

HERE = check_samples.HERE
READINGS = 60


def head(name, count):
    found = check_samples.documents(HERE, name)
    documents = [document for _, _, document in itertools.islice(found, count)]
    found.close()
    return documents


class CheckSamples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.wide = head("metrics-wide", READINGS)
        cls.log = [document for document in head("log", 4000)
                   if document["event"]["source"] == "process"][:50]

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        for name in os.listdir(HERE):
            if name.endswith(".json"):
                shutil.copy(os.path.join(HERE, name), self.folder)

    def write(self, name, documents):
        text = "".join(check_samples.dumped(document).decode() for document in documents)
        subprocess.run(["zstd", "-q", "-f", "-o", os.path.join(self.folder, f"{name}.ndjson.zst")],
                       input=text.encode(), check=True)

    def check_metrics(self, spoil_wide=lambda wide: None, spoil_narrow=lambda narrow: None):
        wide = copy.deepcopy(self.wide)
        spoil_wide(wide)
        fields = check_samples.mapped_fields(HERE, "metrics-wide")
        narrow = [json.loads(f'{{"@timestamp":"{one["@timestamp"]}",{middle}{json.dumps(value)}}}')
                  for one in wide for middle, value in check_samples.narrow_parts(one, fields)]
        spoil_narrow(narrow)
        self.write("metrics-wide", wide)
        self.write("metrics", narrow)
        return check_samples.check_metrics(self.folder, check_samples.load_rules(self.folder))

    def check_log(self, spoil=lambda log: None):
        log = copy.deepcopy(self.log)
        spoil(log)
        self.write("log", log)
        return check_samples.check_log(self.folder, check_samples.load_rules(self.folder))

    def group(self, documents, name):
        return [document for document in documents if name in document]

    def test_accepts_the_samples_own_documents(self):
        self.assertEqual(self.check_metrics()[0]["metrics-wide"], READINGS)
        self.assertEqual(self.check_log()[0], len(self.log))

    def refuses_metrics(self, message, **spoil):
        with self.assertRaisesRegex(Refused, message):
            self.check_metrics(**spoil)

    def refuses_log(self, message, spoil):
        with self.assertRaisesRegex(Refused, message):
            self.check_log(spoil)

    def test_refuses_an_unlisted_host(self):
        self.refuses_metrics("metrics-wide:4: host.name: 'build-box' is not on its list",
                             spoil_wide=lambda wide: wide[3]["host"].update(name="build-box"))

    def test_refuses_an_unlisted_process(self):
        self.refuses_log("log:3: process.name: 'sshd' is not on its list",
                         lambda log: log[2]["process"].update(name="sshd"))

    def test_refuses_an_unlisted_device_interface_and_path(self):
        for group, field in (("disk", "device"), ("network", "interface"), ("filesystem", "path")):
            self.refuses_metrics(f"{group}.{field}: '/home/me' is not on its list",
                                 spoil_wide=lambda wide: self.group(wide, group)[0][group].update(
                                     {field: "/home/me"}))

    def test_refuses_a_message_outside_the_templates(self):
        self.refuses_log("log:6: message .* matches no template of source process",
                         lambda log: log[5].update(message=log[5]["message"] + " in /root/x"))

    def test_refuses_a_field_that_is_not_mapped(self):
        self.refuses_log("log:1: process.command_line: not in the mapping",
                         lambda log: log[0]["process"].update(command_line="cc -c x.c"))

    def test_refuses_a_string_in_a_numeric_field(self):
        self.refuses_metrics("cpu.user: a string in a long",
                             spoil_wide=lambda wide: wide[0]["cpu"].update(user="root"))

    def test_refuses_a_number_outside_its_type(self):
        self.refuses_log("process.instance: 32768 is no short",
                         lambda log: log[0]["process"].update(instance=32768))

    def test_refuses_time_that_runs_back(self):
        self.refuses_log("log:10: @timestamp: 2000-01-01T00:00:00.000Z comes after",
                         lambda log: log[9].update({"@timestamp": "2000-01-01T00:00:00.000Z"}))

    def test_refuses_a_gap(self):
        self.refuses_metrics("a gap of",
                             spoil_wide=lambda wide: wide[-1].update(
                                 {"@timestamp": "2999-01-01T00:00:00.000Z"}))

    def test_refuses_a_counter_that_falls(self):
        self.refuses_metrics("kernel.context_switches : a counter fell",
                             spoil_wide=lambda wide: self.group(wide, "kernel")[0]["kernel"].update(
                                 context_switches=1 << 50))

    def test_refuses_files_that_disagree(self):
        self.refuses_metrics("metrics:8: expected", spoil_narrow=lambda narrow: narrow[7].update(
            value=narrow[7]["value"] + 1))
        self.refuses_metrics("found b.nothing", spoil_narrow=lambda narrow: narrow.pop())
        self.refuses_metrics("more readings", spoil_narrow=lambda narrow: narrow.append(narrow[-1]))

    def test_refuses_untidy_json(self):
        self.write("metrics", [])
        path = os.path.join(self.folder, "metrics-wide.ndjson.zst")
        untidy = json.dumps(self.wide[0]) + "\n"
        subprocess.run(["zstd", "-q", "-o", path], input=untidy.encode(), check=True)
        with self.assertRaisesRegex(Refused, "metrics-wide:1: not in tidy form"):
            check_samples.check_metrics(self.folder, check_samples.load_rules(self.folder))


if __name__ == "__main__":
    unittest.main()
