# SPDX-License-Identifier: Apache-2.0
"""Starts, growth and ends of listed processes, seen by reading /proc many times a second."""

from . import procfs

MIB = 1 << 20
YOUNG_SECONDS = 0.5     # how long an unlisted new process may still become a listed one
LARGE_PROCESS = (256 * MIB, 512 * MIB, 1024 * MIB)


class Process:
    """A listed process that is alive."""

    __slots__ = ("name", "instance", "user", "start_ticks", "seen", "stat", "peak", "size_class",
                 "reported", "quiet_ticks")

    def __init__(self, stat, instance, user, now):
        self.name = stat.name
        self.instance = instance
        self.user = user
        self.start_ticks = stat.start_ticks
        self.seen = now
        self.stat = stat
        self.peak = stat.resident_bytes
        self.size_class = 0
        self.reported = None  # the values of its last metrics
        self.quiet_ticks = 0  # ticks since then, all with the same values

    def fields(self, **more):
        return {"process": {"name": self.name, "instance": self.instance, "user": self.user,
                            **more}}


class ProcessWatch:
    """Follows the processes of the allow-list; the others are looked at while young, then left."""

    def __init__(self, rewriter, slots, log):
        self._rewriter = rewriter
        self._slots = slots
        self._log = log
        self._young = {}     # unlisted pid -> when it was first seen
        self._ignored = set()
        self.tracked = {}    # pid -> Process
        self._first = True

    def poll(self, now, timestamp):
        alive = procfs.process_ids()
        for pid in [pid for pid in self.tracked if pid not in alive]:
            self._end(pid, now, timestamp)
        self._ignored &= alive
        for pid, process in list(self.tracked.items()):
            self._refresh(pid, process, now, timestamp)
        for pid in alive.difference(self.tracked, self._ignored):
            self._look(pid, now, timestamp)
        for pid in [pid for pid in self._young if pid not in alive]:
            del self._young[pid]
        self._first = False

    def _level(self, name):
        return "DEBUG" if name in self._rewriter.helpers else "INFO"

    def _look(self, pid, now, timestamp):
        stat = procfs.process_stat(pid)
        if stat is None:
            return
        if self._rewriter.process_is_listed(stat.name):
            self._young.pop(pid, None)
            self._start(pid, stat, now, timestamp)
        elif self._first or now - self._young.setdefault(pid, now) > YOUNG_SECONDS:
            self._young.pop(pid, None)
            self._ignored.add(pid)

    def _start(self, pid, stat, now, timestamp):
        instance = self._slots.take(stat.name)
        user = self._rewriter.users.name(procfs.process_user(pid))
        process = self.tracked[pid] = Process(stat, instance, user, now)
        if not self._first:
            self._log.event(timestamp, self._level(stat.name), "process", "start",
                            f"{stat.name} started as instance {instance}",
                            **process.fields(threads=stat.threads,
                                             resident_bytes=stat.resident_bytes))

    def _refresh(self, pid, process, now, timestamp):
        stat = procfs.process_stat(pid)
        if stat is None:
            return
        if stat.start_ticks != process.start_ticks or stat.name != process.name:
            self._replace(pid, process, stat, now, timestamp)
            return
        process.stat = stat
        process.peak = max(process.peak, stat.resident_bytes)
        while process.size_class < len(LARGE_PROCESS) and (
                process.peak >= LARGE_PROCESS[process.size_class]):
            limit = LARGE_PROCESS[process.size_class]
            process.size_class += 1
            level = ("INFO", "WARN", "ERROR")[process.size_class - 1]
            self._log.event(timestamp, level, "process", "grow",
                            f"{process.name} instance {process.instance} "
                            f"holds more than {limit // MIB} MiB",
                            **process.fields(resident_bytes=stat.resident_bytes,
                                             threads=stat.threads))

    def _replace(self, pid, process, stat, now, timestamp):
        """exec: the same process id goes on under another name (or was given out anew)."""
        if stat.start_ticks != process.start_ticks or (
                not self._rewriter.process_is_listed(stat.name)):
            self._end(pid, now, timestamp)
            return
        self._slots.free(process.name, process.instance)
        instance = self._slots.take(stat.name)
        self.tracked[pid] = Process(stat, instance, process.user, now)
        self._log.event(timestamp, self._level(stat.name), "process", "exec",
                        f"{process.name} instance {process.instance} became "
                        f"{stat.name} instance {instance}", **self.tracked[pid].fields())

    def _end(self, pid, now, timestamp):
        process = self.tracked.pop(pid)
        self._slots.free(process.name, process.instance)
        duration = round((now - process.seen) * 1000)
        cpu = process.stat.user_ms + process.stat.system_ms
        level = "WARN" if process.size_class >= 2 else self._level(process.name)
        self._log.event(timestamp, level, "process", "exit",
                        f"{process.name} instance {process.instance} ended after {duration} ms, "
                        f"{cpu} ms on cpu",
                        **process.fields(duration_ms=duration, cpu_ms=cpu,
                                         peak_bytes=process.peak,
                                         minor_faults=process.stat.minor_faults,
                                         major_faults=process.stat.major_faults,
                                         threads=process.stat.threads))
