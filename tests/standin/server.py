"""The fake model server: scripted answers, and a log of requests."""

import asyncio
import json
from collections import deque
from types import ModuleType
from typing import Any
from uuid import uuid4

from tests.standin import anthropic_wire, azure_wire, embeddings, listing, openai_wire, responses_wire
from tests.standin.answers import Reply, Rule, answer
from tests.standin.connection import Connection
from tests.standin.control import PATHS, control
from tests.standin.exchange import Exchange
from tests.standin.faults import Failure, Fault
from tests.standin.request import Request
from tests.standin.script import Turn, turn_of

WIRES = {wire.PATH: wire for wire in (openai_wire, anthropic_wire, responses_wire, embeddings, azure_wire)}
WIRES |= dict.fromkeys(azure_wire.NEWER, azure_wire)


class ModelServer:
    """Answers as both vendors do. `requests` is the journal; the pace of the answers is in milliseconds."""

    def __init__(self, *, ttft_ms: float = 0, gap_ms: float = 0, tokens: int = 60) -> None:
        self._first_pace = ttft_ms, gap_ms, tokens
        self.ttft_ms, self.gap_ms, self.tokens = self._first_pace
        self.url = ""
        # A port may come again; with a key of its own no server inherits another's circuit breaker.
        self.key = f"test-key-{uuid4()}"
        self.requests: list[Request] = []
        self.models: list[dict[str, Any]] = []  # what it lists beside the usual ones
        self.toolless: set[str] = set()  # models that refuse tools, as Ollama does
        self.formless: set[str] = set()  # models that refuse a schema
        self.blind: set[str] = set()  # models that refuse images
        self.pages: dict[str, Any] = {}  # what it answers at further paths
        self._rules: list[Rule] = []
        self._failures: deque[Failure] = deque()
        self._turns: list[Turn] = []

    @property
    def providers(self) -> dict[str, dict[str, str]]:
        """The setting MODEL_PROVIDERS that leads both vendors here."""
        urls = {"openai": f"{self.url}/v1", "anthropic": self.url}
        return {name: {"api_key": self.key, "base_url": url} for name, url in urls.items()}

    def script(self, pattern: str, reply: Reply) -> None:
        """Answer prompts in which `pattern` is found with `reply`; the newest rule goes first.

        A text, or a tuple of texts and ToolCalls, answers plain requests; an object those whose schema has
        all of its keys (the rest is filled in); a function of the Request returns any of these.
        """
        self._rules.insert(0, Rule(pattern, reply))

    def queue(self, *answers: dict[str, Any]) -> None:
        """Answer each of the next plain requests with one of `answers` (tests/standin/script.py)."""
        self._turns.extend([turn_of(answer) for answer in answers])

    def fail(
        self, fault: Fault | str, *, times: int = 1, after: int = 3, retry_after: float | None = None
    ) -> None:
        """Let the next `times` requests fail with `fault`; failures are used in the order they were given."""
        self._failures.extend([Failure(Fault(fault), after, retry_after)] * times)

    def recover(self) -> None:
        """Forget failures that have not come yet; what it answers stays as it is, at any moment."""
        self._failures.clear()

    def reset(self) -> None:
        """Forget rules, answers in the queue, failures and requests, and answer at the first pace again."""
        self.ttft_ms, self.gap_ms, self.tokens = self._first_pace
        self._rules.clear()
        self._turns.clear()
        self._failures.clear()
        self.requests.clear()
        self.models.clear()
        self.toolless.clear()
        self.formless.clear()
        self.blind.clear()
        self.pages.clear()

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
        if path in PATHS:
            return connection.send_json(*control(self, path, body))
        if path in self.pages:
            return connection.send_json(200, self.pages[path])
        if path.partition("?")[0] == listing.PATH:
            return connection.send_json(*listing.listing(self, headers))
        if path.partition("?")[0] not in WIRES:
            return connection.send_json(404, {"error": {"message": f"no such path: {path}"}})
        wire = WIRES[path.partition("?")[0]]
        request = Request(wire.VENDOR, headers, json.loads(body), number=len(self.requests) + 1)
        self.requests.append(request)
        try:
            await self._exchange(request, wire, connection).run()
        except ConnectionError:
            request.left = True
            raise

    def _exchange(self, request: Request, wire: ModuleType, connection: Connection) -> Exchange:
        failure = self._next_failure(request, wire)
        turn = self._next_turn(request) if failure is None and wire is not embeddings else None
        if turn:
            failure, said = turn.failure, turn.answer
        elif failure and failure.fault is Fault.WRONG_SCHEMA:
            said = ('{"unexpected": true}',)
        else:
            said = () if wire is embeddings else answer(request, self._rules, self.tokens)
        return Exchange(request, wire, connection, said, self, failure)

    def _next_turn(self, request: Request) -> Turn | None:
        turn = next((turn for turn in self._turns if turn.fits(request)), None)
        if turn:
            self._turns.remove(turn)
        return turn

    def _next_failure(self, request: Request, wire: ModuleType) -> Failure | None:
        if request.key.startswith("wrong"):
            return Failure(Fault.WRONG_KEY)
        if request.body.get("tools") and request.model in self.toolless:
            return Failure(Fault.INVALID, reason=f"{request.model} does not support tools")
        if request.model in self.blind and "base64" in json.dumps(request.messages):
            return Failure(Fault.INVALID, reason="image input is not supported")
        if request.schema and request.model in self.formless:
            return Failure(Fault.INVALID, reason="response_format is not supported")
        if objection := wire.objection(request):
            return Failure(Fault.INVALID, reason=objection)
        return self._failures.popleft() if self._failures else None
