"""OpenAI and servers compatible with its chat completions: vLLM, Ollama, LM Studio, OpenRouter…"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import orjson

from omniforge.llm.embedding import embedding
from omniforge.llm.errors import ModelMalformed, ModelRejected, ModelUnknown
from omniforge.llm.failures import from_status, model_errors
from omniforge.llm.images import chat_parts
from omniforge.llm.model_listing import ListedModel
from omniforge.llm.tool_calls import DraftedCalls, arguments_object
from omniforge.llm.types import (
    DIMENSIONS,
    ChatMessage,
    Completion,
    Delta,
    Embedding,
    FinishReason,
    ModelRequest,
    ToolRequest,
    ToolSpec,
    Usage,
)
from omniforge.llm.vendor import Vendor
from omniforge.llm.vendors import USUAL_LISTING, VENDORS

_FINISH: dict[str, FinishReason] = {
    "length": "length",
    "content_filter": "refused",
    "tool_calls": "tools",
}


class OpenAI(Vendor):
    """Chat completions (https://platform.openai.com/docs/api-reference/chat)."""

    name = "openai"
    stream_options = {"stream": True, "stream_options": {"include_usage": True}}

    def path(self, model: str, of: str = "chat/completions") -> str:
        """Return the endpoint's path."""
        return of

    def headers(self) -> Mapping[str, str]:
        """Return the key as a bearer token."""
        return {"authorization": f"Bearer {self.api_key}"}

    async def list_models(self) -> list[ListedModel]:
        """Return the vendor's models, from the usual path if its own has none."""
        try:
            return await super().list_models()
        except (ModelUnknown, ModelMalformed, ModelRejected):
            if VENDORS[self.vendor].models == USUAL_LISTING:
                raise
            return await self.models_at(USUAL_LISTING)

    @property
    def limit(self) -> str:
        """OpenAI's newer models refuse max_tokens. Other servers may not know its successor."""
        return "max_completion_tokens" if self.base_url == VENDORS["openai"].address else "max_tokens"

    async def embed(self, model: str, texts: Sequence[str], *, as_query: bool = False) -> Embedding:
        """Return a unit vector for each text (https://platform.openai.com/docs/api-reference/embeddings).

        Raises a kind of ModelError.
        """
        asked = {"model": model, "input": list(texts), "dimensions": DIMENSIONS, "encoding_format": "float"}
        with model_errors():
            return embedding(await self.ask(self.path(model, "embeddings"), asked))

    def body(self, request: ModelRequest) -> dict[str, Any]:
        """Return the request body."""
        body = {"model": request.model, **self._said(request.messages)}
        if request.max_tokens is not None:
            body[self.limit] = request.max_tokens
        if request.temperature is not None:
            body["temperature"] = request.temperature
        if request.schema is not None:
            schema = {"name": request.schema_name, "schema": request.schema, "strict": request.is_strict}
            body |= self._format(schema)
        if request.tools:
            body["tools"] = [self._tool(tool) for tool in request.tools]
            if request.must_answer:
                body["tool_choice"] = "none"
        return body

    def _said(self, messages: Sequence[ChatMessage]) -> dict[str, Any]:
        return {"messages": [self._message(message) for message in _joined(messages)]}

    def _format(self, schema: dict[str, Any]) -> dict[str, Any]:
        return {"response_format": {"type": "json_schema", "json_schema": schema}}

    def _tool(self, tool: ToolSpec) -> dict[str, Any]:
        function = {"name": tool.name, "description": tool.description, "parameters": tool.schema}
        return {"type": "function", "function": function}

    def _message(self, message: ChatMessage) -> dict[str, Any]:
        if message.role == "tool":
            return {"role": "tool", "tool_call_id": message.answers, "content": message.content}
        if not message.requests:
            return {"role": message.role, "content": chat_parts(message)}
        with_extra = VENDORS[self.vendor].signs_calls  # others refuse unknown fields
        calls = [_call(request, with_extra=with_extra) for request in message.requests]
        return {"role": message.role, "content": message.content or None, "tool_calls": calls}

    def completion(self, body: Any) -> Completion:
        """Return the first choice. A refusal counts as a finish reason."""
        choice = body["choices"][0]
        message = choice["message"]
        finish_reason = "refused" if message.get("refusal") else _finish_reason(choice)
        return Completion(message.get("content") or "", finish_reason, _usage(body) or Usage())

    def delta(self, events: list[Any], calls: DraftedCalls) -> Delta:
        """Merge `events`. Raises a kind of ModelError for an error event in the stream."""
        text, finish_reason, usage, drafted = "", None, None, 0
        for event in events:
            if event.get("error"):
                raise from_status(500, event)
            usage = _usage(event) or usage
            for choice in event["choices"]:
                told = choice.get("delta") or {}  # chunks of Azure's content filter have none
                text += told.get("content") or ""
                finish_reason = _finish_reason(choice) or finish_reason
                for fragment in told.get("tool_calls") or ():
                    drafted += _add(calls, fragment)
        return Delta(text, finish_reason, usage, calls.whole(finish_reason), drafted)


def _joined(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """Join consecutive user messages: some models' templates need alternating roles."""
    joined: list[ChatMessage] = []
    for message in messages:
        if message.role == "user" and joined and joined[-1].role == "user":
            words = f"{joined[-1].content}\n\n{message.content}"
            joined[-1] = replace(joined[-1], content=words, images=(*joined[-1].images, *message.images))
        else:
            joined.append(message)
    return joined


def _call(request: ToolRequest, *, with_extra: bool) -> dict[str, Any]:
    # OpenAI accepts any text as arguments; servers that put them into a template need an object.
    arguments = orjson.dumps(arguments_object(request)).decode()
    extra = {"extra_content": orjson.loads(request.extra)} if request.extra and with_extra else {}
    named = {"id": request.id, "type": "function"}
    return {**named, "function": {"name": request.name, "arguments": arguments}, **extra}


def _add(calls: DraftedCalls, fragment: Any) -> int:
    function = fragment.get("function") or {}
    return calls.add(
        fragment.get("index"),
        id=fragment.get("id"),
        name=function.get("name"),
        arguments=function.get("arguments"),
        extra=fragment.get("extra_content"),
    )


def _finish_reason(choice: Any) -> FinishReason | None:
    reason = choice.get("finish_reason")
    return _FINISH.get(reason, "stop") if reason else None


def _usage(body: Any) -> Usage | None:
    usage = body.get("usage")
    if not usage:
        return None
    cached = (usage.get("prompt_tokens_details") or {}).get("cached_tokens") or 0
    return Usage(usage["prompt_tokens"], usage.get("completion_tokens") or 0, cached)
