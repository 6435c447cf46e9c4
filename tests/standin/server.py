"""The stand-in server: what it was told to answer, and the journal of what it was asked."""

import asyncio
import json
from collections import deque
from types import ModuleType

from tests.standin import anthropic_wire, openai_wire
from tests.standin.answers import Reply, Rule, answer
from tests.standin.connection import Connection
from tests.standin.exchange import Exchange, Failure
from tests.standin.faults import Fault
from tests.standin.request import Request

WIRES = {wire.PATH: wire for wire in (openai_wire, anthropic_wire)}


class ModelServer:
    """Answers as both vendors do. `requests` is the journal; the pace of the answers is in milliseconds."""

    def __init__(self, *, ttft_ms: float = 0, gap_ms: float = 0, tokens: int = 60) -> None:
        self.ttft_ms = ttft_ms
        self.gap_ms = gap_ms
        self.tokens = tokens
        self.url = ""
        self.requests: list[Request] = []
        self._rules: list[Rule] = []
        self._failures: deque[Failure] = deque()

    @property
    def providers(self) -> dict[str, dict[str, str]]:
        """The setting MODEL_PROVIDERS that leads both vendors here."""
        urls = {"openai": f"{self.url}/v1", "anthropic": self.url}
        return {name: {"api_key": "test-key", "base_url": url} for name, url in urls.items()}

    def script(self, pattern: str, reply: Reply) -> None:
        """Answer prompts in which `pattern` is found with `reply`; the newest rule goes first.

        A text answers plain requests; an object those whose schema has all of its keys (the rest is filled
        in); a function of the Request returns either.
        """
        self._rules.insert(0, Rule(pattern, reply))

    def fail(
        self, fault: Fault | str, *, times: int = 1, after: int = 3, retry_after: float | None = None
    ) -> None:
        """Let the next `times` requests fail with `fault`; failures are used in the order they were given."""
        self._failures.extend([Failure(Fault(fault), after, retry_after)] * times)

    def reset(self) -> None:
        """Forget rules, failures and requests."""
        self._rules.clear()
        self._failures.clear()
        self.requests.clear()

    async def start(self, host: str = "127.0.0.1", port: int = 0) -> asyncio.Server:
        """Listen, on a free port by default, and set `url`."""
        server = await asyncio.start_server(self._serve, host, port, backlog=1024)
        self.url = "http://{}:{}".format(*server.sockets[0].getsockname())
        return server

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = Connection(reader, writer)
        try:
            while (received := await connection.receive()) is not None:
                await self._answer(connection, *received)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # The client hung up (the journal has it), or the server stops.
        finally:
            writer.close()

    async def _answer(self, connection: Connection, path: str, headers: dict[str, str], body: bytes) -> None:
        if path not in WIRES:
            return connection.send_json(404, {"error": {"message": f"no such path: {path}"}})
        wire = WIRES[path]
        request = Request(wire.VENDOR, headers, json.loads(body))
        self.requests.append(request)
        try:
            await self._exchange(request, wire, connection).run()
        except ConnectionError:
            request.left = True
            raise

    def _exchange(self, request: Request, wire: ModuleType, connection: Connection) -> Exchange:
        failure = self._next_failure(request, wire)
        spoiled = failure and failure.fault is Fault.WRONG_SCHEMA
        text = '{"unexpected": true}' if spoiled else answer(request, self._rules, self.tokens)
        return Exchange(request, wire, connection, text, self.ttft_ms / 1e3, self.gap_ms / 1e3, failure)

    def _next_failure(self, request: Request, wire: ModuleType) -> Failure | None:
        if request.key.startswith("wrong"):
            return Failure(Fault.WRONG_KEY)
        if wire.objection(request):
            return Failure(Fault.INVALID)
        return self._failures.popleft() if self._failures else None
