"""How OpenAI answers on /v1/chat/completions."""

import json
from collections.abc import Iterator
from typing import Any

from tests.standin.faults import Fault
from tests.standin.request import Request
from tests.standin.strictness import objections

VENDOR = "openai"
PATH = "/v1/chat/completions"
STATUS = {  # and the vendor's code
    Fault.RATE_LIMITED: (429, "rate_limit_exceeded"),
    Fault.SERVER_ERROR: (500, "server_error"),
    Fault.OVERLOADED: (503, "server_error"),
    Fault.WRONG_KEY: (401, "invalid_api_key"),
    Fault.OUT_OF_CREDIT: (429, "insufficient_quota"),
    Fault.UNKNOWN_MODEL: (404, "model_not_found"),
    Fault.CONTEXT_FULL: (400, "context_length_exceeded"),
    Fault.INVALID: (400, "invalid_request_error"),
}
FINISH = {Fault.LENGTH: "length", Fault.REFUSED: "content_filter", Fault.CUT: None}


def objection(request: Request) -> str | None:
    """Return what the vendor would refuse about `request`."""
    if request.body.get("response_format", {}).get("json_schema", {}).get("strict"):
        return next(objections(request.schema or {}), None)
    return None


def error(fault: Fault, message: str) -> tuple[int, dict[str, Any]]:
    """Return the status and the body for `fault`."""
    status, code = STATUS[fault]
    return status, {"error": {"message": message, "type": code, "param": None, "code": code}}


def whole(request: Request, text: str, tokens: int, fault: Fault | None) -> dict[str, Any]:
    """Return the body of an answer that is not streamed."""
    message = {"role": "assistant", "content": text, "refusal": None}
    choice = {"index": 0, "message": message, "finish_reason": FINISH.get(fault, "stop"), "logprobs": None}
    return _envelope(request, "chat.completion", [choice]) | {"usage": _usage(request, tokens)}


def opening(request: Request) -> bytes:
    """Return the events before the first token."""
    return _chunk(request, {"role": "assistant", "content": ""})


def deltas(request: Request, pieces: list[str]) -> Iterator[bytes]:
    """Yield an event for each piece; only the piece is encoded anew each time."""
    before, after = _chunk(request, {"content": "@@"}).split(b'"@@"')
    return (before + json.dumps(piece).encode() + after for piece in pieces)


def closing(request: Request, tokens: int, fault: Fault | None) -> bytes:
    """Return the events after the last token. An answer that is cut has a [DONE], but no finish reason."""
    end = b"" if fault is Fault.CUT else _chunk(request, {}, FINISH.get(fault, "stop"))
    if request.body.get("stream_options", {}).get("include_usage"):
        end += _event(_envelope(request, "chat.completion.chunk", []) | {"usage": _usage(request, tokens)})
    return end + b"data: [DONE]\n\n"


def error_event() -> bytes:
    """Return an error within the stream."""
    return _event(error(Fault.SERVER_ERROR, "The server had an error.")[1])


def _chunk(request: Request, delta: dict[str, Any], finish_reason: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason, "logprobs": None}
    return _event(_envelope(request, "chat.completion.chunk", [choice]))


def _envelope(request: Request, kind: str, choices: list[Any]) -> dict[str, Any]:
    return {"id": "chatcmpl-1", "object": kind, "created": 1, "model": request.model, "choices": choices}


def _usage(request: Request, tokens: int) -> dict[str, int]:
    asked = len(request.text.split())
    return {"prompt_tokens": asked, "completion_tokens": tokens, "total_tokens": asked + tokens}


def _event(body: dict[str, Any]) -> bytes:
    return b"data: " + json.dumps(body).encode() + b"\n\n"
