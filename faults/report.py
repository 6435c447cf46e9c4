"""The report: a row per fault, in a Markdown table that persists between runs."""

import os
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from faults.checker import KINDS
from faults.rounds import Outcome

_HEADS = {
    "lost": "lost",
    "doubled": "doubled",
    "gap": "gaps",
    "false": "false words",
    "unended": "late or no end",
}
COLUMNS = (
    "fault",
    "times",
    "turns",
    "refused",
    *_HEADS.values(),
    "slowest end",
    "reconnects",
    "took",
    "load",
    "seed",
    "when",
)
HEAD = f"| {' | '.join(COLUMNS)} |\n| --- |{' ---: |' * (len(COLUMNS) - 1)}"
TITLE = """# What was broken, and what held

Made by `make faults`; [docs/reliability.md](../../docs/reliability.md) says what it means."""


def row(name: str, outcome: Outcome, seed: int) -> str:
    """Return the row of a fault."""
    verdict = outcome.verdict
    counts = [verdict.count(kind) for kind in KINDS]
    figures = [outcome.times, verdict.turns, verdict.refused, *counts, f"{verdict.slowest:.1f} s"]
    load = f"{os.getloadavg()[1]:.1f}"  # of five minutes: on a busy machine, turns may be late
    when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
    ran = [outcome.reconnects, f"{outcome.seconds:.0f} s", load, seed, when]
    return "| " + " | ".join(map(str, [name, *figures, *ran])) + " |"


def details(outcome: Outcome, most: int = 12) -> str:
    """Return the findings in words: at most `most` of each kind."""
    shown: Counter[str] = Counter()
    lines = [
        f"  refused, for now or for good: {code}, {times} times"
        for code, times in outcome.verdict.codes.items()
    ]
    for finding in outcome.verdict.findings:
        shown[finding.kind] += 1
        if shown[finding.kind] <= most:
            lines.append(f"  {finding.kind}: {finding.message}: {finding.what}")
    return "\n".join(lines)


def keep(path: Path, rows: dict[str, str], order: list[str]) -> None:
    """Replace the rows of the same faults in the report at `path`, and keep the others."""
    lines = path.read_text().splitlines() if path.exists() else []
    kept = {name: line for line in lines if (name := line.strip("| ").split(" | ")[0]) in order}
    kept |= rows
    table = [kept[name] for name in order if name in kept]
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join([TITLE, "", HEAD, *table, ""]))
