"""A closed loop without think time: each user sends the next question when the answer is whole."""

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import quantiles
from typing import Protocol

from websockets.exceptions import WebSocketException

from bench.doors import Turn
from bench.processes import Meter

TURNS = {1: 30, 10: 8, 50: 4, 200: 3}  # questions of each user, by the number of users
_RAMP = 0.3  # seconds over which the users begin
_LAST_START = 20.0  # seconds after which nobody asks again
_TIMEOUT = 60.0  # seconds; a longer turn is a failed one
TOPICS = ("a sprint", "a budget", "a forecast", "a handover", "an audit", "a roadmap", "a retrospective")


class Door(Protocol):
    """A user's own connection."""

    async def open(self) -> None: ...
    async def ask(self, question: str) -> Turn: ...
    async def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Level:
    """What one door did for a number of users at once; times in milliseconds."""

    first_text: list[float]
    whole: list[float]
    failed: int
    turns_per_second: float
    cpu_ms_per_turn: float


def percentile(values: Sequence[float], percent: int) -> float:
    """Return a percentile, or not-a-number of nothing."""
    if len(values) < 2:
        return values[0] if values else float("nan")
    return quantiles(values, n=100, method="inclusive")[percent - 1]


async def run_level(doors: Sequence[Door], meter: Meter) -> Level:
    """Let every door's user ask its questions at the same time as the others."""
    for door in doors:
        await door.open()
    watching = asyncio.create_task(meter.watch_memory())
    began, cpu = time.perf_counter(), meter.cpu_seconds()
    users = [_questions(door, TURNS[len(doors)], began + _LAST_START) for door in doors]
    turns = [turn for user in await asyncio.gather(*users) for turn in user]
    lasted = time.perf_counter() - began
    await asyncio.sleep(1)  # what a turn leaves to be done after its last event belongs to it
    spent = meter.cpu_seconds() - cpu
    watching.cancel()
    for door in doors:
        await door.close()
    return _level(turns, lasted, spent)


async def _questions(door: Door, number: int, deadline: float) -> list[Turn]:
    await asyncio.sleep(random.random() * _RAMP)
    turns: list[Turn] = []
    while len(turns) < number and time.perf_counter() < deadline:
        turns.append(await _ask(door, f"Explain how {random.choice(TOPICS)} helps a team."))
    return turns


async def _ask(door: Door, question: str) -> Turn:
    turn = Turn()
    try:
        async with asyncio.timeout(_TIMEOUT):
            return await door.ask(question)
    except (OSError, TimeoutError, WebSocketException):
        return turn


def _level(turns: list[Turn], lasted: float, cpu_seconds: float) -> Level:
    whole = [turn for turn in turns if turn.completed and turn.first_text]
    return Level(
        first_text=[(turn.first_text - turn.sent) * 1000 for turn in whole],
        whole=[(turn.ended - turn.sent) * 1000 for turn in whole],
        failed=len(turns) - len(whole),
        turns_per_second=len(whole) / lasted,
        cpu_ms_per_turn=cpu_seconds * 1000 / max(len(whole), 1),
    )
