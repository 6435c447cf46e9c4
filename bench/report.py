"""The report of a run, in Markdown."""

import os
import platform
from collections.abc import Iterable

from bench.load import Level, percentile

COLUMNS = (
    "users",
    "way",
    "first event p50 / p95 ms",
    "first text p50 / p95 ms",
    "added p50",
    "added p95",
    "whole p50 ms",
    "turns/s",
    "words/s",
    "CPU ms a turn",
    "failed",
)
HEAD = f"| {' | '.join(COLUMNS)} |\n|{' ---: |' * len(COLUMNS)}"
ELSEWHERE = "| milliseconds | p50 | p95 | wanted p95 | failed |\n| --- | ---: | ---: | ---: | ---: |"
INTRODUCTION = """\
# What OmniForge adds to the bare model stream

Made by `make bench`: a stand-in model server (20 ms to the first token, 5 ms between, 60 tokens), the site,
its stores and the driver, all on one machine over loopback. No think time: each user, in a conversation of
their own, sends the next question as soon as the answer is whole, so that 50 users and more measure the
queue. Users are spread evenly over the web processes. Intent by rules, the answer by the model; everything
is stored, encrypted. PostgreSQL has each commit on the disk before it says so.

The first event is that the message was accepted. What is added is compared with the first row of the users.
CPU is that of all web processes, then after a plus that of PostgreSQL and Redis.
"""


def heading() -> str:
    """Return a heading with the date and the machine."""
    system = f"{platform.system()} {platform.release()}"
    load = f"load of the last minute {os.getloadavg()[0]:.1f} at the end"
    return (
        f"{INTRODUCTION}\nPython {platform.python_version()}, {os.cpu_count()} processors, {system}; {load}."
    )


def level_rows(users: int, levels: dict[str, Level]) -> Iterable[str]:
    """Yield a row for each way. The first is the baseline."""
    base, *_ = levels.values()
    for name, level in levels.items():
        p50, p95 = _first_text(level)
        base50, base95 = _first_text(base)
        cpu = " + ".join(f"{each:.1f}" for each in level.cpu_ms_per_turn)
        yield (
            f"| {users} | {name} | {_both(level.milliseconds('first_event'))} | {p50:.1f} / {p95:.1f} "
            f"| {p50 - base50:.1f} | {p95 - base95:.1f} | {percentile(level.milliseconds('ended'), 50):.0f} "
            f"| {level.turns_per_second:.1f} | {level.words_per_second:.0f} | {cpu} "
            f"| {level.failed} of {len(level.turns)} |"
        )


def elsewhere_row(what: str, taken: list[float | None], wanted: str) -> str:
    """Return a row of a remote reader's latencies. None is a failed attempt."""
    heard = [each for each in taken if each is not None]
    p50, p95 = percentile(heard, 50), percentile(heard, 95)
    return f"| {what} | {p50:.1f} | {p95:.1f} | {wanted} | {len(taken) - len(heard)} of {len(taken)} |"


def _first_text(level: Level) -> tuple[float, float]:
    times = level.milliseconds("first_text")
    return percentile(times, 50), percentile(times, 95)


def _both(times: list[float]) -> str:
    return f"{percentile(times, 50):.1f} / {percentile(times, 95):.1f}"
