"""Turns as server-sent events: the simple stream with three event types, and the rich one with all."""

import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from typing import Any
from uuid import UUID

import orjson
from django.http import StreamingHttpResponse
from rest_framework.renderers import BaseRenderer

from agents.events import Done, Failure, OptionsOffered, TextDelta
from conversations.turns.eventlog import Entry
from conversations.turns.readers import batches
from conversations.wire.protocol import sse
from omniforge.tenants.access import Access

_HEARTBEAT = 14.0  # seconds; less than a reader's wake-up interval
_KEEP_ALIVE = b": keep-alive\n\n"


class EventStreamRenderer(BaseRenderer):
    """Allows `Accept: text/event-stream`. DRF renders only errors with it."""

    media_type = "text/event-stream"
    format = "event-stream"

    def render(self, data: Any, *args: Any, **kwargs: Any) -> bytes:
        return orjson.dumps(data)


def event_stream(events: AsyncGenerator[bytes, None]) -> StreamingHttpResponse:
    """Return a response that sends its head at once, then `events`, and comments as a heartbeat."""
    response = StreamingHttpResponse(_kept_alive(events), content_type="text/event-stream; charset=utf-8")
    response["Cache-Control"] = "no-cache, no-transform"
    response["X-Accel-Buffering"] = "no"
    return response


def event_schema(kinds: set[str]) -> dict[str, Any]:
    """Return the OpenAPI schema of one event of a stream with these event types."""
    return {
        "type": "object",
        "description": "One server-sent event; `data` is a JSON object, described in docs/protocol.md.",
        "required": ["event", "data"],
        "properties": {
            "id": {"type": "string", "description": "The seq, where the stream can be resumed."},
            "event": {"type": "string", "enum": sorted(kinds)},
            "data": {"type": "string"},
        },
    }


async def simple_events(
    access: Access, turn_id: UUID, conversation_id: UUID | None
) -> AsyncGenerator[bytes, None]:
    """Yield `chunk`, then `done`, or `error`, which closes the stream (seed 002)."""
    async with aclosing(batches(access, turn_id)) as coming:
        async for batch in coming:
            ends = next((number for number, told in enumerate(batch, 1) if told.kind == Failure.type), None)
            yield b"".join(_simply(told, conversation_id) for told in batch[:ends])
            if ends:
                return


def _simply(told: Entry, conversation_id: UUID | None) -> bytes:
    """Convert an event for the simple stream, empty if it has none."""
    data, named = told.data, str(conversation_id) if conversation_id else None
    match told.kind:
        case TextDelta.type if data["text"]:
            return _simple("chunk", content=data["text"])
        case OptionsOffered.type:
            return _simple("chunk", content=_numbered(orjson.loads(told.frame)["data"]["choices"]))
        case Failure.type:
            return _simple("error", code=data["code"], message=data["message"], conversation_id=named)
        case Done.type:
            tokens = {"tokens": data["usage"].get("tokens", 0)}
            how = {"stored": data["stored"], "finish_reason": data["finish_reason"]}
            return _simple("done", conversation_id=named, usage=tokens, **how)
    return b""


def _numbered(choices: Sequence[Mapping[str, str]]) -> str:
    """Return choices as text, for clients without cards."""
    told = (": ".join(filter(None, (choice["title"], choice["effect"]))) for choice in choices)
    lines = (f"{number}. {one}" for number, one in enumerate(told, 1))
    return "\n\n" + "\n".join(lines)


async def rich_events(access: Access, turn_id: UUID, after: int) -> AsyncGenerator[bytes, None]:
    """Yield every event of a turn after seq `after`, then end."""
    yield b"retry: 2000\n\n"
    async with aclosing(batches(access, turn_id, after)) as coming:
        async for batch in coming:
            yield b"".join(sse(told.kind, told.frame, told.seq) for told in batch)


async def _kept_alive(blocks: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """Yield `blocks`, with a comment in place of an empty one after a while of silence.

    The first block is empty and sends the response's head.
    """
    yield b""
    sent = time.monotonic()
    async with aclosing(blocks):
        async for block in blocks:
            if block or time.monotonic() - sent >= _HEARTBEAT:
                sent = time.monotonic()
                yield block or _KEEP_ALIVE


def _simple(kind: str, **data: Any) -> bytes:
    return sse(kind, orjson.dumps(data).decode())
