"""The base of the vendors' adapters. Each adds only its vendor's format."""

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from typing import Any, ClassVar
from urllib.parse import urljoin

import httpx2
import orjson

from omniforge.llm.errors import ModelMalformed, ModelRejected
from omniforge.llm.failures import from_response, model_errors
from omniforge.llm.http_client import http_client
from omniforge.llm.model_listing import ListedModel, read_listing
from omniforge.llm.sse import EventParser
from omniforge.llm.tool_calls import DraftedCalls
from omniforge.llm.types import Completion, Delta, ModelRequest
from omniforge.llm.vendors import VENDORS

_NOTHING = Delta()
_LARGEST = 20_000_000  # bytes of a body that is read at once


class Vendor(ABC):
    """A provider over plain HTTP: one request per call, one thin parser for the response."""

    name: ClassVar[str]
    stream_options: ClassVar[Mapping[str, Any]] = {"stream": True}

    def __init__(self, *, api_key: str, base_url: str, vendor: str = "", guarded: bool = False) -> None:
        """`vendor` is the row of the registry, an address that people entered is `guarded`."""
        self.vendor = vendor or self.name
        self.guarded = guarded
        self.api_key = api_key.strip() or "none"  # a local server needs no key, but may require the header
        self.base_url = base_url.rstrip("/")
        self._own_temperature: set[str] = set()  # models that refuse a temperature

    @abstractmethod
    def path(self, model: str) -> str:
        """Return the endpoint's path below the base URL."""

    @abstractmethod
    def headers(self) -> Mapping[str, str]:
        """Return the authentication headers."""

    @abstractmethod
    def body(self, request: ModelRequest) -> dict[str, Any]:
        """Return the request body in the vendor's format."""

    @abstractmethod
    def completion(self, body: Any) -> Completion:
        """Parse the JSON of a complete answer."""

    @abstractmethod
    def delta(self, events: list[Any], calls: DraftedCalls) -> Delta:
        """Merge some streamed events into one delta, which may be empty.

        Fragments of tool calls are added to `calls`, which belongs to the stream.
        """

    async def prepare(self) -> None:
        """Create the running loop's HTTP client."""
        await http_client(guarded=self.guarded)

    async def complete(self, request: ModelRequest) -> Completion:
        """Return the whole answer. Raises a kind of ModelError."""
        with model_errors():
            return self.completion(await self.ask(self.path(request.model), self.body(request)))

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta, None]:
        """Yield the answer as it arrives. Raises a kind of ModelError."""
        request = self._taken(request)
        try:
            async with aclosing(self._stream(request)) as deltas:
                async for delta in deltas:
                    yield delta
        except ModelRejected:  # before the first delta: a refused request has no output
            if request.temperature is None:
                raise
            self._own_temperature.add(request.model)
            async with aclosing(self._stream(self._taken(request))) as deltas:
                async for delta in deltas:
                    yield delta

    def _taken(self, request: ModelRequest) -> ModelRequest:
        """Return the request without a temperature, if the model has refused one."""
        return replace(request, temperature=None) if request.model in self._own_temperature else request

    async def _stream(self, request: ModelRequest) -> AsyncGenerator[Delta, None]:
        parser, calls = EventParser(), DraftedCalls()
        with model_errors():
            body = {**self.body(request), **self.stream_options}
            async with self._send("POST", self.path(request.model), body) as response:
                async for chunk in response.aiter_bytes():
                    delta = self.delta(parser.feed(chunk), calls)
                    if delta != _NOTHING:
                        yield delta

    async def ask(self, path: str, body: Mapping[str, Any]) -> Any:
        """POST `body` and return the JSON. Raises a kind of ModelError."""
        return await self.fetch("POST", path, body)

    async def fetch(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """Return the JSON of a response. Raises a kind of ModelError."""
        async with self._send(method, path, body) as response:
            return orjson.loads(await _read(response))

    async def list_models(self) -> list[ListedModel]:
        """Return the vendor's models. Raises a kind of ModelError."""
        return await self.models_at(VENDORS[self.vendor].models)

    async def models_at(self, path: str) -> list[ListedModel]:
        """Return the models that are listed at a path. Raises a kind of ModelError."""
        with model_errors():
            return read_listing(await self.fetch("GET", path), VENDORS[self.vendor])

    def _url(self, path: str) -> str:
        """Return a path below the base URL, or from the root of its host if it begins with a slash."""
        return urljoin(f"{self.base_url}/", path)

    @asynccontextmanager
    async def _send(
        self, method: str, path: str, body: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[httpx2.Response, None]:
        headers = {"content-type": "application/json", **self.headers()}
        url, content = self._url(path), None if body is None else orjson.dumps(body)
        client = await http_client(guarded=self.guarded)
        async with client.stream(method, url, content=content, headers=headers) as response:
            if not response.is_success:
                raise from_response(response, await _read(response))
            yield response


async def _read(response: httpx2.Response) -> bytes:
    """Return the body. Raises ModelMalformed above the size limit."""
    body = bytearray()
    async for piece in response.aiter_bytes():
        body += piece
        if len(body) > _LARGEST:
            raise ModelMalformed
    return bytes(body)
