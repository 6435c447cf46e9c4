"""A provider with scripted answers, for tests and demonstrations. Role string: 'scripted:NAME'."""

import asyncio
import re
from collections import defaultdict, deque
from collections.abc import AsyncGenerator, Sequence

from omniforge.llm.errors import ModelError, ModelUnavailable
from omniforge.llm.types import Completion, Delta, ModelRequest, ToolRequest, Usage

Reply = str | Sequence[str | ToolRequest] | ModelError


class Scripted:
    """Answers with the replies queued under the model's name, in order, and keeps the requests.

    A reply is text, or a sequence of text and tool calls. A ModelError in the queue is raised. An empty queue
    raises ModelUnavailable.
    """

    vendor = "scripted"

    def __init__(self) -> None:
        self.requests: list[ModelRequest] = []
        self._queues: defaultdict[str, deque[Reply]] = defaultdict(deque)

    def queue(self, model: str, *replies: Reply) -> None:
        """Append `replies` to the queue of `model`."""
        self._queues[model].extend(replies)

    async def prepare(self) -> None:
        """Do nothing."""

    async def complete(self, request: ModelRequest) -> Completion:
        """Return the next reply."""
        text, _ = self._next(request)
        return Completion(text, "stop", _usage(request, text))

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta, None]:
        """Yield the next reply word by word, then its tool calls."""
        text, calls = self._next(request)
        for word in re.findall(r"\s*\S+|\s+$", text):
            await asyncio.sleep(0)  # a real stream lets others run too
            yield Delta(word)
        yield Delta("", "tools" if calls else "stop", _usage(request, text), calls)

    def _next(self, request: ModelRequest) -> tuple[str, tuple[ToolRequest, ...]]:
        self.requests.append(request)
        queue = self._queues[request.model]
        reply = queue.popleft() if queue else ModelUnavailable(f"Nothing is scripted for {request.model!r}.")
        if isinstance(reply, ModelError):
            raise reply
        parts = [reply] if isinstance(reply, str) else reply
        return (
            "".join(part for part in parts if isinstance(part, str)),
            tuple(part for part in parts if isinstance(part, ToolRequest)),
        )


def _usage(request: ModelRequest, text: str) -> Usage:
    """Count words in place of tokens."""
    return Usage(sum(len(m.content.split()) for m in request.messages), len(text.split()))
