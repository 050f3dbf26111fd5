#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Records the samples of this folder from the /proc of a Linux host.

    record.py record --output DIR --minutes 40     raw NDJSON files in DIR
    record.py packages DIR                         package names seen, to review and to list
    record.py pack DIR --samples SAMPLES           sorted, checked against the list, zstd
    record.py mappings --samples SAMPLES           the mapping files

Only names of allowlist.json are kept; hosts, users, paths and addresses are rewritten to names of
the same file. Command lines and environments are never read.
"""

import argparse
import json
import os
import signal
import sys
import time

from recorder import packing, readings
from recorder.events import ConnectionWatch, Log, PackageWatch
from recorder.processes import ProcessWatch
from recorder.rates import RateWatch
from recorder.rewrite import Rewriter, Slots

HERE = os.path.dirname(os.path.abspath(__file__))


def iso_time(seconds):
    whole = int(seconds)
    millis = int((seconds - whole) * 1000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(whole)) + f".{millis:03d}Z"


class Recorder:
    """Reads metrics once an interval and events at every poll until told to stop."""

    def __init__(self, options):
        self._options = options
        self._rewriter = Rewriter(os.path.join(HERE, "allowlist.json"), options.host)
        os.makedirs(options.output, exist_ok=True)
        self._files = {name: open(os.path.join(options.output, f"{name}.ndjson"), "w",
                                  encoding="utf-8", buffering=1 << 16)
                       for name in ("metrics", "metrics-wide", "log")}
        self._log = Log(self._rewriter, lambda document: self._write("log", document))
        self._processes = ProcessWatch(self._rewriter, Slots(), self._log)
        self._rates = RateWatch(self._rewriter, self._log)
        self._connections = ConnectionWatch(self._rewriter, self._log)
        self._packages = PackageWatch(self._log, since_minutes=options.packages_since)
        self._written = 0
        self._stopped = False

    def stop(self, *_):
        self._stopped = True

    def _write(self, name, document):
        self._files[name].write(json.dumps(document, separators=(",", ":")) + "\n")
        self._written += 1

    def _tick(self, timestamp):
        for group in readings.read_all(self._rewriter, self._processes.tracked):
            host = self._rewriter.host
            self._write("metrics-wide", readings.wide_document(timestamp, host, group))
            for document in readings.narrow_documents(timestamp, host, group):
                self._write("metrics", document)

    def _own(self, timestamp, level, action, message, **fields):
        self._log.event(timestamp, level, "recorder", action, message, **fields)

    def run(self):
        options = self._options
        self._own(iso_time(time.time()), "INFO", "start",
                  f"recording every {options.interval} s, polling every {options.poll} ms")
        start = next_poll = time.monotonic()
        next_tick = next_rates = start
        minute = 0
        while not self._stopped and time.monotonic() < start + options.minutes * 60:
            now, timestamp = time.monotonic(), iso_time(time.time())
            late = round((now - next_poll) * 1000)
            if late >= options.poll:
                self._own(timestamp, "WARN" if late >= 100 else "DEBUG", "late",
                          f"poll came {late} ms late", recorder={"late_ms": late})
            self._processes.poll(now, timestamp)
            if now >= next_rates:
                self._rates.poll(now, timestamp)
                self._connections.poll(now, timestamp)
                next_rates = max(next_rates + 0.5, now)
            if now >= next_tick:
                self._tick(timestamp)
                self._packages.poll()
                next_tick = max(next_tick + options.interval, now)
            if now - start >= (minute + 1) * 60:
                minute += 1
                self._own(timestamp, "INFO", "checkpoint",
                          f"{self._written} documents after {minute} minutes")
            next_poll = max(next_poll + options.poll / 1000, time.monotonic())
            time.sleep(max(0.0, next_poll - time.monotonic()))
        self._own(iso_time(time.time()), "INFO", "stop", f"stopped, {self._written} documents")
        for file in self._files.values():
            file.close()


def record(options):
    recorder = Recorder(options)
    signal.signal(signal.SIGTERM, recorder.stop)
    signal.signal(signal.SIGINT, recorder.stop)
    recorder.run()


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("record")
    command.add_argument("--output", required=True)
    command.add_argument("--minutes", type=float, default=40)
    command.add_argument("--interval", type=float, default=1.0, help="seconds between readings")
    command.add_argument("--poll", type=int, default=30, help="milliseconds between polls")
    command.add_argument("--host", type=int, default=1, help="which host name of the list")
    command.add_argument("--packages-since", type=int, default=60, help="minutes of dpkg's log")
    command.set_defaults(run=record)
    command = commands.add_parser("packages")
    command.add_argument("raw")
    command.set_defaults(run=lambda o: print("\n".join(packing.packages_seen(o.raw))))
    command = commands.add_parser("pack")
    command.add_argument("raw")
    command.add_argument("--samples", default=HERE)
    command.add_argument("--minutes", type=float, help="keep only the first minutes")
    command.set_defaults(run=packing.pack)
    command = commands.add_parser("mappings")
    command.add_argument("--samples", default=HERE)
    command.set_defaults(run=packing.write_mappings)
    options = parser.parse_args()
    return options.run(options)


if __name__ == "__main__":
    sys.exit(main())
