#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Ends the real program by SIGKILL at random moments of index, append, delete, update and merge. After each, the last commit
opens and is clean, with the documents of before or after; then the same command succeeds, and nothing else is left over.

usage: kill_test.py PROGRAM [--rounds 10] [--seed N]
"""
import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

MAPPING = {"mappings": {"properties": {"n": {"type": "long"}, "k": {"type": "keyword"}, "v": {"type": "lucene.numeric"}}}}
DOCUMENTS = 6000


def run(program, *arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError("%s: exit %d: %s" % (arguments, done.returncode, done.stdout + done.stderr))
    return done.stdout


def documents(program, index):
    """Live documents of the last commit, which must be clean; 0 when there is none."""
    if not os.path.isdir(index) or not any(name.startswith("segments_") for name in os.listdir(index)):
        return 0
    run(program, "check", index, "--level", "3")
    return json.loads(run(program, "query", index, "--range", "_seq_no=0..*", "--format", "json"))["count"]


def commands(mapping, docs, index):
    adding = ["index", "--mapping", mapping, "--output", index, "--flush-docs", "500"]
    return {"index": adding + ["--no-merge", docs], "append": adding + ["--append", "--force-merge", "1", docs],
            "delete": ["delete", index, "--range", "_seq_no=100..700"],
            "update": ["update", index, "--range", "_seq_no=0..5000", "--set", "v=7"],
            "merge": ["merge", index, "--force", "1"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=10, help="kills; 200 is a long run")
    parser.add_argument("--seed", type=int, default=None)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    base = tempfile.mkdtemp(prefix="segsmith-kill-")
    mapping, docs, full = (os.path.join(base, name) for name in ("mapping.json", "docs.ndjson", "full"))
    with open(mapping, "w", encoding="utf-8") as out:
        json.dump(MAPPING, out)
    with open(docs, "w", encoding="utf-8") as out:
        out.writelines('{"n":%d,"k":"k%d","v":%d}\n' % (i * 7919 % 1000, i % 97, i) for i in range(DOCUMENTS))
    run(arguments.program, *commands(mapping, docs, full)["index"])
    killed = 0
    try:
        for number in range(arguments.rounds):
            name = ("index", "merge", "append", "update", "delete")[number % 5]
            index = os.path.join(base, "index")
            shutil.rmtree(index, ignore_errors=True)
            if name != "index":
                shutil.copytree(full, index)
            command = commands(mapping, docs, index)[name]
            before = documents(arguments.program, index)
            # How long the whole takes, on a copy.
            timed = [part.replace(index, index + ".timed") for part in command]
            shutil.rmtree(index + ".timed", ignore_errors=True)
            if name != "index":
                shutil.copytree(full, index + ".timed")
            start = time.monotonic()
            run(arguments.program, *timed)
            whole = time.monotonic() - start
            after = documents(arguments.program, index + ".timed")
            with subprocess.Popen([arguments.program, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
                time.sleep(rng.random() * whole)
                process.send_signal(signal.SIGKILL)
                killed += process.wait() == -signal.SIGKILL
            found = documents(arguments.program, index)
            assert found in (before, after), "%s: %d documents, neither %d nor %d" % (name, found, before, after)
            if found == before:
                run(arguments.program, *command)
                found = documents(arguments.program, index)
                assert found == after, "%s again: %d documents, not %d" % (name, found, after)
            else:
                run(arguments.program, "delete", index, "--range", "_seq_no=-2..-1")  # Opens a writer, which cleans.
            listed, expected = (sorted(x for x in os.listdir(d) if x != "write.lock") for d in (index, index + ".timed"))
            newest = [x for x in listed if x.startswith("segments_")]
            assert len(newest) == 1, "%s: commits %s" % (name, newest)
            assert len(listed) == len(expected), "%s: %s, not %s" % (name, listed, expected)
        print("%d rounds, %d killed at work" % (arguments.rounds, killed))
    finally:
        shutil.rmtree(base, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
