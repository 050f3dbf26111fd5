# SPDX-License-Identifier: Apache-2.0
"""The log: what happened on the host, seen by reading /proc many times a second."""

import time

from . import procfs

SEVERITY = {"ERROR": 3, "WARN": 4, "INFO": 6, "DEBUG": 7}  # syslog's numbers
MIB = 1 << 20
YOUNG_SECONDS = 0.5     # how long an unlisted new process may still become a listed one
LARGE_PROCESS = (256 * MIB, 512 * MIB, 1024 * MIB)


class Log:
    """Writes one JSON-ready document for each event to `sink`."""

    def __init__(self, rewriter, sink):
        self._rewriter = rewriter
        self._sink = sink

    def event(self, timestamp, level, source, action, message, **fields):
        document = {"@timestamp": timestamp,
                    "host": {"name": self._rewriter.host, "ip": self._rewriter.host_ip},
                    "log": {"level": level, "severity": SEVERITY[level]},
                    "event": {"source": source, "action": action}, "message": message}
        document.update(fields)
        self._sink(document)


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
        return {"process": {"name": self.name, "instance": self.instance, "user": self.user, **more}}


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


class Rate:
    """A number that is watched: an event each time it crosses one of its limits.

    `limits` are (limit, level) in rising order. Falling below a limit is an event only below
    three quarters of it, so that a number near a limit does not flicker.
    """

    def __init__(self, source, name, unit, limits):
        self.source = source
        self.name = name
        self._unit = unit
        self._limits = limits
        self._above = 0

    def update(self, log, timestamp, value, **fields):
        above = sum(value >= limit for limit, _ in self._limits)
        if above < self._above:
            above = sum(value >= limit * 0.75 for limit, _ in self._limits[:self._above])
        if above == self._above:
            return
        rising = above > self._above
        limit, level = self._limits[max(above, self._above) - 1 if rising else above]
        self._above = above
        verb = "rose to" if rising else "fell to"
        shown = round(value, 1) if self._unit == "%" else round(value)
        log.event(timestamp, level if rising else "INFO", self.source,
                  "rise" if rising else "fall",
                  f"{self.name} {verb} {shown}{self._unit}, limit {limit}{self._unit}",
                  measure={"name": self.name, "value": round(float(value), 3), "limit": limit,
                           "rising": rising}, **fields)


def _steps(*limits):
    levels = ("DEBUG", "INFO", "WARN", "ERROR")[4 - len(limits):]
    return tuple(zip(limits, levels))


class RateWatch:
    """Turns counters into rates over the time between two calls, and watches them."""

    def __init__(self, rewriter, log):
        self._rewriter = rewriter
        self._log = log
        self._rates = {}
        self._last = {}
        self._last_time = None

    def poll(self, now, timestamp):
        elapsed = now - self._last_time if self._last_time else None
        self._last_time = now
        for key, total, make, scale, fields in self._counters():
            before, self._last[key] = self._last.get(key), total
            if before is None or elapsed is None:
                continue
            rate = self._rates.get(key)
            if rate is None:
                rate = self._rates[key] = make()
            rate.update(self._log, timestamp, (total - before) / elapsed * scale, **fields)
        self._gauges(timestamp)

    def _counters(self):
        """(key, counter, rate's maker, factor, fields of the event)"""
        per_cpu, stat = procfs.cpu_times()
        for cpu, times in per_cpu.items():
            yield ((cpu, "busy"), sum(times) - times[3] - times[4],
                   lambda: Rate("cpu", "busy time", "%", _steps(25, 50, 80, 98)), 0.1,
                   {"cpu": {"id": cpu}})
            yield ((cpu, "iowait"), times[4],
                   lambda: Rate("cpu", "iowait time", "%", _steps(10, 30, 60)), 0.1,
                   {"cpu": {"id": cpu}})
        yield ("switches", stat["ctxt"], lambda: Rate(
            "scheduler", "context switches", "/s", _steps(1500, 4000, 8000, 20000)), 1, {})
        yield ("interrupts", stat["intr"], lambda: Rate(
            "scheduler", "interrupts", "/s", _steps(2000, 5000, 10000)), 1, {})
        yield ("forks", stat["processes"], lambda: Rate(
            "scheduler", "forks", "/s", _steps(20, 100, 300)), 1, {})
        vm = procfs.keyed_numbers("/proc/vmstat", " ")
        yield ("faults", vm["pgfault"], lambda: Rate(
            "memory", "page faults", "/s", _steps(10000, 40000, 100000, 300000)), 1, {})
        yield ("major", vm["pgmajfault"], lambda: Rate(
            "memory", "major faults", "/s", _steps(5, 50, 500)), 1, {})
        yield ("allocated", vm["pgfree"], lambda: Rate(
            "memory", "freed pages", "/s", _steps(20000, 80000, 250000)), 1, {})
        yield from self._device_counters()

    def _device_counters(self):
        for device, row in procfs.disks().items():
            if device in self._rewriter.devices:
                fields = {"disk": {"device": device}}
                yield ((device, "r"), row[2] * procfs.SECTOR_BYTES, lambda: Rate(
                    "disk", "bytes read", " B/s", _steps(1 * MIB, 16 * MIB, 128 * MIB)), 1, fields)
                yield ((device, "w"), row[6] * procfs.SECTOR_BYTES, lambda: Rate(
                    "disk", "bytes written", " B/s",
                    _steps(1 * MIB, 16 * MIB, 128 * MIB)), 1, fields)
                yield ((device, "busy"), row[9], lambda: Rate(
                    "disk", "device time", "%", _steps(10, 40, 80)), 0.1, fields)
        for name, row in procfs.interfaces().items():
            if name in self._rewriter.interfaces:
                fields = {"network": {"interface": name}}
                yield ((name, "rx"), row[0], lambda: Rate(
                    "network", "bytes received", " B/s",
                    _steps(4096, 65536, MIB, 16 * MIB)), 1, fields)
                yield ((name, "tx"), row[8], lambda: Rate(
                    "network", "bytes sent", " B/s",
                    _steps(4096, 65536, MIB, 16 * MIB)), 1, fields)
        for resource in ("cpu", "io", "memory"):
            for share, (_, _, total) in procfs.pressure(resource).items():
                yield ((resource, share), total,
                       lambda share=share: Rate("pressure", f"{share} stall", "%",
                                                _steps(5, 20, 50, 80)),
                       0.0001, {"pressure": {"resource": resource}})

    def _gauges(self, timestamp):
        rates = self._rates
        if "running" not in rates:
            rates["running"] = Rate("scheduler", "runnable tasks", "", _steps(2, 4, 8, 16))
            rates["available"] = Rate("memory", "memory in use", "%", _steps(10, 25, 50, 80))
            rates["dirty"] = Rate("memory", "dirty pages", " MiB", _steps(16, 128, 512))
        _, stat = procfs.cpu_times()
        memory = procfs.keyed_numbers("/proc/meminfo")
        in_use = 100 - 100 * memory["MemAvailable"] / memory["MemTotal"]
        rates["running"].update(self._log, timestamp, stat["procs_running"] - 1)
        rates["available"].update(self._log, timestamp, in_use)
        rates["dirty"].update(self._log, timestamp, memory["Dirty"] / 1024)


class ConnectionWatch:
    """Connections that open and close; the other side is given a documentation address."""

    def __init__(self, rewriter, log):
        self._rewriter = rewriter
        self._log = log
        self._open = None

    def poll(self, now, timestamp):
        current = procfs.tcp_connections()
        if self._open is None:
            self._open = {key: (now, peer) for key, peer in current.items()}
        for key in [key for key in self._open if key not in current]:
            since, peer = self._open.pop(key)
            name, duration = self._rewriter.peers.name(peer), round((now - since) * 1000)
            self._log.event(timestamp, "DEBUG", "network", "close",
                            f"connection with {name} closed after {duration} ms",
                            network={"peer": name, "duration_ms": duration})
        for key, peer in current.items():
            if key not in self._open:
                self._open[key] = (now, peer)
                name = self._rewriter.peers.name(peer)
                self._log.event(timestamp, "DEBUG", "network", "open",
                                f"connection with {name} opened", network={"peer": name})


class PackageWatch:
    """New lines of dpkg's log. Package names are checked when the sample is packed."""

    def __init__(self, log, path="/var/log/dpkg.log", since_minutes=60):
        self._log = log
        self._path = path
        self._offset = 0
        self._since = time.strftime("%Y-%m-%d %H:%M:%S",
                                    time.localtime(time.time() - since_minutes * 60))

    def poll(self):
        try:
            with open(self._path, encoding="ascii", errors="replace") as file:
                file.seek(self._offset)
                text = file.read()
        except OSError:
            return
        complete = text.rfind("\n") + 1
        self._offset += complete
        for line in text[:complete].splitlines():
            if line[:19] >= self._since:
                self._line(line)

    def _line(self, line):
        seconds = time.mktime(time.strptime(line[:19], "%Y-%m-%d %H:%M:%S"))
        timestamp = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(seconds))
        words = line[20:].split()
        if words[0] == "status" and len(words) == 4:
            self._package(timestamp, "DEBUG", "status", words[2], words[3], f"is {words[1]}",
                          status=words[1])
        elif words[0] in ("install", "upgrade", "remove", "purge", "configure", "trigproc"):
            version = words[3] if words[0] in ("install", "upgrade") else words[2]
            self._package(timestamp, "WARN" if words[0] in ("remove", "purge") else "INFO",
                          words[0], words[1], version, words[0])

    def _package(self, timestamp, level, action, name, version, told, **more):
        name, _, architecture = name.partition(":")
        self._log.event(timestamp, level, "dpkg", action, f"package {name} {version} {told}",
                        package={"name": name, "architecture": architecture, "version": version,
                                 **more})
