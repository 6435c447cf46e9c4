"""The one layer of retries, and time limits that raise our own error."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TypeVar

from omniforge.llm.errors import ModelError, ModelTimeout

T = TypeVar("T")
LONGEST_PAUSE = 3.0  # seconds; a person who waits would rather hear of a longer one
ONCE = (0.2,)  # seconds before each further try


async def with_retries(attempt: Callable[[], Awaitable[T]], pauses: Sequence[float] = ONCE) -> T:
    """Return what `attempt` returns, tried again after each of `pauses` while its failures may pass."""
    for pause in pauses:
        try:
            return await attempt()
        except ModelError as error:
            await asyncio.sleep(pause_after(error, pause))
    return await attempt()


def pause_after(error: ModelError, pause: float) -> float:
    """Return how long to wait before trying again: as the vendor says, else about `pause` seconds.

    Raises `error` where another try would not help, or nobody would wait for it.
    """
    wait = random.uniform(pause / 4, pause) if error.retry_after is None else error.retry_after
    if not error.retryable or wait > LONGEST_PAUSE or isinstance(error, ModelTimeout):
        raise error
    return wait


@asynccontextmanager
async def time_limit(seconds: float) -> AsyncIterator[None]:
    """Raise ModelTimeout where the block takes longer than `seconds`."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError as error:
        raise ModelTimeout.after(seconds) from error
