"""OpenAI, and every server that speaks its chat completions: vLLM, Ollama, LM Studio, OpenRouter…"""

from typing import Any

from omniforge.llm.base import BASE_URLS
from omniforge.llm.failures import from_status
from omniforge.llm.types import Completion, Delta, FinishReason, ModelRequest, Usage
from omniforge.llm.vendor import Vendor

_FINISH: dict[str, FinishReason] = {"length": "length", "content_filter": "refused"}


class OpenAI(Vendor):
    """Chat completions (https://platform.openai.com/docs/api-reference/chat)."""

    name = "openai"
    required = ("model",)
    stream_options = {"stream": True, "stream_options": {"include_usage": True}}

    def resource(self, **options: Any) -> Any:
        """Return the chat completions of a new client."""
        from openai import AsyncOpenAI

        return AsyncOpenAI(**options).chat.completions

    def body(self, request: ModelRequest) -> dict[str, Any]:
        """Return what is sent."""
        # OpenAI's newer models refuse max_tokens; other servers may not know its successor.
        limit = "max_completion_tokens" if self.base_url == BASE_URLS["openai"] else "max_tokens"
        body: dict[str, Any] = {
            "model": request.model,
            "messages": [{"role": m.role, "content": m.content} for m in request.messages],
            limit: request.max_tokens,
        }
        if request.schema is not None:
            schema = {"name": request.schema_name, "schema": request.schema, "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        return body

    def completion(self, body: Any) -> Completion:
        """Return the first choice; a refusal counts as a finish reason."""
        choice = body["choices"][0]
        message = choice["message"]
        finish_reason = "refused" if message.get("refusal") else _finish_reason(choice)
        return Completion(message.get("content") or "", finish_reason, _usage(body) or Usage())

    def delta(self, events: list[Any]) -> Delta:
        """Join what `events` say. Raises a kind of ModelError for an error that comes within the stream."""
        text, finish_reason, usage = "", None, None
        for event in events:
            if event.get("error"):
                raise from_status(500, event)
            usage = _usage(event) or usage
            for choice in event["choices"]:
                text += choice["delta"].get("content") or ""
                finish_reason = _finish_reason(choice) or finish_reason
        return Delta(text, finish_reason, usage)


def _finish_reason(choice: Any) -> FinishReason | None:
    reason = choice.get("finish_reason")
    return _FINISH.get(reason, "stop") if reason else None


def _usage(body: Any) -> Usage | None:
    usage = body.get("usage")
    return Usage(usage["prompt_tokens"], usage["completion_tokens"]) if usage else None
