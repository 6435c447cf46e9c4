"""Turns as server-sent events: the simple stream of three events, and the rich one with all of them."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Any
from uuid import UUID

import orjson
from django.http import StreamingHttpResponse
from rest_framework.renderers import BaseRenderer

from agents.events import Done, Failure, OptionsOffered, TextDelta
from conversations.protocol import sse
from conversations.turns.reading import follow
from omniforge.tenants.access import Access

_HEARTBEAT = 15.0  # seconds
_KEEP_ALIVE = b": keep-alive\n\n"


class EventStreamRenderer(BaseRenderer):
    """Lets a client say `Accept: text/event-stream`; what it renders is only ever an error."""

    media_type = "text/event-stream"
    format = "event-stream"

    def render(self, data: Any, *args: Any, **kwargs: Any) -> bytes:
        return orjson.dumps(data)


def event_stream(events: AsyncGenerator[bytes, None]) -> StreamingHttpResponse:
    """Return a response that sends `events` as they come, unbuffered, with a comment when nothing came."""
    response = StreamingHttpResponse(_with_heartbeat(events), content_type="text/event-stream; charset=utf-8")
    response["Cache-Control"] = "no-cache, no-transform"
    response["X-Accel-Buffering"] = "no"
    return response


def event_schema(kinds: set[str]) -> dict[str, Any]:
    """Return the OpenAPI schema of one event of a stream that has events of these kinds."""
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
    """Yield `chunk`, then `done` or `error`, which closes the stream (seed 002)."""
    async with aclosing(follow(access, turn_id)) as events:
        async for _, kind, frame in events:
            if kind == TextDelta.type:
                yield _simple("chunk", content=_data(frame)["text"])
            elif kind == OptionsOffered.type:
                yield _simple("chunk", content=_numbered(_data(frame)["choices"]))
            elif kind == Failure.type:
                error = _data(frame)
                yield _simple("error", code=error["code"], message=error["message"])
                return
            elif kind == Done.type:
                done = _data(frame)
                yield _simple(
                    "done",
                    conversation_id=str(conversation_id) if conversation_id else None,
                    usage={"tokens": done["usage"].get("tokens", 0)},
                    stored=done["stored"],
                )


def _numbered(choices: list[dict[str, str]]) -> str:
    """Return choices as text, for a client that shows no cards."""
    lines = (f"{number}. {choice['title']}: {choice['effect']}" for number, choice in enumerate(choices, 1))
    return "\n\n" + "\n".join(lines)


async def rich_events(access: Access, turn_id: UUID, after: int) -> AsyncGenerator[bytes, None]:
    """Yield every event of a turn after seq `after`, then end."""
    yield b"retry: 2000\n\n"
    async with aclosing(follow(access, turn_id, after)) as events:
        async for seq, kind, frame in events:
            yield sse(kind, frame, seq)


async def _with_heartbeat(source: AsyncGenerator[bytes, None]) -> AsyncIterator[bytes]:
    coming: asyncio.Task[bytes] | None = None
    try:
        while True:
            coming = coming or asyncio.ensure_future(anext(source))
            await asyncio.wait({coming}, timeout=_HEARTBEAT)
            if not coming.done():
                yield _KEEP_ALIVE
                continue
            try:
                block = coming.result()
            except StopAsyncIteration:
                return
            coming = None
            yield block
    finally:
        if coming:
            coming.cancel()


def _simple(kind: str, **data: Any) -> bytes:
    return sse(kind, orjson.dumps(data).decode())


def _data(frame: str) -> dict[str, Any]:
    data: dict[str, Any] = orjson.loads(frame)["data"]
    return data
