"""How the parts of a run, including parallel ones, report events while they work."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from agents.events import Output, Outputs


class Channel:
    """Takes outputs from anywhere in a run. One reader yields them in order of arrival."""

    def __init__(self) -> None:
        self._outputs: asyncio.Queue[Output | None] = asyncio.Queue()

    def send(self, output: Output) -> None:
        """Queue an output. Never blocks."""
        self._outputs.put_nowait(output)

    async def during(self, work: Coroutine[Any, Any, object]) -> Outputs:
        """Run `work`. Yield what is sent meanwhile. Raises what it raises. Leaving early cancels it."""
        task = asyncio.create_task(work)
        task.add_done_callback(lambda _: self._outputs.put_nowait(None))
        try:
            while (output := await self._outputs.get()) is not None:
                yield output
            await task
        finally:
            if not task.done():
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
