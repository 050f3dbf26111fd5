# SPDX-License-Identifier: Apache-2.0
"""The log's documents, and the events of connections and packages."""

import time

from . import procfs

SEVERITY = {"ERROR": 3, "WARN": 4, "INFO": 6, "DEBUG": 7}  # syslog's numbers


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
