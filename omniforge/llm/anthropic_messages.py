"""Converts messages, tool calls and results to Anthropic's format."""

from itertools import groupby
from typing import Any

from omniforge.llm.images import anthropic_blocks
from omniforge.llm.tool_calls import arguments_object
from omniforge.llm.types import ChatMessage, ToolRequest


def dialogue(messages: tuple[ChatMessage, ...]) -> list[dict[str, Any]]:
    """Return all messages except the system's. None may be empty. The first must be the user's.

    The results of parallel calls have to be in one message.
    """
    said = [m for m in messages if m.role != "system" and (m.content.strip() or m.requests or m.answers)]
    if said and said[0].role == "assistant":
        said.insert(0, ChatMessage("user", "(The conversation began earlier.)"))
    written: list[dict[str, Any]] = []
    for role, neighbours in groupby(said, key=lambda message: message.role):
        if role == "tool":
            written.append({"role": "user", "content": [_result(message) for message in neighbours]})
        else:
            written.extend({"role": role, "content": _content(message)} for message in neighbours)
    return written


def _content(message: ChatMessage) -> str | list[dict[str, Any]]:
    if not message.requests:
        return anthropic_blocks(message)
    text = [{"type": "text", "text": message.content}] if message.content.strip() else []
    return text + [_call(request) for request in message.requests]


def _call(request: ToolRequest) -> dict[str, Any]:
    return {"type": "tool_use", "id": request.id, "name": request.name, "input": arguments_object(request)}


def _result(message: ChatMessage) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": message.answers, "content": message.content}
