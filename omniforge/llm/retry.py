"""The only layer of retries, and timeouts that raise our own error."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TypeVar

from omniforge.llm.errors import ModelError, ModelTimeout

T = TypeVar("T")
LONGEST_PAUSE = 5.0  # seconds; a longer wait is reported instead
ONCE = (0.2,)  # seconds before each retry


async def with_retries(attempt: Callable[[], Awaitable[T]], pauses: Sequence[float] = ONCE) -> T:
    """Return the result of `attempt`. Retry after each of `pauses` while errors are retryable."""
    for pause in pauses:
        try:
            return await attempt()
        except ModelError as error:
            await asyncio.sleep(pause_after(error, pause))
    return await attempt()


def pause_after(error: ModelError, pause: float) -> float:
    """Return the pause before a retry: the vendor's Retry-After, else `pause` seconds with jitter.

    Raises `error` if it isn't retryable, or the pause would be too long.
    """
    wait = random.uniform(pause / 2, pause) if error.retry_after is None else error.retry_after
    if not error.retryable or wait > LONGEST_PAUSE or isinstance(error, ModelTimeout):
        raise error
    return wait


@asynccontextmanager
async def time_limit(seconds: float) -> AsyncIterator[None]:
    """Raise ModelTimeout if the block takes longer than `seconds`."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError as error:
        raise ModelTimeout.after(seconds) from error
