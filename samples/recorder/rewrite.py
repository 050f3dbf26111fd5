# SPDX-License-Identifier: Apache-2.0
"""The allow-list, and the rewriting of everything that could name a machine or a person."""

import json


class Ordinals:
    """Gives each key the next name of a list, in the order of first appearance."""

    def __init__(self, names):
        self._names = names
        self._given = {}

    def name(self, key):
        """The name given to `key`; when the list is used up its last name is shared."""
        if key not in self._given:
            index = min(len(self._given), len(self._names) - 1)
            self._given[key] = self._names[index]
        return self._given[key]


class Slots:
    """Small instance numbers in place of process ids: the lowest one free for a name."""

    def __init__(self):
        self._used = {}

    def take(self, name):
        used = self._used.setdefault(name, set())
        slot = 1
        while slot in used:
            slot += 1
        used.add(slot)
        return slot

    def free(self, name, slot):
        self._used[name].discard(slot)


class Rewriter:
    """What may be written, and under which name."""

    def __init__(self, allowlist_file, host_number=1):
        with open(allowlist_file, encoding="utf-8") as file:
            self.allowed = json.load(file)
        self.processes = frozenset(self.allowed["processes"])
        self.helpers = frozenset(self.allowed["helper_processes"])
        self.devices = frozenset(self.allowed["devices"])
        self.interfaces = frozenset(self.allowed["interfaces"])
        self.packages = frozenset(self.allowed["packages"])
        self.host = self.allowed["hosts"][host_number - 1]
        self.host_ip = self.allowed["host_addresses"][host_number - 1]
        self.users = Ordinals(self.allowed["users"])
        self.paths = Ordinals(self.allowed["paths"])
        self.peers = Ordinals(self.allowed["peers"])

    def process_is_listed(self, name):
        return name in self.processes or name in self.helpers
