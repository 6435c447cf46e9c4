"""Time limits of a stream, and leaving it early."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest

from omniforge.llm.errors import ModelTimeout
from omniforge.llm.timed_stream import pace
from omniforge.llm.types import Delta
from tests.llm.conftest import HELLO, read
from tests.llm.test_watchdog import leaping
from tests.standin import Fault, ModelServer
from tests.waiting import until_true


async def until_left(server: ModelServer) -> None:
    """Wait until the server has noticed that the client of its last request hung up."""
    await until_true(lambda: bool(server.requests) and server.requests[-1].left)


async def test_late_first_token_raises_timeout_with_the_limit(make_models, model_server):
    model_server.fail(Fault.STALL, after=0)
    models = make_models(first_token=0.5)
    await models.warm_up()  # importing the SDK takes longer than that
    with pytest.raises(ModelTimeout, match=r"0\.5 seconds"):
        await read(models)
    await until_true(
        lambda: all(request.left for request in model_server.requests)
    )  # on a slow machine none came


async def test_silence_between_tokens_raises_timeout(make_models, model_server):
    model_server.fail(Fault.STALL, after=2)
    texts = []
    with pytest.raises(ModelTimeout):
        async for text in make_models(between_tokens=0.5).stream("reply", HELLO):
            texts.append(text)
    words = "".join(texts).split()  # the second may be the one that a slow machine has no time for
    assert words in (["The"], ["The", "agent"])
    await until_left(model_server)


async def words(number: int, gap: float) -> AsyncGenerator[Delta, None]:
    for _ in range(number):
        await asyncio.sleep(gap)
        yield Delta("word ")


def test_slow_reader_does_not_time_out():
    async def took() -> float:
        async for _ in pace(lambda: words(3, 0), first=1, between=0.3):
            await asyncio.sleep(0.4)
        return asyncio.get_running_loop().time()

    assert leaping(took()) == pytest.approx(3 * 0.4)


def test_steady_stream_may_outlast_the_token_limit():
    async def took() -> float:
        async for _ in pace(lambda: words(30, 0.04), first=1, between=0.3):
            pass
        return asyncio.get_running_loop().time()

    assert leaping(took()) == pytest.approx(30 * 0.04)


async def test_closed_stream_disconnects_and_is_charged(make_models, model_server):
    model_server.gap_ms, model_server.tokens = 20, 5_000  # far from its end, whenever the client hangs up
    models = make_models()
    async with aclosing(models.stream("reply", HELLO)) as stream:
        said = await anext(stream) + await anext(stream)
    await until_left(model_server)
    [call] = models.calls
    assert call.error == "cancelled"
    # Nobody told what it took, and yet it was charged: about a token for four letters.
    assert call.usage.output_tokens == max(1, len(said) // 4)
    assert call.usage.input_tokens >= len("Which tickets are late?") // 4
    assert call.cost > 0


async def test_cancelled_task_disconnects_and_is_recorded(make_models, model_server):
    model_server.gap_ms, model_server.tokens = 20, 5_000  # far from its end, whenever the client hangs up
    models = make_models()
    task = asyncio.create_task(read(models))
    await until_true(lambda: bool(model_server.requests))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await until_left(model_server)
    assert [call.error for call in models.calls] == ["cancelled"]
