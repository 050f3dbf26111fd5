# SPDX-License-Identifier: Apache-2.0
"""Numbers of the host that are watched: an event when one crosses a limit."""

from . import procfs

MIB = 1 << 20


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
        value = max(0, value)  # iowait may step back
        above = sum(value >= limit for limit, _ in self._limits)
        if above < self._above:
            above = sum(value >= limit * 0.75 for limit, _ in self._limits[:self._above])
        if above == self._above:
            return
        rising = above > self._above
        limit, level = self._limits[above - 1 if rising else above]
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
