"""Anthropic's responses on /v1/messages."""

import itertools
import json
from collections.abc import Iterator
from typing import Any

from tests.standin.blocks import Answer, Block, Piece, ToolCall, calls, pieces
from tests.standin.faults import Fault
from tests.standin.pairing import anthropic_objections, spec_objections
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
_TEXT = {"type": "text", "text": ""}
FINISH = {Fault.LENGTH: "max_tokens", Fault.REFUSED: "refusal", Fault.CUT: None}


def objection(request: Request) -> str | None:
    """Return what the vendor would refuse about `request`."""
    return next(_objections(request, request.body), None)


def _objections(request: Request, body: dict[str, Any]) -> Iterator[str]:
    messages, tools = body["messages"], body.get("tools", [])
    if "max_tokens" not in body:
        yield "max_tokens: Field required"
    if messages[0]["role"] != "user" or any(m["role"] not in ("user", "assistant") for m in messages):
        yield "messages: roles must be user and assistant, the first of them user"
    if not all(text.strip() for message in messages for text in _texts(message)):
        yield "messages: text content blocks must be non-empty"
    if not tools and (
        "tool_choice" in body or any(_is_tool(block) for m in messages for block in _blocks(m))
    ):
        yield "tools: Requests which include tool_use, tool_result or tool_choice must define tools"
    yield from spec_objections((tool["name"], tool["input_schema"]) for tool in tools)
    yield from anthropic_objections(messages)
    yield from objections(request.schema) if request.schema else ()


def _blocks(message: dict[str, Any]) -> list[dict[str, Any]]:
    content = message["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _texts(message: dict[str, Any]) -> list[str]:
    return [block["text"] for block in _blocks(message) if block["type"] == "text"]


def _is_tool(block: dict[str, Any]) -> bool:
    return block["type"] in ("tool_use", "tool_result")


def error(fault: Fault, message: str) -> tuple[int, dict[str, Any]]:
    """Return the status and the body for `fault`."""
    status, kind = STATUS[fault]
    return status, {"type": "error", "error": {"type": kind, "message": SENTENCES.get(fault, message)}}


def whole(request: Request, answer: Answer, fault: Fault | None) -> dict[str, Any]:
    """Return the body of an answer that is not streamed."""
    places = itertools.count()
    content = [_whole_block(request, block, places) for block in answer]
    return _message(request, content, _finish(fault, answer), len(pieces(answer)))


def _whole_block(request: Request, block: Block, places: Iterator[int]) -> dict[str, Any]:
    if isinstance(block, str):
        return {"type": "text", "text": block}
    return _call(request, next(places), block) | {"input": json.loads(block.arguments)}


def opening(request: Request) -> bytes:
    """Return the events before the first token."""
    return _event("message_start", message=_message(request, [], None, 1)) + _event("ping")


def opened(request: Request, piece: Piece) -> bytes:
    """Return the events that end the block before, if any, and begin the one that `piece` belongs to."""
    before = _event("content_block_stop", index=piece.index - 1) if piece.index else b""
    if isinstance(piece.block, str):
        return before + _event("content_block_start", index=piece.index, content_block=_TEXT)
    block = _call(request, piece.place, piece.block)
    return before + _event("content_block_start", index=piece.index, content_block=block)


def delta(request: Request, piece: Piece, text: str) -> bytes:
    """Return the event for `text`, a part of the block that `piece` belongs to."""
    is_text = isinstance(piece.block, str)
    body = (
        {"type": "text_delta", "text": text}
        if is_text
        else {"type": "input_json_delta", "partial_json": text}
    )
    return _event("content_block_delta", index=piece.index, delta=body)


def closing(request: Request, parts: list[Piece], fault: Fault | None) -> bytes:
    """Return the events after the last token; there are none if the answer is cut."""
    if fault is Fault.CUT:
        return b""
    end = _event("content_block_stop", index=parts[-1].index) if parts else b""
    finish = _finish(fault, tuple(part.block for part in parts))
    delta = {"stop_reason": finish, "stop_sequence": None}
    usage = {"output_tokens": len(parts)}
    return end + _event("message_delta", delta=delta, usage=usage) + _event("message_stop")


def error_event() -> bytes:
    """Return an error within the stream."""
    return _event("error", error={"type": "overloaded_error", "message": "Overloaded"})


def _finish(fault: Fault | None, answer: Answer) -> str | None:
    return FINISH.get(fault, "tool_use" if calls(answer) else "end_turn")


def _call(request: Request, place: int, call: ToolCall) -> dict[str, Any]:
    return {"type": "tool_use", "id": f"toolu_{request.number}_{place}", "name": call.name, "input": {}}


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
