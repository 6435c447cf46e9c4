"""Reading a stream with timeouts."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing

from omniforge.llm.errors import ModelCutOff
from omniforge.llm.retry import ONCE, time_limit, with_retries
from omniforge.llm.types import Delta
from omniforge.llm.watchdog import Watchdog

_Deltas = AsyncGenerator[Delta, None]


async def pace(
    open_stream: Callable[[], _Deltas], first: float, between: float, pauses: Sequence[float] = ONCE
) -> _Deltas:
    """Yield from `open_stream`. The first word must come within `first` seconds, later ones within `between`.

    A word is part of the text or of a tool call. A failure before the first word is retried after each of
    `pauses`. A later one is not, since text has been shown.
    """

    async def begin() -> tuple[list[Delta], _Deltas]:
        async with time_limit(first):
            return await _begin(open_stream())

    head, deltas = await with_retries(begin, pauses)
    async with aclosing(deltas):
        for delta in head:
            yield delta
        with Watchdog(between) as watchdog:
            watchdog.wait()
            async for delta in deltas:
                watchdog.rest()
                yield delta
                watchdog.wait()


async def _begin(deltas: _Deltas) -> tuple[list[Delta], _Deltas]:
    """Return the deltas up to the first word, and the stream of the rest, or close the stream and raise."""
    head: list[Delta] = []
    try:
        async for delta in deltas:
            head.append(delta)
            if delta.text or delta.drafted or delta.finish_reason:
                return head, deltas
    except BaseException:
        await deltas.aclose()
        raise
    raise ModelCutOff
