"""Anthropic's Claude."""

from collections.abc import Mapping
from typing import Any

from omniforge.llm.anthropic_messages import dialogue
from omniforge.llm.failures import from_status
from omniforge.llm.tool_calls import DraftedCalls
from omniforge.llm.types import Completion, Delta, FinishReason, ModelRequest, ToolSpec, Usage
from omniforge.llm.vendor import Vendor
from omniforge.llm.vendors import VENDORS
from omniforge.llm.windows import window_of

_CACHED = {"cache_control": {"type": "ephemeral"}}  # the prompt up to here is cached for the next request
_FINISH: dict[str, FinishReason] = {
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "refused",
    "tool_use": "tools",
}


class Anthropic(Vendor):
    """Messages (https://docs.claude.com/en/api/messages)."""

    name = "anthropic"

    def path(self, model: str) -> str:
        """Return the path, which is the same for all models."""
        return "v1/messages"

    def headers(self) -> Mapping[str, str]:
        """Return the key, and the version of the API that the parser reads."""
        return {"x-api-key": self.api_key, "anthropic-version": "2023-06-01"}

    def body(self, request: ModelRequest) -> dict[str, Any]:
        """Return the request body. System messages are in a separate field."""
        body: dict[str, Any] = {
            "model": request.model,
            "messages": dialogue(request.messages),
            "max_tokens": request.max_tokens or window_of(request.model).answer,
        }
        if request.temperature is not None:
            body["temperature"] = request.temperature
        if system := [m.content for m in request.messages if m.role == "system"]:
            body["system"] = _system(system, cached=bool(request.tools))
        if request.schema is not None:
            body["output_config"] = {"format": {"type": "json_schema", "schema": request.schema}}
        if request.tools:
            body["tools"] = [self._tool(tool) for tool in request.tools]
            body["tools"][-1] |= _CACHED
            _cache_last(body["messages"])
            if request.must_answer:
                body["tool_choice"] = {"type": "none"}
        return body

    def _tool(self, tool: ToolSpec) -> dict[str, Any]:
        described = {"name": tool.name, "description": tool.description, "input_schema": tool.schema}
        # Without it, long arguments arrive after a silence that looks like a stall. Others may not know it.
        eager = {"eager_input_streaming": True} if self.base_url == VENDORS["anthropic"].address else {}
        return described | eager

    def completion(self, body: Any) -> Completion:
        """Join the text blocks."""
        text = "".join(block["text"] for block in body["content"] if block["type"] == "text")
        return Completion(text, _finish_reason(body), _usage(body))

    def delta(self, events: list[Any], calls: DraftedCalls) -> Delta:
        """Merge `events`. Usage comes at the start and, as a running total, at the end.

        Raises a kind of ModelError for an error event in the stream.
        """
        text, finish_reason, usage, drafted = "", None, None, 0
        for event in events:
            match event["type"]:
                case "content_block_delta":
                    text += event["delta"].get("text", "")
                    if "partial_json" in event["delta"]:
                        drafted += calls.add(event["index"], arguments=event["delta"]["partial_json"])
                case "content_block_start" if event["content_block"]["type"] == "tool_use":
                    drafted += _begin(calls, event["index"], event["content_block"])
                case "message_start":
                    usage = _usage(event["message"])
                case "message_delta":
                    finish_reason = _finish_reason(event["delta"])
                    usage = _usage(event) | (usage or Usage())
                case "error":
                    raise from_status(500, event)
        return Delta(text, finish_reason, usage, calls.whole(finish_reason), drafted)


def _system(told: list[str], *, cached: bool) -> str | list[dict[str, Any]]:
    """Return the system prompt. The rounds of a tool loop share its first message, so that is cached."""
    if not cached:
        return "\n\n".join(told)
    blocks: list[dict[str, Any]] = [{"type": "text", "text": text} for text in told]
    blocks[0] |= _CACHED
    return blocks


def _cache_last(messages: list[dict[str, Any]]) -> None:
    """Mark the conversation so far for caching: the loop's next round starts with it."""
    last = messages[-1]
    if isinstance(last["content"], str):
        last["content"] = [{"type": "text", "text": last["content"]}]
    last["content"][-1] |= _CACHED


def _begin(calls: DraftedCalls, place: int, block: Any) -> int:
    return calls.add(place, id=block.get("id"), name=block.get("name"), arguments=block.get("input"))


def _finish_reason(body: Any) -> FinishReason | None:
    reason = body.get("stop_reason")
    return _FINISH.get(reason, "stop") if reason else None


def _usage(body: Any) -> Usage:
    usage = body.get("usage") or {}
    counts = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
    cached = usage.get("cache_read_input_tokens") or 0
    read = sum(usage.get(name) or 0 for name in counts)
    return Usage(read, usage.get("output_tokens") or 0, cached)
