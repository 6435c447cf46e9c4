"""What the adapters of both vendors share; each adds only what is shaped by its vendor."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Mapping
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

import orjson

from omniforge.llm.failures import model_errors
from omniforge.llm.http_client import http_client
from omniforge.llm.sse import EventParser
from omniforge.llm.tool_calls import DraftedCalls
from omniforge.llm.types import Completion, Delta, ModelRequest

_NOTHING = Delta()


class Vendor(ABC):
    """A provider behind its vendor's SDK. The SDK is imported at the first call, as it is large.

    Answers are read by a thin parser of our own: the SDK's object for each token costs more than all else.
    """

    name: ClassVar[str]  # also the SDK's
    required: ClassVar[tuple[str, ...]]  # what `create` insists on beside the messages
    stream_options: ClassVar[Mapping[str, Any]] = {"stream": True}

    def __init__(self, *, api_key: str, base_url: str) -> None:
        self.api_key = api_key.strip() or "none"  # a local server needs no key, but the SDK does
        self.base_url = base_url
        self._clients: WeakKeyDictionary[asyncio.AbstractEventLoop, Any] = WeakKeyDictionary()

    @abstractmethod
    def client(self, **options: Any) -> Any:
        """Return a new client of the SDK."""

    @abstractmethod
    def resource(self, client: Any) -> Any:
        """Return the part of a client whose `create` makes an answer."""

    @abstractmethod
    def body(self, request: ModelRequest) -> dict[str, Any]:
        """Return what is sent, as the vendor calls it."""

    @abstractmethod
    def completion(self, body: Any) -> Completion:
        """Return what the JSON of a whole answer says."""

    @abstractmethod
    def delta(self, events: list[Any], calls: DraftedCalls) -> Delta:
        """Return what some streamed events say together; there may be nothing in them.

        Fragments of tool calls are put into `calls`, which are the stream's.
        """

    async def prepare(self) -> None:
        """Import the SDK and make the running loop's client."""
        await self.running_client()

    async def complete(self, request: ModelRequest) -> Completion:
        """Return the whole answer. Raises a kind of ModelError."""
        with model_errors(self.name):
            resource = self.resource(await self.running_client())
            response = await resource.with_raw_response.create(**self._arguments(self.body(request)))
            return self.completion(orjson.loads(response.http_response.content))

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta, None]:
        """Yield the answer as it comes. Raises a kind of ModelError."""
        parser, calls = EventParser(), DraftedCalls()
        with model_errors(self.name):
            create = self.resource(await self.running_client()).with_streaming_response.create
            async with create(**self._arguments({**self.body(request), **self.stream_options})) as response:
                async for chunk in response.http_response.aiter_bytes():
                    delta = self.delta(parser.feed(chunk), calls)
                    if delta != _NOTHING:
                        yield delta

    def _arguments(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return `body` as arguments of `create`, past its check of types, which takes 0.2 ms a message."""
        return {name: body[name] for name in self.required} | {"messages": [], "extra_body": body}

    async def running_client(self) -> Any:
        """Return the running event loop's client; one loop's cannot be used from another."""
        loop = asyncio.get_running_loop()
        if loop not in self._clients:
            options = {"api_key": self.api_key, "base_url": self.base_url, "max_retries": 0}
            http = await http_client()
            # In a thread, as the SDKs take up to a second to import.
            self._clients[loop] = await asyncio.to_thread(self.client, http_client=http, **options)
            for name in (self.name, "httpx2"):
                logging.getLogger(name).setLevel(logging.WARNING)  # below that, they log what people wrote
        return self._clients[loop]
