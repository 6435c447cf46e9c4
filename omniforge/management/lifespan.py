"""Tell an ASGI application that its process starts and ends: what daphne leaves out (ASGI lifespan 2.0)."""

import asyncio
from typing import Any, Literal

from asgiref.typing import ASGI3Application


class Lifespan:
    """The two moments in a process's life. Use it on the event loop that serves the application."""

    def __init__(self, application: ASGI3Application) -> None:
        self._application = application
        self._told: asyncio.Queue[Any] = asyncio.Queue()
        self._answers: asyncio.Queue[Any] = asyncio.Queue()

    async def startup(self) -> None:
        """Return when the application is ready. Raises RuntimeError, with its reason, where it is not."""
        self._running = asyncio.create_task(self._run())
        await self._tell("startup")

    async def shutdown(self) -> None:
        """Return when the application has put its things in order; at once where it never became ready."""
        if not self._running.done():
            await self._tell("shutdown")
        await self._running

    async def _run(self) -> None:
        scope: Any = {"type": "lifespan", "asgi": {"version": "3.0", "spec_version": "2.0"}}
        try:
            await self._application(scope, self._told.get, self._answers.put)
        except Exception as error:  # told as an answer, so that nobody waits for one that cannot come
            await self._answers.put({"type": "failed", "message": f"{type(error).__name__}: {error}"})

    async def _tell(self, moment: Literal["startup", "shutdown"]) -> None:
        await self._told.put({"type": f"lifespan.{moment}"})
        answer = await self._answers.get()
        if answer["type"] != f"lifespan.{moment}.complete":
            raise RuntimeError(f"The application failed at {moment}: {answer.get('message', '')}")
