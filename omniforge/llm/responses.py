"""OpenAI's Responses API. Its newest models support no other, some servers offer both."""

from collections.abc import Iterator, Sequence
from typing import Any

import orjson

from omniforge.llm.failures import from_status
from omniforge.llm.images import response_parts
from omniforge.llm.openai import OpenAI
from omniforge.llm.tool_calls import DraftedCalls, arguments_object
from omniforge.llm.types import ChatMessage, Completion, Delta, FinishReason, ToolSpec, Usage

_INCOMPLETE: dict[str, FinishReason] = {"max_output_tokens": "length", "content_filter": "refused"}


class Responses(OpenAI):
    """Responses (https://platform.openai.com/docs/api-reference/responses). Nothing is kept at the vendor."""

    name = "openai-responses"
    stream_options = {"stream": True}
    limit = "max_output_tokens"

    def path(self, model: str, of: str = "responses") -> str:
        """Return the endpoint's path."""
        return of

    def _said(self, messages: Sequence[ChatMessage]) -> dict[str, Any]:
        return {"input": [item for message in messages for item in _items(message)], "store": False}

    def _format(self, schema: dict[str, Any]) -> dict[str, Any]:
        return {"text": {"format": {"type": "json_schema", **schema}}}

    def _tool(self, tool: ToolSpec) -> dict[str, Any]:
        described = {"name": tool.name, "description": tool.description, "parameters": tool.schema}
        return {"type": "function", "strict": False, **described}  # else it takes optional ones as required

    def completion(self, body: Any) -> Completion:
        """Join the texts of the output. A refusal counts as a finish reason."""
        parts = [part for item in body["output"] for part in item.get("content") or ()]
        text = "".join(part.get("text") or "" for part in parts if part["type"] == "output_text")
        finish_reason = "refused" if _is_refusal(body) else _finish_reason(body)
        return Completion(text, finish_reason, _usage(body))

    def delta(self, events: list[Any], calls: DraftedCalls) -> Delta:
        """Merge `events`. Raises a kind of ModelError for an error event in the stream."""
        text, drafted = "", 0
        ended: dict[str, Any] | None = None
        for event in events:
            match event["type"]:
                case "response.output_text.delta":
                    text += event["delta"]
                case "response.output_item.added" | "response.function_call_arguments.delta":
                    drafted += _add(calls, event)
                case "response.completed" | "response.incomplete":
                    ended = event["response"]
                case "response.failed" | "error":
                    raise from_status(500, event.get("response", event))
        if ended is None:
            return Delta(text, drafted=drafted)
        finish_reason = "refused" if _is_refusal(ended) else _finish_reason(ended)
        return Delta(text, finish_reason, _usage(ended), calls.whole(finish_reason), drafted)


def _add(calls: DraftedCalls, event: Any) -> int:
    item, place = event.get("item"), event["output_index"]
    if item is None:
        return calls.add(place, arguments=event["delta"])
    return calls.add(place, id=item["call_id"], name=item["name"]) if item["type"] == "function_call" else 0


def _is_refusal(response: Any) -> bool:
    parts = (part for item in response.get("output") or () for part in item.get("content") or ())
    return any(part["type"] == "refusal" for part in parts)


def _items(message: ChatMessage) -> Iterator[dict[str, Any]]:
    if message.role == "tool":
        yield {"type": "function_call_output", "call_id": message.answers, "output": message.content}
        return
    if message.content or not message.requests:
        yield {"role": message.role, "content": response_parts(message)}
    for request in message.requests:
        arguments = orjson.dumps(arguments_object(request)).decode()
        call = {"call_id": request.id, "name": request.name, "arguments": arguments}
        yield {"type": "function_call", **call}


def _finish_reason(response: Any) -> FinishReason | None:
    if response.get("status") == "incomplete":
        reason = (response.get("incomplete_details") or {}).get("reason")
        return _INCOMPLETE.get(str(reason), "length")
    if response.get("status") != "completed":
        return None
    is_call = any(item["type"] == "function_call" for item in response.get("output") or ())
    return "tools" if is_call else "stop"


def _usage(response: Any) -> Usage:
    usage = response.get("usage") or {}
    cached = (usage.get("input_tokens_details") or {}).get("cached_tokens") or 0
    return Usage(usage.get("input_tokens") or 0, usage.get("output_tokens") or 0, cached)
