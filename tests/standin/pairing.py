"""What vendors reject about tools: invalid names, and calls without results."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def spec_objections(specs: Iterable[tuple[str, Any]]) -> Iterator[str]:
    """Yield what is wrong with tools, each given as its name and its schema."""
    for name, schema in specs:
        if not _NAME.fullmatch(name):
            yield f"tools: {name!r} does not match {_NAME.pattern}"
        if schema.get("type") != "object":
            yield f"tools: the schema of {name} has to be of type object"


def openai_objections(messages: list[Any]) -> Iterator[str]:
    """Yield what is wrong with calls and results among `messages`."""
    open_calls: set[str] = set()
    for message in messages:
        if message["role"] == "tool":
            if message["tool_call_id"] not in open_calls:
                yield "messages with role 'tool' must be a response to a preceding message with 'tool_calls'"
            open_calls.discard(message["tool_call_id"])
            continue
        if open_calls:
            yield "'tool_calls' must be followed by tool messages responding to each 'tool_call_id'"
        calls = message.get("tool_calls")
        if calls == [] or (message["content"] is None and not calls):
            yield "content has to be text, or tool_calls must not be empty"
        if not all(isinstance(call["function"]["arguments"], str) for call in calls or ()):
            yield "arguments must be text"
        open_calls = {call["id"] for call in calls or ()}
    if open_calls:
        yield "'tool_calls' must be followed by tool messages responding to each 'tool_call_id'"


def anthropic_objections(messages: list[Any]) -> Iterator[str]:
    """Yield what is wrong with calls and results among `messages`."""
    open_calls: set[str] = set()
    for message in [*messages, {"content": ""}]:
        blocks = message["content"] if isinstance(message["content"], list) else []
        kinds = [block["type"] for block in blocks]
        if {block["tool_use_id"] for block in blocks if block["type"] == "tool_result"} != open_calls:
            yield "tool_use ids need tool_result blocks immediately after, and the other way round"
        if "tool_result" in kinds[kinds.count("tool_result") :]:
            yield "tool_result blocks have to come first"
        calls = [block for block in blocks if block["type"] == "tool_use"]
        if not all(isinstance(call["input"], dict) for call in calls):
            yield "tool_use.input: Input should be a valid dictionary"
        open_calls = {call["id"] for call in calls}
