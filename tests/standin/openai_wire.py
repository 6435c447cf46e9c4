"""OpenAI's responses on /v1/chat/completions."""

import json
from collections.abc import Iterator
from typing import Any

from tests.standin.blocks import Answer, Piece, ToolCall, calls, pieces
from tests.standin.faults import Fault
from tests.standin.pairing import openai_objections, spec_objections
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
    return next(_objections(request, request.body), None)


def _objections(request: Request, body: dict[str, Any]) -> Iterator[str]:
    functions = [tool["function"] for tool in body.get("tools", ())]
    yield from spec_objections((function["name"], function["parameters"]) for function in functions)
    if "tool_choice" in body and not functions:
        yield "'tool_choice' is only allowed when 'tools' are specified"
    yield from openai_objections(body["messages"])
    if body.get("response_format", {}).get("json_schema", {}).get("strict"):
        yield from objections(request.schema or {})


def error(fault: Fault, message: str) -> tuple[int, dict[str, Any]]:
    """Return the status and the body for `fault`."""
    status, code = STATUS[fault]
    return status, {"error": {"message": message, "type": code, "param": None, "code": code}}


def whole(request: Request, answer: Answer, fault: Fault | None) -> dict[str, Any]:
    """Return the body of an answer that is not streamed."""
    message = {
        "role": "assistant",
        "content": "".join(b for b in answer if isinstance(b, str)),
        "refusal": None,
    }
    if calls(answer):
        message["tool_calls"] = [_call(request, i, call) for i, call in enumerate(calls(answer))]
        message["content"] = message["content"] or None
    choice = {"index": 0, "message": message, "finish_reason": _finish(fault, answer), "logprobs": None}
    return _envelope(request, "chat.completion", [choice]) | {"usage": _usage(request, len(pieces(answer)))}


def opening(request: Request) -> bytes:
    """Return the events before the first token."""
    return _chunk(request, {"role": "assistant", "content": ""})


def opened(request: Request, piece: Piece) -> bytes:
    """Return the event that tells a call's id and name; text needs none."""
    if isinstance(piece.block, str):
        return b""
    call = _call(request, piece.place, ToolCall(piece.block.name, ""))
    return _chunk(request, {"tool_calls": [{"index": piece.place} | call]})


def delta(request: Request, piece: Piece, text: str) -> bytes:
    """Return the event for `text`, a part of the block that `piece` belongs to."""
    if isinstance(piece.block, str):
        return _chunk(request, {"content": text})
    return _chunk(request, {"tool_calls": [{"index": piece.place, "function": {"arguments": text}}]})


def closing(request: Request, parts: list[Piece], fault: Fault | None) -> bytes:
    """Return the events after the last token. An answer that is cut has a [DONE], but no finish reason."""
    finish = _finish(fault, tuple(part.block for part in parts))
    end = b"" if fault is Fault.CUT else _chunk(request, {}, finish)
    if request.body.get("stream_options", {}).get("include_usage"):
        usage = _usage(request, len(parts))
        end += _event(_envelope(request, "chat.completion.chunk", []) | {"usage": usage})
    return end + b"data: [DONE]\n\n"


def error_event() -> bytes:
    """Return an error within the stream."""
    return _event(error(Fault.SERVER_ERROR, "The server had an error.")[1])


def _finish(fault: Fault | None, answer: Answer) -> str | None:
    return FINISH.get(fault, "tool_calls" if calls(answer) else "stop")


def _call(request: Request, place: int, call: ToolCall) -> dict[str, Any]:
    function = {"name": call.name, "arguments": call.arguments}
    return {"id": f"call_{request.number}_{place}", "type": "function", "function": function}


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
