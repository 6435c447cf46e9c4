"""`python -m bench.elsewhere`: two web processes over Redis; what a reader at the other one waits longer for.

Turns of 60 tokens, one after the other, over sockets: the first text here and there, `done` here and there,
and how long a cancel takes until it is heard, from here and from there.
"""

import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench.__main__ import model_server, module, settings
from tests import services
from tests.chat_client import ChatClient, Frame
from tests.site import Site

_TURNS, _FIRST = 60, 10  # the first ones load what all use, and do not count
_QUESTION = "Explain how a plan helps a team."


def main() -> None:
    """Start both processes on one database, measure, and print a table."""
    with tempfile.TemporaryDirectory() as folder, model_server() as (port, _), services.redis() as redis:
        first = Site(Path(folder), **settings(port), REDIS_URL=redis)
        second = Site(first.var)
        second.env = first.env
        first.manage("prepare")
        key = json.loads(module(first, "bench.data", "1"))["keys"][0]
        try:
            first.start()
            second.start()
            asyncio.run(measure(first, second, key))
        finally:
            first.kill()
            second.kill()


async def measure(first: Site, second: Site, key: str) -> None:
    async with ChatClient(first.ws_url, key) as here, ChatClient(second.ws_url, key) as there:
        turns = [await read_by_both(here, there) for _ in range(_TURNS)][_FIRST:]
        cancels = [[await cancelled_from(one, here) for _ in range(_TURNS)][_FIRST:] for one in (here, there)]
    print("| milliseconds | p50 | p95 |\n| --- | ---: | ---: |")
    tell("first text, later there than here", [text for text, _ in turns])
    tell("`done`, later there than here", [done for _, done in turns])
    tell("cancelled from here", cancels[0])
    tell("cancelled from there", cancels[1])


async def read_by_both(here: ChatClient, there: ChatClient) -> tuple[float, float]:
    """Return how many milliseconds later the reader at the other process had the first text, and the end."""
    turn_id = (await here.say(_QUESTION))["turn_id"]
    await there.send("subscribe", turn_id=turn_id, after=0)
    local, remote = await asyncio.gather(read(here, turn_id), read(there, turn_id))
    return (remote[0] - local[0]) * 1000, (remote[1] - local[1]) * 1000


async def read(client: ChatClient, turn_id: str) -> tuple[float, float]:
    text = await moment(client, lambda f: f["type"] == "text_delta" and f["turn_id"] == turn_id)
    return text, await moment(client, lambda f: f["type"] == "done" and f["turn_id"] == turn_id)


async def moment(client: ChatClient, fits: Callable[[Frame], bool]) -> float:
    await client.wait(fits)
    client.frames.clear()
    return time.perf_counter()


async def cancelled_from(canceller: ChatClient, here: ChatClient) -> float:
    """Return the milliseconds from a cancel to the end of the turn."""
    turn_id = (await here.say(_QUESTION))["turn_id"]
    await moment(here, lambda f: f["type"] == "text_delta" and f["turn_id"] == turn_id)
    began = time.perf_counter()
    await canceller.send("cancel", turn_id=turn_id)
    return (await moment(here, lambda f: f["type"] == "done" and f["turn_id"] == turn_id) - began) * 1000


def tell(what: str, milliseconds: list[float]) -> None:
    ordered = sorted(milliseconds)
    print(f"| {what} | {statistics.median(ordered):.0f} | {ordered[int(len(ordered) * 0.95)]:.0f} |")


if __name__ == "__main__":
    main()
