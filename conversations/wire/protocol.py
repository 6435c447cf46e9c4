"""Encoding of events and other frames for clients, as described in docs/protocol.md."""

import dataclasses
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson

from agents.events import Event, IntentFound
from intent.types import Intent
from omniforge.errors import OmniForgeError


def data_of(event: Event) -> dict[str, Any]:
    """Return the `data` of an event as JSON data."""
    if isinstance(event, IntentFound):
        return intent_data(event.intent)
    return _fields_of(event)


def intent_data(intent: Intent) -> dict[str, Any]:
    """Return an intent as JSON data, with `is_unsure` beside its own fields."""
    move = dataclasses.asdict(intent.move) if intent.move else None
    return {**_fields_of(intent), "move": move, "is_unsure": intent.is_unsure}


def _fields_of(value: Event | Intent) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}


def envelope(turn_id: UUID, conversation_id: UUID, seq: int, kind: str, data: Any, at: datetime) -> str:
    """Return an event as JSON text for readers."""
    body = {
        "seq": seq,
        "type": kind,
        "turn_id": turn_id,
        "conversation_id": conversation_id,
        "at": at,
        "data": data,
    }
    return orjson.dumps(body, option=orjson.OPT_UTC_Z).decode()


def encode_frame(kind: str, **fields: Any) -> str:
    """Return a frame that isn't an event of a turn, for example `accepted`."""
    return orjson.dumps({"type": kind, **fields}, option=orjson.OPT_UTC_Z).decode()


def error_frame(error: OmniForgeError, frame_id: str | None = None) -> str:
    """Return the error frame for a refused frame."""
    return encode_frame(
        "error",
        id=frame_id,
        code=error.code,
        message=error.message,
        retryable=error.retryable,
        retry_after=error.retry_after,
    )


def sse(kind: str, data: str, seq: int | None = None) -> bytes:
    """Return one server-sent event (WHATWG HTML, section 9.2). `data` is one line of JSON."""
    number = f"id: {seq}\n" if seq is not None else ""
    return f"{number}event: {kind}\ndata: {data}\n\n".encode()
