"""Repeats one fault under load, then runs the checker."""

import asyncio
import math
import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from bench.doors import Socket
from faults import checker, evidence, stored
from faults.journal import Journal, Span
from faults.kinds.fault import Fault
from faults.model import QUESTION
from faults.people import Crowd
from faults.stage import Stage
from faults.table import Listed

_PEOPLE = 8
_SETTLING = 40.0  # seconds that a round waits at most
_STORING = 30.0  # seconds for all accepted turns to end in the database
_UNENDED = ("queued", "running")
_BEFORE = 2.0  # seconds of load before the first fault
_WARMING = 180.0
_GLANCE = 0.1  # polling interval in seconds


@dataclass(frozen=True)
class Outcome:
    """The outcome of all rounds of a fault."""

    times: int
    reconnects: int
    seconds: float
    verdict: checker.Verdict
    evidence: str


async def run(stage: Stage, listed: Listed, times: int, seed: str, tell: Callable[[int], object]) -> Outcome:
    """Run a fault `times` times on a stage, and report the number of finished rounds."""
    await _warm_up(stage)
    began, journal, chance = time.monotonic(), Journal(), random.Random(seed)
    crowd = Crowd(stage, journal, random.Random(f"{seed} people"))
    crowd.begin(_PEOPLE)
    await asyncio.sleep(_BEFORE)
    try:
        for seconds in listed.lengths(times, chance):
            await _once(listed, seconds, listed.fault(stage, crowd, chance), journal)
            tell(len(journal.spans))
            await asyncio.sleep(chance.uniform(*listed.pause))
    finally:
        await crowd.end()
    rows = await _stored(stage, journal)
    verdict = checker.check(journal, rows)
    shown = evidence.of(journal, rows, [finding.message for finding in verdict.findings])
    return Outcome(len(journal.spans), journal.reconnects, time.monotonic() - began, verdict, shown)


async def _warm_up(stage: Stage) -> None:
    """Let each web process answer once, so that warming up doesn't count as a fault."""
    async with asyncio.timeout(_WARMING):
        for web in stage.webs:
            door = Socket(web.port, stage.keys[0])
            await door.open()
            await door.ask(QUESTION.format(plan=0, words=1))
            await door.close()


async def _once(listed: Listed, seconds: float, fault: Fault, journal: Journal) -> None:
    begun = time.monotonic()
    try:
        await asyncio.to_thread(fault.begin)
        over = time.monotonic()
        await _last(listed, over + seconds, journal)
    finally:
        await asyncio.to_thread(fault.end)
    over = over if fault.at_once else time.monotonic()
    journal.spans.append(Span(begun, over))
    if listed.settles:
        await _settled(journal, time.monotonic())


async def _last(listed: Listed, until: float, journal: Journal) -> None:
    """Wait until a round has had its number of reconnects, or its time is over."""
    enough = journal.reconnects + listed.reconnects if listed.reconnects else math.inf
    while (left := until - time.monotonic()) > 0:
        if journal.reconnects >= enough:
            return
        await asyncio.sleep(min(left, _GLANCE))


async def _settled(journal: Journal, until: float) -> None:
    """Wait until all turns accepted before have ended, or for a while."""
    turns = {one.turn for one in journal.accepted if one.at < until}
    deadline = time.monotonic() + _SETTLING
    while time.monotonic() < deadline:
        if turns <= {event.turn for event in journal.heard if event.kind == "done"}:
            return
        await asyncio.sleep(0.3)


async def _stored(stage: Stage, journal: Journal) -> stored.Stored:
    """Return the database's contents once all accepted turns have ended there, or after a while."""
    deadline, turns = time.monotonic() + _STORING, {one.turn for one in journal.accepted}
    while True:
        rows = await asyncio.to_thread(_read, stage, journal)
        ended = {one.id for one in rows.turns if one.status not in _UNENDED}
        if turns <= ended or time.monotonic() > deadline:
            return rows
        await asyncio.sleep(1)


def _read(stage: Stage, journal: Journal) -> stored.Stored:
    return stored.read(stage.database_url, stage.encryption_key, list(journal.asked))
