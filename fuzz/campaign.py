#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the libFuzzer entries in turns, each until it finds nothing new.

usage: fuzz/campaign.py [options] [TARGET...]
  --build DIR    where NAME_fuzzer and NAME_smoke are (build-fuzz/fuzz)
  --work DIR     corpora, logs, artifacts and ledger.tsv (fuzz-campaign)
  --least N      minutes that a turn lasts at least (10)
  --quiet N      minutes without new coverage that end a turn (5)
  --most N       minutes that a turn lasts at most (20)
  --timeout N    seconds for one input, by the clock: more on a busy machine (25)
  --total N      minutes of all turns together, after which no new one begins (one turn each)
  --jobs N       turns at a time (1)

A turn begins with the corpus of the turn before, or with the inputs that are kept in corpus/NAME.tar.zst, and
with the seeds that NAME_smoke writes. ledger.tsv gets
a line a turn. The exit code is 1 when a turn ended in a failure; its input lies in artifacts/NAME-*.
"""
import argparse
import concurrent.futures
import datetime
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import time

import corpus as kept_corpus

COVERAGE = re.compile(rb"^#(\d+)\s+(\S+)\s+cov: (\d+)", re.M)
EXECUTED = re.compile(rb"^stat::number_of_executed_units:\s+(\d+)", re.M)
COLUMNS = ("target start end wall_s cpu_s executions coverage_start coverage_end "
           "minutes_since_new_coverage end_of_turn").split()
POLL_SECONDS = 5
# Set by SIGINT and SIGTERM: the turns that run are ended and noted, and no more begin.
STOP = threading.Event()


class Ledger:
    """The turns so far: a line each, kept beside the corpora."""

    def __init__(self, path):
        self.path = path
        self.lock = threading.Lock()
        if not path.exists():
            path.write_text("\t".join(COLUMNS) + "\n")

    def add(self, row):
        with self.lock, self.path.open("a") as out:
            out.write("\t".join(str(row[column]) for column in COLUMNS) + "\n")

    def minutes(self, column):
        """Minutes by target, of wall_s or cpu_s."""
        made = {}
        at = COLUMNS.index(column)
        for line in self.path.read_text().splitlines()[1:]:
            fields = line.split("\t")
            made[fields[0]] = made.get(fields[0], 0.0) + float(fields[at]) / 60
        return made


class Coverage:
    """Follows a log that grows: edges covered, and when they last rose."""

    def __init__(self, path):
        self.path, self.position, self.tail = path, 0, b""
        self.first = self.last = self.executed = 0
        self.risen = time.monotonic()

    def look(self):
        with self.path.open("rb") as log:
            log.seek(self.position)
            fresh = log.read()
        self.position += len(fresh)
        text = self.tail + fresh
        whole = text.rfind(b"\n") + 1
        self.tail = text[whole:]
        for executed, what, edges in COVERAGE.findall(text[:whole]):
            self.executed = int(executed)
            if what == b"INITED":
                self.first = int(edges)
            if int(edges) > self.last:
                self.last, self.risen = int(edges), time.monotonic()


def write_seeds(options, name):
    folder = options.work / "seeds" / name
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([options.build / f"{name}_smoke", f"--write-seeds={folder}"], check=True)
    return folder


def started(options, name, seeds, log):
    corpus = options.work / "corpus" / name
    if not corpus.exists():
        kept_corpus.unpack_into(name, corpus)
    (options.work / "artifacts").mkdir(exist_ok=True)
    # In a group of its own: an interrupt at the keyboard is for this program, which hands it on.
    command = [options.build / f"{name}_fuzzer", corpus, seeds, f"-max_total_time={options.most * 60}",
               "-rss_limit_mb=2048", f"-timeout={options.timeout}", "-print_final_stats=1",
               f"-artifact_prefix={options.work}/artifacts/{name}-"]
    return subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, process_group=0)


def wait(options, process, coverage, start):
    """Waits for the end of a turn, or ends it. Returns its status and its use of the processor."""
    ending = False
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        coverage.look()
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, usage.ru_utime + usage.ru_stime
        now = time.monotonic()
        over = now - start >= options.least * 60 and now - coverage.risen >= options.quiet * 60
        if not ending and (over or STOP.is_set()):
            process.send_signal(signal.SIGINT)
            ending = True
        time.sleep(POLL_SECONDS)


def turn(options, ledger, name):
    begin, start = datetime.datetime.now(), time.monotonic()
    path = options.work / "log" / f"{name}.{begin:%Y%m%dT%H%M%S}"
    path.parent.mkdir(exist_ok=True)
    with path.open("wb") as log:
        process = started(options, name, write_seeds(options, name), log)
    coverage = Coverage(path)
    status, cpu = wait(options, process, coverage, start)
    executed = EXECUTED.search(path.read_bytes())
    quiet = (time.monotonic() - coverage.risen) / 60
    # 0 is the end of the time given, and 72 that of an interrupted run.
    failed = status not in (0, 72)
    ledger.add({"target": name, "start": f"{begin:%FT%T}", "end": f"{datetime.datetime.now():%FT%T}",
                "wall_s": round(time.monotonic() - start), "cpu_s": round(cpu),
                "executions": int(executed[1]) if executed else coverage.executed,
                "coverage_start": coverage.first, "coverage_end": coverage.last,
                "minutes_since_new_coverage": f"{quiet:.1f}",
                "end_of_turn": f"failed with {status}" if failed else
                               "stopped" if STOP.is_set() else
                               "quiet" if quiet >= options.quiet else "time"})
    return failed


class Turns:
    """Chooses whose turn is next: the target that has had the least of the processor so far. One that
    failed waits for a new build."""

    def __init__(self, options, ledger):
        self.options, self.ledger = options, ledger
        self.lock = threading.Lock()
        self.running, self.taken, self.failed = set(), set(), {}
        self.any_failed = False

    def built(self):
        found = {path.name.removesuffix("_fuzzer"): path.stat().st_mtime_ns
                 for path in self.options.build.glob("*_fuzzer")}
        if self.options.targets:
            found = {name: found[name] for name in self.options.targets}
        return found

    def next(self):
        with self.lock:
            built, minutes = self.built(), self.ledger.minutes("cpu_s")
            spent = sum(self.ledger.minutes("wall_s").values())
            if self.options.total is not None and spent >= self.options.total:
                return None
            free = [name for name, time_built in built.items()
                    if name not in self.running and self.failed.get(name) != time_built
                    and (self.options.total is not None or name not in self.taken)]
            if not free or STOP.is_set():
                return None
            name = min(free, key=lambda name: (minutes.get(name, 0.0), name))
            self.running.add(name)
            self.taken.add(name)
            return name, built[name]

    def run(self):
        while (chosen := self.next()) is not None:
            name, time_built = chosen
            failed = turn(self.options, self.ledger, name)
            with self.lock:
                self.running.remove(name)
                if failed:
                    self.failed[name] = time_built
                    self.any_failed = True


def parse():
    parser = argparse.ArgumentParser(description="libFuzzer entries in turns", usage=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default="build-fuzz/fuzz")
    parser.add_argument("--work", type=pathlib.Path, default="fuzz-campaign")
    parser.add_argument("--least", type=float, default=10)
    parser.add_argument("--quiet", type=float, default=5)
    parser.add_argument("--most", type=int, default=20)
    parser.add_argument("--timeout", type=int, default=25)
    parser.add_argument("--total", type=float)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("targets", nargs="*")
    return parser.parse_args()


def main():
    options = parse()
    options.build, options.work = options.build.resolve(), options.work.resolve()
    options.work.mkdir(parents=True, exist_ok=True)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: STOP.set())
    turns = Turns(options, Ledger(options.work / "ledger.tsv"))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for done in [pool.submit(turns.run) for _ in range(options.jobs)]:
            done.result()
    return 1 if turns.any_failed else 0


if __name__ == "__main__":
    sys.exit(main())
