# SPDX-License-Identifier: Apache-2.0
"""Rows of the side-by-side run, and the table that is made of them."""
import statistics
import sys


def row(work, mine, java, *, goal=None, values=None, same_checksum=True):
    """One line of the table, checksums compared first.

    `mine` and `java` are {"ns": samples, "checksum": number}; `goal` is the ratio that is aimed at; with
    `values`, the times are shown for one of so many values.
    """
    if same_checksum and mine["checksum"] != java["checksum"]:
        sys.exit(f"{work}: ours gave checksum {mine['checksum']}, Java {java['checksum']}")
    a, b = sorted(mine["ns"]), sorted(java["ns"])
    quartiles_a, quartiles_b = statistics.quantiles(a, n=4), statistics.quantiles(b, n=4)
    return {
        "work": work,
        "ours_ns": statistics.median(a),
        "java_ns": statistics.median(b),
        "ratio": statistics.median(b) / statistics.median(a),
        "low": quartiles_b[0] / quartiles_a[2],
        "high": quartiles_b[2] / quartiles_a[0],
        "goal": goal,
        "values": values,
    }


def report_row(work, ours, java="", goal=None, met=None):
    """A line of text in place of times (a peak of memory); `goal` and `met` as the caller judges."""
    return {"work": work, "text": (ours, java), "goal": goal, "met": met}


def met(r):
    """True, False, or None where there is no goal."""
    if r.get("goal") is None:
        return None
    return r["met"] if "text" in r else r["ratio"] >= r["goal"]


def scale(ns, values):
    if values:
        return f"{ns / values:.3f} ns/value"
    for unit, factor in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if ns >= factor:
            return f"{ns / factor:.3f} {unit}"
    return f"{ns:.0f} ns"


def goal_text(r):
    if r.get("goal") is None:
        return ""
    goal = r["goal"] if isinstance(r["goal"], str) else f"{r['goal']:g}"
    return f"{goal}: {'met' if met(r) else '**missed**'}"


def line(r):
    if "text" in r:
        return f"| {r['work']} | {r['text'][0]} | {r['text'][1]} | | | {goal_text(r)} |"
    return (f"| {r['work']} | {scale(r['ours_ns'], r['values'])} | {scale(r['java_ns'], r['values'])} | "
            f"{r['ratio']:.1f} | {r['low']:.1f} to {r['high']:.1f} | {goal_text(r)} |")


def markdown(groups, facts):
    """`groups`: (title, rows) in order."""
    with_goal = [r for _, rows in groups for r in rows if r.get("goal") is not None]
    lines = [f"{facts['date']}, {facts['cpu']}, {facts['cores']} cores; Lucene {facts['lucene']}, Java {facts['java']}, "
             "vector module on; ours: one thread, release build.",
             f"{sum(met(r) for r in with_goal)} of {len(with_goal)} rows with a goal reach it."]
    for title, rows in groups:
        lines += ["", f"### {title}", "", "| work | segsmith | Java | ratio | spread | goal |",
                  "|---|--:|--:|--:|--:|--:|"]
        lines += [line(r) for r in rows]
    return "\n".join(lines) + "\n"
