# SPDX-License-Identifier: Apache-2.0
"""The two sides of the run: our program, and Java's `bench` command in a warm or a fresh JVM."""
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
OURS = ROOT / "build" / "segsmith_side_by_side"
JAVA = ROOT / "compat_tests" / "java" / "run.sh"


def java_is_there():
    return subprocess.run([JAVA, "--find-jdk"], capture_output=True).returncode == 0


def ours(command):
    """Results by name: {"ns": samples, "checksum": number}."""
    done = subprocess.run([OURS, json.dumps(command)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"our side failed: {done.stderr}")
    return json.loads(done.stdout)["results"]


class Jvm:
    """One long-lived JVM: a JSON command a line in, a JSON answer a line out. `elasticsearch`: with its doc-values formats."""

    def __init__(self, elasticsearch=False):
        environment = dict(os.environ, JUDGE_ELASTICSEARCH=str(int(elasticsearch)))
        self.process = subprocess.Popen([JAVA], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)

    def run(self, command):
        self.process.stdin.write(json.dumps({"cmd": "bench", **command}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            sys.exit(f"Java's side failed: {answer['error']}")
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def fresh_jvm(command):
    """A new process for one command, so its code has seen nothing else."""
    done = subprocess.run([JAVA, json.dumps({"cmd": "bench", **command})], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"Java's side failed: {done.stdout}{done.stderr}")
    return json.loads(done.stdout.strip().splitlines()[-1])["results"]


def both(jvm, command):
    """Our results and Java's. Ours are taken before and after Java's, so that a slow minute of the
    machine meets both."""
    before = ours(command)
    java = jvm.run(command)["results"]
    after = ours(command)
    for name, result in after.items():
        if result["checksum"] != before[name]["checksum"]:
            sys.exit(f"{name}: two runs of ours gave two checksums")
        result["ns"] += before[name]["ns"]
    return after, java
