# SPDX-License-Identifier: Apache-2.0
"""One tick's readings: groups of metrics that share their dimensions.

A group becomes one document of the wide file, and each of its metrics one document of the narrow
file. CATALOGUE is the one list of metrics; the mapping files and the checker follow it.
"""

import os

from . import procfs

QUIET_TICKS = 15

COUNTER, GAUGE = "counter", "gauge"


def _table(kind, mapped, names):
    return {name: (kind, mapped) for name in names.split()}


# group -> (dimensions, {metric: (kind, mapped type)}). Times are milliseconds unless named _us.
CATALOGUE = {
    "cpu": (("id",), _table(COUNTER, "long", "user nice system idle iowait irq softirq steal")),
    "mem": ((), _table(GAUGE, "long", "total free available buffers cached active inactive dirty "
                       "writeback anon mapped shmem slab page_tables kernel_stack committed")),
    "disk": (("device",), {
        **_table(COUNTER, "long", "reads reads_merged read_bytes read_ms writes writes_merged "
                 "write_bytes write_ms"),
        **_table(GAUGE, "integer", "in_flight"),
        **_table(COUNTER, "long", "io_ms weighted_io_ms")}),
    "network": (("interface",), _table(
        COUNTER, "long", "rx_bytes rx_packets rx_errors rx_dropped "
        "tx_bytes tx_packets tx_errors tx_dropped")),
    "load": ((), {**_table(GAUGE, "double", "1m 5m 15m"),
                  **_table(GAUGE, "integer", "tasks")}),
    "kernel": ((), {
        **_table(COUNTER, "long", "context_switches interrupts forks"),
        **_table(GAUGE, "short", "running blocked"),
        **_table(COUNTER, "long", "page_faults major_faults paged_in_kib paged_out_kib")}),
    "pressure": (("resource",), {
        **_table(GAUGE, "float", "some_avg10 some_avg60"), **_table(COUNTER, "long", "some_us"),
        **_table(GAUGE, "float", "full_avg10 full_avg60"), **_table(COUNTER, "long", "full_us")}),
    "tcp": ((), {**_table(COUNTER, "long", "active_opens passive_opens in_segments out_segments "
                          "retransmitted"),
                 **_table(GAUGE, "integer", "established")}),
    "filesystem": (("path",), _table(GAUGE, "long", "used_bytes free_bytes used_files")),
    "process": (("name", "instance", "user"), {
        **_table(COUNTER, "long", "user_ms system_ms minor_faults major_faults"),
        **_table(GAUGE, "long", "resident_bytes virtual_bytes"),
        **_table(GAUGE, "short", "threads"),
        **_table(COUNTER, "long", "voluntary_switches involuntary_switches read_chars write_chars "
                 "read_bytes write_bytes")}),
}

MEM_KEYS = ("MemTotal MemFree MemAvailable Buffers Cached Active Inactive Dirty Writeback "
            "AnonPages Mapped Shmem Slab PageTables KernelStack Committed_AS").split()
IO_KEYS = "rchar wchar read_bytes write_bytes".split()
TCP_KEYS = "ActiveOpens PassiveOpens InSegs OutSegs RetransSegs CurrEstab".split()


class Group:
    """Metrics read at one time with one set of dimensions; values follow the catalogue's order."""

    __slots__ = ("name", "dimensions", "values")

    def __init__(self, name, dimensions, values):
        self.name = name
        self.dimensions = dimensions
        self.values = values


def _system_groups(rewriter):
    per_cpu, stat = procfs.cpu_times()
    for cpu, times in per_cpu.items():
        yield Group("cpu", (cpu,), times)
    memory = procfs.keyed_numbers("/proc/meminfo")
    yield Group("mem", (), [memory[key] * 1024 for key in MEM_KEYS])
    for device, row in procfs.disks().items():
        if device in rewriter.devices:
            row[2] *= procfs.SECTOR_BYTES
            row[6] *= procfs.SECTOR_BYTES
            yield Group("disk", (device,), row)
    for interface, row in procfs.interfaces().items():
        if interface in rewriter.interfaces:
            yield Group("network", (interface,), row[:4] + row[8:12])
    load = procfs.lines("/proc/loadavg")[0].split()
    yield Group("load", (), [float(word) for word in load[:3]] + [int(load[3].split("/")[1])])
    vm = procfs.keyed_numbers("/proc/vmstat", " ")
    yield Group("kernel", (), [stat["ctxt"], stat["intr"], stat["processes"],
                               stat["procs_running"], stat["procs_blocked"], vm["pgfault"],
                               vm["pgmajfault"], vm["pgpgin"], vm["pgpgout"]])
    for resource in ("cpu", "io", "memory"):
        rows = procfs.pressure(resource)
        if rows:
            yield Group("pressure", (resource,), [*rows["some"], *rows["full"]])
    tcp = procfs.tcp_counters()
    if tcp:
        yield Group("tcp", (), [tcp[key] for key in TCP_KEYS])


def _filesystem_groups(rewriter):
    for point in procfs.block_mounts():
        state = os.statvfs(point)
        used = (state.f_blocks - state.f_bfree) * state.f_frsize
        yield Group("filesystem", (rewriter.paths.name(point),),
                    [used, state.f_bavail * state.f_frsize, state.f_files - state.f_ffree])


def _process_group(pid, process):
    stat = procfs.process_stat(pid)
    if stat is None or stat.name != process.name or stat.start_ticks != process.start_ticks:
        return None
    status = procfs.keyed_numbers(f"/proc/{pid}/status")
    io = procfs.keyed_numbers(f"/proc/{pid}/io")
    if "voluntary_ctxt_switches" not in status or "write_bytes" not in io:
        return None  # it ended between two reads
    return Group("process", (process.name, process.instance, process.user),
                 [stat.user_ms, stat.system_ms, stat.minor_faults, stat.major_faults,
                  stat.resident_bytes, stat.virtual_bytes, stat.threads,
                  status["voluntary_ctxt_switches"], status["nonvoluntary_ctxt_switches"],
                  *(io[key] for key in IO_KEYS)])


def _is_news(process, group):
    """Whether a process's values moved; one that sleeps is told every QUIET_TICKS only."""
    if group.values == process.reported and process.quiet_ticks < QUIET_TICKS - 1:
        process.quiet_ticks += 1
        return False
    process.reported, process.quiet_ticks = group.values, 0
    return True


def read_all(rewriter, processes):
    """All groups of one tick. `processes` is {pid: tracked process}."""
    groups = [*_system_groups(rewriter), *_filesystem_groups(rewriter)]
    ordered = sorted(processes.items(), key=lambda item: (item[1].name, item[1].instance))
    for pid, process in ordered:
        group = _process_group(pid, process)
        if group is not None and _is_news(process, group):
            groups.append(group)
    return groups


# The narrow file names a dimension by what it is; the wide file puts it in its group's object.
NARROW_DIMENSION = {("cpu", "id"): "cpu", ("disk", "device"): "device",
                    ("network", "interface"): "interface", ("pressure", "resource"): "resource",
                    ("filesystem", "path"): "path", ("process", "name"): "process",
                    ("process", "instance"): "instance", ("process", "user"): "user"}


def narrow_documents(timestamp, host, group):
    """One document for each metric of the group."""
    dimensions, metrics = CATALOGUE[group.name]
    shared = {NARROW_DIMENSION[group.name, dimension]: value
              for dimension, value in zip(dimensions, group.dimensions)}
    for (name, (kind, _)), value in zip(metrics.items(), group.values, strict=True):
        yield {"@timestamp": timestamp, "host": host, "metric": f"{group.name}.{name}",
               **shared, "type": kind, "value": value}


def wide_document(timestamp, host, group):
    """One document for the whole group."""
    dimensions, metrics = CATALOGUE[group.name]
    body = dict(zip(dimensions, group.dimensions))
    body.update(zip(metrics, group.values, strict=True))
    return {"@timestamp": timestamp, "host": {"name": host}, group.name: body}
