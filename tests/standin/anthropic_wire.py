"""How Anthropic answers on /v1/messages."""

import json
from collections.abc import Iterator
from typing import Any

from tests.standin.faults import Fault
from tests.standin.request import Request
from tests.standin.strictness import objections

VENDOR = "anthropic"
PATH = "/v1/messages"
STATUS = {  # and the vendor's type
    Fault.RATE_LIMITED: (429, "rate_limit_error"),
    Fault.SERVER_ERROR: (500, "api_error"),
    Fault.OVERLOADED: (529, "overloaded_error"),
    Fault.WRONG_KEY: (401, "authentication_error"),
    Fault.OUT_OF_CREDIT: (400, "invalid_request_error"),
    Fault.UNKNOWN_MODEL: (404, "not_found_error"),
    Fault.CONTEXT_FULL: (400, "invalid_request_error"),
    Fault.INVALID: (400, "invalid_request_error"),
}
SENTENCES = {  # which alone tell these apart from an invalid request
    Fault.OUT_OF_CREDIT: "Your credit balance is too low to access the API.",
    Fault.CONTEXT_FULL: "prompt is too long: 250000 tokens > 200000 maximum",
}
FINISH = {Fault.LENGTH: "max_tokens", Fault.REFUSED: "refusal", Fault.CUT: None}


def objection(request: Request) -> str | None:
    """Return what the vendor would refuse about `request`."""
    messages = request.body["messages"]
    if "max_tokens" not in request.body:
        return "max_tokens: Field required"
    if messages[0]["role"] != "user" or any(m["role"] not in ("user", "assistant") for m in messages):
        return "messages: roles must be user and assistant, the first of them user"
    if not all(m["content"].strip() for m in messages):
        return "messages: text content blocks must be non-empty"
    return next(objections(request.schema), None) if request.schema else None


def error(fault: Fault, message: str) -> tuple[int, dict[str, Any]]:
    """Return the status and the body for `fault`."""
    status, kind = STATUS[fault]
    return status, {"type": "error", "error": {"type": kind, "message": SENTENCES.get(fault, message)}}


def whole(request: Request, text: str, tokens: int, fault: Fault | None) -> dict[str, Any]:
    """Return the body of an answer that is not streamed."""
    return _message(request, [{"type": "text", "text": text}], FINISH.get(fault, "end_turn"), tokens)


def opening(request: Request) -> bytes:
    """Return the events before the first token."""
    block = {"index": 0, "content_block": {"type": "text", "text": ""}}
    start = _event("message_start", message=_message(request, [], None, 1))
    return start + _event("content_block_start", **block) + _event("ping")


def deltas(request: Request, pieces: list[str]) -> Iterator[bytes]:
    """Yield an event for each piece; only the piece is encoded anew each time."""
    event = _event("content_block_delta", index=0, delta={"type": "text_delta", "text": "@@"})
    before, after = event.split(b'"@@"')
    return (before + json.dumps(piece).encode() + after for piece in pieces)


def closing(request: Request, tokens: int, fault: Fault | None) -> bytes:
    """Return the events after the last token; there are none where the answer is cut."""
    if fault is Fault.CUT:
        return b""
    delta = {"stop_reason": FINISH.get(fault, "end_turn"), "stop_sequence": None}
    end = _event("content_block_stop", index=0)
    return (
        end + _event("message_delta", delta=delta, usage={"output_tokens": tokens}) + _event("message_stop")
    )


def error_event() -> bytes:
    """Return an error within the stream."""
    return _event("error", error={"type": "overloaded_error", "message": "Overloaded"})


def _message(request: Request, content: list[Any], stop_reason: str | None, tokens: int) -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": request.model,
        "content": content,
        "stop_reason": stop_reason,
        "stop_sequence": None,
        "usage": {"input_tokens": len(request.text.split()), "output_tokens": tokens},
    }


def _event(kind: str, **body: Any) -> bytes:
    return f"event: {kind}\ndata: {json.dumps({'type': kind} | body)}\n\n".encode()
