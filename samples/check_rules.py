# SPDX-License-Identifier: Apache-2.0
"""What may stand in a sample: a list or a pattern for every string, a range for every number."""

import re

RANGES = {"byte": 7, "short": 15, "integer": 31, "long": 63}

# field of any file -> list of allowlist.json
NAMED_BY = {
    "host": "hosts", "host.name": "hosts", "host.ip": "host_addresses", "cpu": "cpus",
    "cpu.id": "cpus", "device": "devices", "disk.device": "devices", "interface": "interfaces",
    "network.interface": "interfaces", "network.peer": "peers", "resource": "resources",
    "pressure.resource": "resources", "path": "paths", "filesystem.path": "paths",
    "process": "process", "process.name": "process", "user": "users", "process.user": "users",
    "package.name": "packages", "package.architecture": "architectures",
}
WORDS = {
    "type": {"counter", "gauge"},
    "log.level": {"ERROR", "WARN", "INFO", "DEBUG"},
    "event.source": {"process", "cpu", "scheduler", "memory", "disk", "network", "pressure", "dpkg",
                     "recorder"},
    "event.action": {"start", "exit", "exec", "grow", "rise", "fall", "open", "close", "install",
                     "upgrade", "remove", "purge", "configure", "trigproc", "status", "stop",
                     "checkpoint", "late"},
    "measure.name": {"busy time", "iowait time", "context switches", "interrupts", "forks",
                     "page faults", "major faults", "freed pages", "bytes read", "bytes written",
                     "device time", "bytes received", "bytes sent", "some stall", "full stall",
                     "runnable tasks", "memory in use", "dirty pages"},
    "package.status": {"half-installed", "unpacked", "half-configured", "installed",
                       "triggers-awaited", "triggers-pending", "config-files", "not-installed"},
}
VERSION = r"(?:[0-9][0-9A-Za-z.+:~-]{0,60}|<none>)"
PATTERNS = {"package.version": re.compile(VERSION)}

# source -> templates of its messages. {process}, {peer}, {package}: names of the allow-list.
MESSAGES = {
    "process": ["{process} started as instance {n}",
                "{process} instance {n} ended after {n} ms, {n} ms on cpu",
                "{process} instance {n} became {process} instance {n}",
                "{process} instance {n} holds more than {n} MiB"],
    "network": ["connection with {peer} opened", "connection with {peer} closed after {n} ms",
                "{measure} (?:rose|fell) to {x} B/s, limit {n} B/s"],
    "dpkg": ["package {package} {version} is {status}",
             "package {package} {version} "
             "(?:install|upgrade|remove|purge|configure|trigproc)"],
    "recorder": ["recording every {x} s, polling every {n} ms", "poll came {n} ms late",
                 "{n} documents after {n} minutes", "stopped, {n} documents"],
}
for source in ("cpu", "scheduler", "memory", "disk", "pressure"):
    MESSAGES[source] = ["{measure} (?:rose|fell) to {x}(?P<unit>%|/s| B/s| MiB|), "
                        "limit {n}(?P=unit)"]


class Refused(Exception):
    """A sample that may not stay in the repository, and why."""


def expect(condition, message):
    if not condition:
        raise Refused(message)


class Rules:
    """Decides whether a value may stand in a field."""

    def __init__(self, allowed, metrics):
        names = {key: frozenset(value) for key, value in allowed.items() if key != "about"}
        names["process"] = names["processes"] | names["helper_processes"]
        self._words = {field: names[key] for field, key in NAMED_BY.items()}
        self._words.update(WORDS, metric=metrics)
        self._messages = {source: [self._template(text, names) for text in texts]
                          for source, texts in MESSAGES.items()}
        self._known = set()  # (field, string) found good before

    @staticmethod
    def _template(text, names):
        def one_of(words):
            return "(?:" + "|".join(re.escape(word) for word in sorted(words)) + ")"

        parts = {"process": one_of(names["process"]), "peer": one_of(names["peers"]),
                 "package": one_of(names["packages"]), "status": one_of(WORDS["package.status"]),
                 "measure": one_of(WORDS["measure.name"]), "version": VERSION,
                 "n": r"\d{1,12}", "x": r"\d{1,12}(?:\.\d{1,3})?"}
        return re.compile(re.sub(r"\{(\w+)\}", lambda match: parts.get(match[1], match[0]), text))

    def string(self, field, value):
        if (field, value) in self._known:
            return
        if field in self._words:
            expect(value in self._words[field], f"{field}: {value!r} is not on its list")
        else:
            expect(field in PATTERNS, f"{field}: a string, and no rule allows it")
            expect(PATTERNS[field].fullmatch(value), f"{field}: {value!r} is outside its pattern")
        self._known.add((field, value))

    def message(self, flat):
        source, text = flat["event.source"], flat["message"]
        expect(any(template.fullmatch(text) for template in self._messages[source]),
               f"message {text!r} matches no template of source {source}")


def check_value(rules, fields, field, value):
    expect(field in fields, f"{field}: not in the mapping")
    kind = fields[field]["type"]
    if type(value) is str:
        expect(kind in ("keyword", "ip"), f"{field}: a string in a {kind}")
        rules.string(field, value)
    elif type(value) is bool:
        expect(kind == "boolean", f"{field}: a boolean in a {kind}")
    elif type(value) is int and kind in RANGES:
        expect(-1 << RANGES[kind] <= value < 1 << RANGES[kind], f"{field}: {value} is no {kind}")
    else:
        expect(type(value) in (int, float) and kind in ("double", "float"),
               f"{field}: {value!r} in a {kind}")
