"""OpenAI, and every server that speaks its chat completions: vLLM, Ollama, LM Studio, OpenRouter…"""

import asyncio
from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import orjson

from omniforge.llm.connections import http_client
from omniforge.llm.failures import from_status, model_errors
from omniforge.llm.sse import EventParser
from omniforge.llm.types import Completion, Delta, FinishReason, ModelRequest, Usage

if TYPE_CHECKING:
    from openai import AsyncOpenAI

BASE_URL = "https://api.openai.com/v1"
_FINISH: dict[str, FinishReason] = {"stop": "stop", "length": "length", "content_filter": "refused"}


class OpenAI:
    """Chat completions through the `openai` SDK, which is imported at the first call."""

    def __init__(self, *, api_key: str, base_url: str = BASE_URL) -> None:
        self._api_key = api_key or "none"  # a local server needs no key, the SDK does
        self._base_url = base_url
        self._clients: WeakKeyDictionary[asyncio.AbstractEventLoop, AsyncOpenAI] = WeakKeyDictionary()

    async def complete(self, request: ModelRequest) -> Completion:
        """Return the whole answer. Raises a kind of ModelError."""
        with model_errors():
            completions = (await self._client()).chat.completions
            response = await completions.with_raw_response.create(**self._body(request))
            return _completion(orjson.loads(response.content))

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta, None]:
        """Yield the answer as it comes. Raises a kind of ModelError."""
        parser = EventParser()
        with model_errors():
            create = (await self._client()).chat.completions.with_streaming_response.create
            options = {"stream": True, "stream_options": {"include_usage": True}}
            async with create(**self._body(request), **options) as response:
                async for chunk in response.http_response.aiter_bytes():
                    delta = _delta(parser.feed(chunk))
                    if delta != Delta():
                        yield delta

    def _body(self, request: ModelRequest) -> dict[str, Any]:
        # OpenAI's newer models refuse max_tokens; other servers may not know its successor.
        limit = "max_completion_tokens" if self._base_url == BASE_URL else "max_tokens"
        body: dict[str, Any] = {
            "model": request.model,
            "messages": [{"role": m.role, "content": m.content} for m in request.messages],
            limit: request.max_tokens,
        }
        if request.schema is not None:
            schema = {"name": request.schema_name, "schema": request.schema, "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        return body

    async def _client(self) -> "AsyncOpenAI":
        loop = asyncio.get_running_loop()
        if loop not in self._clients:
            self._clients[loop] = await self._new_client()
        return self._clients[loop]

    async def _new_client(self) -> "AsyncOpenAI":
        sdk = await asyncio.to_thread(__import__, "openai")  # takes 0.4 s
        http = await http_client()
        return sdk.AsyncOpenAI(
            api_key=self._api_key, base_url=self._base_url, http_client=http, max_retries=0
        )


def _delta(events: list[Any]) -> Delta:
    """Return what the events of one read say together."""
    text, finish_reason, usage = "", None, None
    for event in events:
        if "error" in event:
            raise from_status(500, event)
        usage = _usage(event.get("usage")) or usage
        for choice in event["choices"]:
            text += choice["delta"].get("content") or ""
            finish_reason = _finish_reason(choice) or finish_reason
    return Delta(text, finish_reason, usage)


def _completion(body: Any) -> Completion:
    choice = body["choices"][0]
    message = choice["message"]
    finish_reason = "refused" if message.get("refusal") else _finish_reason(choice)
    return Completion(message["content"] or "", finish_reason, _usage(body.get("usage")) or Usage())


def _finish_reason(choice: Any) -> FinishReason | None:
    reason = choice.get("finish_reason")
    return _FINISH.get(reason, "stop") if reason else None


def _usage(usage: Any) -> Usage | None:
    return Usage(usage["prompt_tokens"], usage["completion_tokens"]) if usage else None
