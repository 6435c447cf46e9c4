"""A closed loop without think time: each user sends the next question when the answer is complete."""

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from statistics import quantiles
from typing import Protocol

from websockets.exceptions import WebSocketException

from bench.doors import Turn
from bench.processes import Meter

_RAMP = 0.3  # seconds over which the users begin
_LAST_START = 20.0  # seconds after which no question is started
_TIMEOUT = 60.0  # seconds; a longer turn counts as failed
TOPICS = ("a sprint", "a budget", "a forecast", "a handover", "an audit", "a roadmap", "a retrospective")


class Door(Protocol):
    """A user's own connection."""

    async def open(self) -> None: ...
    async def ask(self, question: str) -> Turn: ...
    async def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Level:
    """Results of one way for a number of concurrent users, `cpu`: seconds per meter. Levels can be added."""

    turns: tuple[Turn, ...] = ()
    seconds: float = 0.0
    cpu: tuple[float, ...] = ()

    def __add__(self, other: "Level") -> "Level":
        cpu = tuple(map(sum, zip_longest(self.cpu, other.cpu, fillvalue=0.0)))
        return Level(self.turns + other.turns, self.seconds + other.seconds, cpu)

    @property
    def whole(self) -> list[Turn]:
        return [turn for turn in self.turns if turn.completed]

    def milliseconds(self, moment: str) -> list[float]:
        """Return the delays from question to a moment (field name) of all complete turns."""
        return [(getattr(turn, moment) - turn.sent) * 1000 for turn in self.whole]

    @property
    def failed(self) -> int:
        return len(self.turns) - len(self.whole)

    @property
    def turns_per_second(self) -> float:
        return len(self.whole) / self.seconds

    @property
    def words_per_second(self) -> float:
        return sum(turn.spaces + 1 for turn in self.whole) / self.seconds

    @property
    def cpu_ms_per_turn(self) -> list[float]:
        return [seconds * 1000 / max(len(self.whole), 1) for seconds in self.cpu]


def timed(work: Callable[[], object]) -> float:
    """Run `work` and return its duration in milliseconds."""
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def percentile(values: Sequence[float], percent: int) -> float:
    """Return a percentile, or NaN without values."""
    if len(values) < 2:
        return values[0] if values else float("nan")
    return quantiles(values, n=100, method="inclusive")[percent - 1]


async def run_level(doors: Sequence[Door], meters: Sequence[Meter], questions: int) -> Level:
    """Let every door's user ask `questions` questions, all users concurrently."""
    for door in doors:
        await door.open()
    watching = asyncio.create_task(meters[0].watch_memory())
    began, cpu = time.perf_counter(), [meter.cpu_seconds() for meter in meters]
    users = [_questions(door, questions, began + _LAST_START) for door in doors]
    turns = tuple(turn for user in await asyncio.gather(*users) for turn in user)
    lasted = time.perf_counter() - began
    await asyncio.sleep(1)  # include a turn's work after its last event
    spent = tuple(meter.cpu_seconds() - before for meter, before in zip(meters, cpu, strict=True))
    watching.cancel()
    for door in doors:
        await door.close()
    return Level(turns, lasted, spent)


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
