"""OpenAI's responses on /v1/responses."""

import json
from collections.abc import Iterator
from typing import Any

from tests.standin.blocks import Answer, Block, Piece, ToolCall, calls, pieces
from tests.standin.faults import Fault
from tests.standin.openai_wire import STATUS, error
from tests.standin.pairing import spec_objections
from tests.standin.request import Request
from tests.standin.strictness import objections

__all__ = ["STATUS", "error"]

VENDOR = "openai-responses"
PATH = "/v1/responses"
FINISH = {Fault.LENGTH: "max_output_tokens", Fault.REFUSED: "content_filter"}


def objection(request: Request) -> str | None:
    """Return what the vendor would refuse about `request`."""
    return next(_objections(request, request.body), None)


def _objections(request: Request, body: dict[str, Any]) -> Iterator[str]:
    tools = body.get("tools", [])
    yield from (f"Unsupported parameter: '{name}'" for name in ("messages", "max_tokens") if name in body)
    yield from spec_objections((tool["name"], tool["parameters"]) for tool in tools)
    if "tool_choice" in body and not tools:
        yield "'tool_choice' is only allowed when 'tools' are specified"
    made = [item["call_id"] for item in body["input"] if item.get("type") == "function_call"]
    given = [item["call_id"] for item in body["input"] if item.get("type") == "function_call_output"]
    if set(made) - set(given):
        yield "No tool output found for function call"
    if set(given) - set(made):
        yield "No tool call found for function call output"
    if body.get("text", {}).get("format", {}).get("strict"):
        yield from objections(request.schema or {})


def whole(request: Request, answer: Answer, fault: Fault | None) -> dict[str, Any]:
    """Return the body of an answer that is not streamed."""
    return _response(request, answer, fault, len(pieces(answer)))


def opening(request: Request) -> bytes:
    """Return the events before the first token."""
    return _event("response.created", response={"status": "in_progress", "output": []})


def opened(request: Request, piece: Piece) -> bytes:
    """Return the event that tells a call's id and name, or that a message begins."""
    item = _item(request, piece.block, piece.place) | {"arguments": "", "content": []}
    return _event("response.output_item.added", output_index=piece.index, item=item)


def delta(request: Request, piece: Piece, text: str) -> bytes:
    """Return the event for `text`, a part of the block that `piece` belongs to."""
    is_text = isinstance(piece.block, str)
    kind = "response.output_text.delta" if is_text else "response.function_call_arguments.delta"
    return _event(kind, output_index=piece.index, delta=text)


def closing(request: Request, parts: list[Piece], fault: Fault | None) -> bytes:
    """Return the events after the last token; there are none if the answer is cut."""
    if fault is Fault.CUT:
        return b""
    answer = tuple(dict.fromkeys(part.block for part in parts))
    response = _response(request, answer, fault, len(parts))
    return _event(f"response.{response['status']}", response=response)


def error_event() -> bytes:
    """Return an error within the stream."""
    return _event("error", code="server_error", message="The server had an error.", param=None)


def _response(request: Request, answer: Answer, fault: Fault | None, tokens: int) -> dict[str, Any]:
    places = {id(call): place for place, call in enumerate(calls(answer))}
    asked = len(request.text.split())
    return {
        "id": "resp_1",
        "object": "response",
        "model": request.model,
        "status": _status(fault),
        "incomplete_details": {"reason": FINISH[fault]} if fault in FINISH else None,
        "output": [_item(request, block, places.get(id(block), 0)) for block in answer],
        "usage": {"input_tokens": asked, "output_tokens": tokens, "total_tokens": asked + tokens},
    }


def _status(fault: Fault | None) -> str:
    if fault in FINISH:
        return "incomplete"
    return "in_progress" if fault is Fault.CUT else "completed"


def _item(request: Request, block: Block, place: int) -> dict[str, Any]:
    if isinstance(block, ToolCall):
        named = {"call_id": f"call_{request.number}_{place}", "name": block.name}
        return {"type": "function_call", "id": f"fc_{place}", "arguments": block.arguments, **named}
    text = {"type": "output_text", "text": block, "annotations": []}
    return {"type": "message", "id": "msg_1", "role": "assistant", "content": [text]}


def _event(kind: str, **body: Any) -> bytes:
    return f"event: {kind}\ndata: {json.dumps({'type': kind} | body)}\n\n".encode()
