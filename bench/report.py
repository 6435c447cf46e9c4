"""The report of a run, in Markdown."""

import os
import platform
from collections.abc import Iterable

from bench.load import Level, percentile

COLUMNS = (
    "users",
    "way",
    "first text p50 / p95 ms",
    "added p50",
    "added p95",
    "whole p50 ms",
    "turns/s",
    "CPU ms a turn",
    "failed",
)
HEAD = f"| {' | '.join(COLUMNS)} |\n|{' ---: |' * len(COLUMNS)}"
INTRODUCTION = """\
# What OmniForge adds to the bare model stream

Made by `make bench`: a stand-in model server (20 ms to the first token, 5 ms between, 60 tokens), the site
as one process on SQLite, and the driver, all on one machine over loopback. No think time: each user sends
the next question as soon as the answer is whole, so that 50 and 200 users measure the queue. Intent by
rules, the answer by the model; everything is stored, encrypted.
"""


def heading() -> str:
    """Return what was measured, and on which machine."""
    system = f"{platform.system()} {platform.release()}"
    return f"{INTRODUCTION}\nPython {platform.python_version()}, {os.cpu_count()} processors, {system}."


def level_rows(users: int, levels: dict[str, Level]) -> Iterable[str]:
    """Yield a row for each way; the first is the one that the others are compared with."""
    base, *_ = levels.values()
    for name, level in levels.items():
        p50, p95 = percentile(level.first_text, 50), percentile(level.first_text, 95)
        added50, added95 = p50 - percentile(base.first_text, 50), p95 - percentile(base.first_text, 95)
        asked = len(level.first_text) + level.failed
        yield (
            f"| {users} | {name} | {p50:.1f} / {p95:.1f} | {added50:.1f} | {added95:.1f} "
            f"| {percentile(level.whole, 50):.0f} | {level.turns_per_second:.1f} "
            f"| {level.cpu_ms_per_turn:.1f} | {level.failed} of {asked} |"
        )
