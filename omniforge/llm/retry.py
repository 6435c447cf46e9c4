"""The one layer of retries, and time limits that raise our own error."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from omniforge.llm.errors import ModelError, ModelTimeout

T = TypeVar("T")
LONGEST_PAUSE = 3.0  # seconds; a person who waits would rather hear of a longer one


async def with_one_retry(attempt: Callable[[], Awaitable[T]]) -> T:
    """Return what `attempt` returns, made a second time where the first failure may pass by itself."""
    try:
        return await attempt()
    except ModelError as error:
        pause = random.uniform(0.05, 0.2) if error.retry_after is None else error.retry_after
        if not error.retryable or pause > LONGEST_PAUSE:
            raise
    await asyncio.sleep(pause)
    return await attempt()


@asynccontextmanager
async def time_limit(seconds: float) -> AsyncIterator[None]:
    """Raise ModelTimeout where the block takes longer than `seconds`."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError as error:
        raise ModelTimeout.after(seconds) from error
