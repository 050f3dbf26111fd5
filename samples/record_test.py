#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The recorder's rules: what it keeps, what it rewrites, when a number is an event."""

import os
import unittest

from recorder import packing, procfs, readings
from recorder.events import Log, PackageWatch
from recorder.processes import ProcessWatch
from recorder.rates import Rate
from recorder.rewrite import Ordinals, Rewriter, Slots

ALLOWLIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "allowlist.json")


def stat_line(name, start=100):
    return (f"7 ({name}) S 1 7 7 0 -1 0 11 0 2 0 30 40 0 0 20 0 3 0 {start} 4096 5 0").encode()


class Rewriting(unittest.TestCase):
    def test_a_key_keeps_its_name_and_a_full_list_shares_its_last(self):
        names = Ordinals(["a", "b"])
        self.assertEqual([names.name(key) for key in (7, 9, 7, 8)], ["a", "b", "a", "b"])

    def test_an_instance_number_is_the_lowest_free_one(self):
        slots = Slots()
        self.assertEqual([slots.take("x"), slots.take("x"), slots.take("y")], [1, 2, 1])
        slots.free("x", 1)
        self.assertEqual(slots.take("x"), 1)


class ReadingProcessStat(unittest.TestCase):
    def test_a_name_may_hold_spaces_and_parentheses(self):
        stat = procfs.ProcessStat(stat_line("a) (b"))
        self.assertEqual(stat.name, "a) (b")
        self.assertEqual((stat.parent, stat.minor_faults, stat.major_faults), (1, 11, 2))
        self.assertEqual((stat.threads, stat.start_ticks, stat.virtual_bytes), (3, 100, 4096))
        self.assertEqual(stat.resident_bytes, 5 * procfs.PAGE_BYTES)


class WatchingProcesses(unittest.TestCase):
    def setUp(self):
        self.events, self.stats = [], {}
        rewriter = Rewriter(ALLOWLIST)
        self.watch = ProcessWatch(rewriter, Slots(), Log(rewriter, self.events.append))
        for name, fake in (("process_ids", lambda: set(self.stats)),
                           ("process_stat", lambda pid: self.stats.get(pid)),
                           ("process_user", lambda pid: 0)):
            self.addCleanup(setattr, procfs, name, getattr(procfs, name))
            setattr(procfs, name, fake)
        self.watch.poll(0.0, "t0")

    def messages(self):
        return [event["message"] for event in self.events]

    def test_a_listed_process_starts_and_ends(self):
        self.stats[7] = procfs.ProcessStat(stat_line("cc1plus"))
        self.watch.poll(1.0, "t1")
        del self.stats[7]
        self.watch.poll(3.5, "t2")
        self.assertEqual(self.messages(), ["cc1plus started as instance 1",
                                           "cc1plus instance 1 ended after 2500 ms, 700 ms on cpu"])
        self.assertEqual(self.events[1]["process"]["duration_ms"], 2500)

    def test_an_unlisted_process_is_never_told(self):
        self.stats[7] = procfs.ProcessStat(stat_line("secret-agent"))
        for second in (1.0, 1.2, 2.0):
            self.watch.poll(second, "t")
        self.stats[7] = procfs.ProcessStat(stat_line("secret-agent2"))
        self.watch.poll(3.0, "t")
        del self.stats[7]
        self.watch.poll(4.0, "t")
        self.assertEqual(self.messages(), [])

    def test_a_listed_process_that_becomes_unlisted_ends(self):
        self.stats[7] = procfs.ProcessStat(stat_line("bash"))
        self.watch.poll(1.0, "t")
        self.stats[7] = procfs.ProcessStat(stat_line("secret-agent"))
        self.watch.poll(2.0, "t")
        self.assertNotIn("secret", " ".join(self.messages()))
        self.assertEqual(self.watch.tracked, {})

    def test_exec_goes_on_under_the_new_name(self):
        self.stats[7] = procfs.ProcessStat(stat_line("bash"))
        self.watch.poll(1.0, "t")
        self.stats[7] = procfs.ProcessStat(stat_line("ninja"))
        self.watch.poll(2.0, "t")
        self.assertEqual(self.messages()[1], "bash instance 1 became ninja instance 1")


class WatchingRates(unittest.TestCase):
    def test_crossings_are_events_and_flicker_is_not(self):
        rewriter, events = Rewriter(ALLOWLIST), []
        log = Log(rewriter, events.append)
        rate = Rate("scheduler", "forks", "/s", ((100, "INFO"), (200, "WARN")))
        for value in (50, 120, 110, 90, 110, 250, 10):
            rate.update(log, "t", value)
        self.assertEqual([(event["log"]["level"], event["message"]) for event in events],
                         [("INFO", "forks rose to 120/s, limit 100/s"),
                          ("WARN", "forks rose to 250/s, limit 200/s"),
                          ("INFO", "forks fell to 10/s, limit 100/s")])


class ReadingPackages(unittest.TestCase):
    def test_lines_become_events_and_pack_finds_the_name(self):
        rewriter, events = Rewriter(ALLOWLIST), []
        watch = PackageWatch(Log(rewriter, events.append), path=os.devnull)
        watch._line("2026-11-30 23:34:21 status installed dbus:amd64 1.14.10-1~deb12u1")
        watch._line("2026-11-30 23:34:21 startup archives unpack")
        watch._line("2026-11-30 23:34:22 upgrade zstd:amd64 1.5.4 1.5.5")
        self.assertEqual([event["message"] for event in events],
                         ["package dbus 1.14.10-1~deb12u1 is installed",
                          "package zstd 1.5.5 upgrade"])
        import json
        self.assertEqual(packing._package(json.dumps(events[0], separators=(",", ":"))), "dbus")


class Readings(unittest.TestCase):
    def test_one_tick_gives_every_group_and_both_forms_agree(self):
        if not os.path.exists("/proc/stat"):
            self.skipTest("no /proc here")
        groups = readings.read_all(Rewriter(ALLOWLIST), {})
        self.assertLessEqual({"cpu", "mem", "load", "kernel"}, {group.name for group in groups})
        for group in groups:
            wide = readings.wide_document("t", "host-01", group)
            narrow = list(readings.narrow_documents("t", "host-01", group))
            self.assertEqual({one["metric"].partition(".")[2]: one["value"] for one in narrow},
                             {key: value for key, value in wide[group.name].items()
                              if f"{group.name}.{key}" in {one["metric"] for one in narrow}})
            self.assertEqual(len(narrow), len(readings.CATALOGUE[group.name][1]))


if __name__ == "__main__":
    unittest.main()
