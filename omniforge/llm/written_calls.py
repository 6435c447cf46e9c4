"""Requests to models without tool calling: tools in the prompt, calls and answers as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import orjson

from omniforge.llm.tool_calls import arguments_object
from omniforge.llm.types import ChatMessage, ModelRequest, ToolSpec

_RULES = """\
# How to use tools
Reply with one JSON object and nothing else: {"answer": "…", "calls": [{"name": "…", "arguments": {…}}]}
- To use tools, list the calls; leave the answer empty, or say in one sentence what you are about to do. The \
results come in the next message. Never make a result up.
- Once you need no more tools, write the whole answer as "answer", in Markdown, and leave the calls empty.
Each tool below stands with the JSON Schema of its arguments:
"""
_IN_WORDS = 'Write "answer" alone now: no tool can be called any more.'


def tools_in_prompt(request: ModelRequest, *, structured: bool = True) -> ModelRequest:
    """Move the request's tools into its prompt. `structured`: let the server enforce the form."""
    names = {call.id: call.name for message in request.messages for call in message.requests}
    rules = _rules(request.tools) + (f"\n{_IN_WORDS}" if request.must_answer else "")
    told = [one.content for one in request.messages if one.role == "system"]
    said = (_written(one, names) for one in request.messages if one.role != "system")
    messages = (ChatMessage("system", "\n\n".join([*told, rules])), *said)
    schema = _schema(() if request.must_answer else request.tools) if structured else None
    return replace(request, messages=messages, schema=schema, is_strict=False, tools=(), must_answer=False)


def _rules(tools: Sequence[ToolSpec]) -> str:
    lines = (f"- {one.name}: {one.description} {orjson.dumps(one.schema).decode()}" for one in tools)
    return _RULES + "\n".join(lines)


def _written(message: ChatMessage, names: Mapping[str, str]) -> ChatMessage:
    if message.role == "tool":
        return ChatMessage("user", f"Result of {names.get(message.answers, 'a call')}:\n{message.content}")
    if message.role != "assistant":
        return message
    calls = [{"name": one.name, "arguments": arguments_object(one)} for one in message.requests]
    return ChatMessage("assistant", orjson.dumps({"answer": message.content, "calls": calls}).decode())


def _schema(tools: Sequence[ToolSpec]) -> dict[str, Any]:
    """Return the schema of a reply. Arguments are validated when the call is executed."""
    call = {
        "type": "object",
        "properties": {"name": {"enum": [one.name for one in tools]}, "arguments": {"type": "object"}},
        "required": ["name", "arguments"],
    }
    calls = {"type": "array", "items": call} if tools else {"type": "array", "maxItems": 0}
    properties = {"answer": {"type": "string"}, "calls": calls}
    return {"type": "object", "properties": properties, "required": list(properties)}
