"""Anthropic's Claude."""

from typing import Any

from omniforge.llm.failures import from_status
from omniforge.llm.types import ChatMessage, Completion, Delta, FinishReason, ModelRequest, Usage
from omniforge.llm.vendor import Vendor

_FINISH: dict[str, FinishReason] = {
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "refused",
}


class Anthropic(Vendor):
    """Messages (https://docs.claude.com/en/api/messages)."""

    name = "anthropic"
    required = ("model", "max_tokens")

    def resource(self, **options: Any) -> Any:
        """Return the messages of a new client."""
        from anthropic import AsyncAnthropic

        return AsyncAnthropic(**options).messages

    def body(self, request: ModelRequest) -> dict[str, Any]:
        """Return what is sent; the system's messages stand apart from the others."""
        body: dict[str, Any] = {
            "model": request.model,
            "messages": _dialogue(request.messages),
            "max_tokens": request.max_tokens,
        }
        system = "\n\n".join(m.content for m in request.messages if m.role == "system")
        if system:
            body["system"] = system
        if request.schema is not None:
            body["output_config"] = {"format": {"type": "json_schema", "schema": request.schema}}
        return body

    def completion(self, body: Any) -> Completion:
        """Join the text blocks."""
        text = "".join(block["text"] for block in body["content"] if block["type"] == "text")
        return Completion(text, _finish_reason(body), _usage(body))

    def delta(self, events: list[Any]) -> Delta:
        """Join what `events` say. Usage is told at the start and, as a running total, at the end.

        Raises a kind of ModelError for an error that comes within the stream.
        """
        text, finish_reason, usage = "", None, None
        for event in events:
            match event["type"]:
                case "content_block_delta":
                    text += event["delta"].get("text", "")
                case "message_start":
                    usage = _usage(event["message"])
                case "message_delta":
                    finish_reason = _finish_reason(event["delta"])
                    usage = _usage(event) | (usage or Usage())
                case "error":
                    raise from_status(500, event)
        return Delta(text, finish_reason, usage)


def _dialogue(messages: tuple[ChatMessage, ...]) -> list[dict[str, str]]:
    """Return the messages but the system's. None may be empty, and the first has to be the user's."""
    dialogue = [m for m in messages if m.role != "system" and m.content.strip()]
    if dialogue and dialogue[0].role == "assistant":
        dialogue.insert(0, ChatMessage("user", "(The conversation began earlier.)"))
    return [{"role": m.role, "content": m.content} for m in dialogue]


def _finish_reason(body: Any) -> FinishReason | None:
    reason = body.get("stop_reason")
    return _FINISH.get(reason, "stop") if reason else None


def _usage(body: Any) -> Usage:
    usage = body.get("usage") or {}
    return Usage(usage.get("input_tokens") or 0, usage.get("output_tokens") or 0)
