# SPDX-License-Identifier: Apache-2.0
"""Reads the files of /proc. Nothing here reads a command line, an environment or an open file."""

import os

MILLIS_PER_TICK = 1000 // os.sysconf("SC_CLK_TCK")
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
SECTOR_BYTES = 512  # the unit of /proc/diskstats, whatever the device's own


def read(path):
    """The whole file as bytes, or None when it is not there (any more) or not ours to read."""
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:
        return None
    try:
        parts = []
        while part := os.read(handle, 65536):
            parts.append(part)
            if len(part) < 4096:
                break
        return b"".join(parts)
    except OSError:
        return None
    finally:
        os.close(handle)


def lines(path):
    return (read(path) or b"").decode("ascii", "replace").splitlines()


def process_ids():
    return {int(name) for name in os.listdir("/proc") if name.isdigit()}


class ProcessStat:
    """/proc/PID/stat: times in milliseconds, memory in bytes."""

    __slots__ = ("name", "parent", "minor_faults", "major_faults", "user_ms", "system_ms",
                 "threads", "start_ticks", "virtual_bytes", "resident_bytes")

    def __init__(self, text):
        close = text.rindex(b")")
        self.name = text[text.index(b"(") + 1:close].decode("utf-8", "replace")
        rest = text[close + 2:].split(None, 23)
        self.parent = int(rest[1])
        self.minor_faults = int(rest[7])
        self.major_faults = int(rest[9])
        self.user_ms = int(rest[11]) * MILLIS_PER_TICK
        self.system_ms = int(rest[12]) * MILLIS_PER_TICK
        self.threads = int(rest[17])
        self.start_ticks = int(rest[19])
        self.virtual_bytes = int(rest[20])
        self.resident_bytes = int(rest[21]) * PAGE_BYTES


def process_stat(pid):
    text = read(f"/proc/{pid}/stat")
    return ProcessStat(text) if text else None


def process_user(pid):
    try:
        return os.stat(f"/proc/{pid}").st_uid
    except OSError:
        return 0


def keyed_numbers(path, separator=":"):
    """A file of `key: number [unit]` lines, as a dictionary; other lines are passed over."""
    numbers = {}
    for line in lines(path):
        key, found, value = line.partition(separator)
        words = value.split()
        if found and words and words[0].isdigit():
            numbers[key.strip()] = int(words[0])
    return numbers


def cpu_times():
    """{"cpu0": [user, nice, system, idle, iowait, irq, softirq, steal] in ms}, and the rest of
    /proc/stat as {key: first number}."""
    per_cpu, rest = {}, {}
    for line in lines("/proc/stat"):
        words = line.split(None, 10)
        if words[0].startswith("cpu") and words[0] != "cpu":
            per_cpu[words[0]] = [int(word) * MILLIS_PER_TICK for word in words[1:9]]
        elif not words[0].startswith("cpu"):
            rest[words[0]] = int(words[1])
    return per_cpu, rest


def disks():
    """{device: the eleven classic numbers of /proc/diskstats}, idle devices left out."""
    found = {}
    for line in lines("/proc/diskstats"):
        words = line.split()
        numbers = [int(word) for word in words[3:14]]
        if any(numbers):
            found[words[2]] = numbers
    return found


def interfaces():
    """{interface: the sixteen numbers of /proc/net/dev}, idle interfaces left out."""
    found = {}
    for line in lines("/proc/net/dev")[2:]:
        name, _, rest = line.partition(":")
        numbers = [int(word) for word in rest.split()]
        if any(numbers):
            found[name.strip()] = numbers
    return found


def pressure(resource):
    """{"some": (avg10, avg60, total_us), "full": ...} of /proc/pressure; empty if not built in."""
    found = {}
    for line in lines(f"/proc/pressure/{resource}"):
        words = line.split()
        values = dict(word.split("=") for word in words[1:])
        found[words[0]] = (float(values["avg10"]), float(values["avg60"]), int(values["total"]))
    return found


def tcp_counters():
    """The Tcp line pair of /proc/net/snmp."""
    rows = [line.split() for line in lines("/proc/net/snmp") if line.startswith("Tcp:")]
    return dict(zip(rows[0][1:], map(int, rows[1][1:]))) if len(rows) == 2 else {}


def tcp_connections():
    """Established connections as {(local, remote) in the kernel's hex: remote address in hex}."""
    found = {}
    for path in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in lines(path)[1:]:
            words = line.split(None, 4)
            if words[3] == "01":
                found[(words[1], words[2])] = words[2].rpartition(":")[0]
    return found


def block_mounts():
    """Mount points that lie on a block device, one for each device."""
    found = {}
    for line in lines("/proc/mounts"):
        device, point = line.split()[:2]
        if device.startswith("/dev/"):
            found.setdefault(device, point)
    return list(found.values())
