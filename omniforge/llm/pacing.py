"""Reading a stream within time limits."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from omniforge.llm.errors import ModelCutOff
from omniforge.llm.retry import time_limit, with_one_retry
from omniforge.llm.types import Delta

_Deltas = AsyncGenerator[Delta, None]


async def paced(open_stream: Callable[[], _Deltas], first: float, between: float) -> _Deltas:
    """Yield what `open_stream` yields, the first within `first` seconds, each other within `between`.

    A failure before the first delta is retried once; none after it, for the text has been shown.
    """

    async def begin() -> tuple[Delta, _Deltas]:
        return await _begin(open_stream())

    async with time_limit(first):
        delta, deltas = await with_one_retry(begin)
    async with aclosing(deltas):
        yield delta
        while True:
            async with time_limit(between):
                next_delta = await anext(deltas, None)
            if next_delta is None:
                return
            yield next_delta


async def _begin(deltas: _Deltas) -> tuple[Delta, _Deltas]:
    """Return the first delta and the stream of the rest, or close the stream and raise."""
    try:
        return await anext(deltas), deltas
    except StopAsyncIteration:
        raise ModelCutOff from None
    except BaseException:
        await deltas.aclose()
        raise
