"""Latency for a reader at a different web process than the one that runs the turn.

Turns of 60 tokens, one after the other, over sockets: `here` runs the turn, `there` is the other process.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial

from bench import report
from bench.stage import Stage
from tests.chat_client import ChatClient, Frame

_TURNS, _FIRST = 35, 5  # the first ones warm up, and do not count
_QUESTION = "Explain how a plan helps a team."
_WORDS = 60  # per answer, one per token
_HEARD = 5  # pieces of text before a socket is cut
Opens = Callable[[], ChatClient]
Measured = Callable[[Opens, Opens], Awaitable[float | None]]


async def measure(stages: list[Stage], turns: dict[int, int], tell: Callable[[str], None]) -> None:
    """Repeat each measurement between the first process and the last."""
    (stage,) = stages
    ends = (stage.sites[0], stage.sites[-1])
    here, there = (partial(ChatClient, site.ws_url, stage.keys[0]) for site in ends)
    tell(f"\n{report.ELSEWHERE}")
    for what, take, wanted in MEASURES:
        taken = [await take(here, there) for _ in range(_TURNS)][_FIRST:]
        tell(report.elsewhere_row(what, taken, wanted))


async def later(kind: str, here: Opens, there: Opens) -> float:
    """Return by how many milliseconds the reader there was later with the first event of a kind."""
    async with here() as local, there() as remote:
        turn_id = (await local.say(_QUESTION))["turn_id"]
        await remote.send("subscribe", turn_id=turn_id, after=0)
        first, second = await asyncio.gather(*(moment(one, kind, turn_id) for one in (local, remote)))
        await local.wait_for("done", turn_id)
    return (second - first) * 1000


async def resume(here: Opens, there: Opens) -> float | None:
    """Return the milliseconds from a cut socket to the next event there, or None if words are missing."""
    async with here() as local:
        turn_id = (await local.say(_QUESTION))["turn_id"]
        await local.wait(lambda frame: has_heard(local, turn_id))
        last = local.events_of(turn_id)[-1]["seq"]
        began = time.perf_counter()
        local.socket.transport.abort()
        async with there() as remote:
            await remote.send("subscribe", turn_id=turn_id, after=last)
            await remote.wait(lambda frame: is_of(frame, turn_id))
            taken = (time.perf_counter() - began) * 1000
            await remote.wait_for("done", turn_id)
            whole = local.text_of(turn_id) + remote.text_of(turn_id)
    return taken if len(whole.split()) == _WORDS else None


async def cancel(is_there: bool, here: Opens, there: Opens) -> float | None:
    """Return the milliseconds from a cancel to the end of the turn, seen here, or None if it continued."""
    async with here() as local, there() as remote:
        turn_id = (await local.say(_QUESTION))["turn_id"]
        await local.wait_for("text_delta", turn_id)
        began = time.perf_counter()
        await (remote if is_there else local).send("cancel", turn_id=turn_id)
        done = await local.wait_for("done", turn_id)
        taken = (time.perf_counter() - began) * 1000
    return taken if done["data"]["finish_reason"] == "cancelled" else None


async def moment(client: ChatClient, kind: str, turn_id: str) -> float:
    await client.wait_for(kind, turn_id)
    return time.perf_counter()


def is_of(frame: Frame, turn_id: str) -> bool:
    return "seq" in frame and frame["turn_id"] == turn_id


def has_heard(client: ChatClient, turn_id: str) -> bool:
    """Return whether enough text has arrived for a cut in the middle."""
    return sum(frame["type"] == "text_delta" for frame in client.events_of(turn_id)) >= _HEARD


MEASURES: tuple[tuple[str, Measured, str], ...] = (
    ("first text, later there than here", partial(later, "text_delta"), "50"),
    ("`done`, later there than here", partial(later, "done"), ""),
    ("socket cut here, from then to the next event there", resume, "150"),
    ("cancelled here", partial(cancel, False), ""),
    ("cancelled there", partial(cancel, True), "250"),
)
