"""Reading a stream within time limits."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from omniforge.llm.errors import ModelCutOff
from omniforge.llm.retry import time_limit, with_one_retry
from omniforge.llm.types import Delta

_Deltas = AsyncGenerator[Delta, None]


async def paced(open_stream: Callable[[], _Deltas], first: float, between: float) -> _Deltas:
    """Yield what `open_stream` yields, the first text within `first` seconds, each other within `between`.

    A failure before the first text is retried once; none after it, for the text has been shown.
    """

    async def begin() -> tuple[list[Delta], _Deltas]:
        return await _begin(open_stream())

    async with time_limit(first):
        head, deltas = await with_one_retry(begin)
    async with aclosing(deltas):
        for delta in head:
            yield delta
        while (next_delta := await _next(deltas, between)) is not None:
            yield next_delta


async def _next(deltas: _Deltas, seconds: float) -> Delta | None:
    async with time_limit(seconds):
        return await anext(deltas, None)


async def _begin(deltas: _Deltas) -> tuple[list[Delta], _Deltas]:
    """Return the deltas up to the first text, and the stream of the rest; or close the stream and raise."""
    head: list[Delta] = []
    try:
        async for delta in deltas:
            head.append(delta)
            if delta.text or delta.finish_reason:
                return head, deltas
    except BaseException:
        await deltas.aclose()
        raise
    raise ModelCutOff
