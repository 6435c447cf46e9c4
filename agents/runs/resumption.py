"""What a waiting model run goes on from, as JSON data that another process can read."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from omniforge.llm.types import ChatMessage, ToolRequest


def to_state(messages: Sequence[ChatMessage], open: Sequence[ToolRequest]) -> dict[str, Any]:
    """Return the messages so far and the requests that are not answered yet."""
    return {"messages": [asdict(one) for one in messages], "open": [asdict(one) for one in open]}


def from_state(state: Mapping[str, Any]) -> tuple[list[ChatMessage], list[ToolRequest]]:
    """Return what `to_state` was given."""
    return [_message(one) for one in state["messages"]], [ToolRequest(**one) for one in state["open"]]


def _message(data: Mapping[str, Any]) -> ChatMessage:
    return ChatMessage(**{**data, "requests": tuple(ToolRequest(**one) for one in data["requests"])})
