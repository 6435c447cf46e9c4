"""A real MCP server on loopback, connected to acme at its address and as a command."""

import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import httpx2
import pytest
from pytest_django import Settings

from agents.models import McpServer, McpTransport
from agents.tools.call import Outcome
from agents.tools.gate import call_tool
from agents.tools.mcp.services import Naming, add_server
from agents.tools.registry import toolbox_of
from agents.tools.run_context import RunContext
from omniforge.llm.types import ToolRequest
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.tools.contexts import run_context
from tests.ports import free_port, wait_for_port

Begin = Callable[[Access], Awaitable[RunContext]]
PROGRAM = ["-m", "tests.agents.mcp_servers.server"]


@pytest.fixture(scope="session")
def server_port() -> Iterator[int]:
    """The port of a server that runs for all tests of the session."""
    port = free_port()
    process = subprocess.Popen([sys.executable, *PROGRAM, "http", str(port)], stderr=subprocess.DEVNULL)
    try:
        wait_for_port(port, process)
        yield port
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def address(server_port: int, settings: Settings) -> str:
    """The server's address, to which the operator lets requests out."""
    settings.ALLOWED_HOSTS_OUT = [f"127.0.0.1:{server_port}"]
    return f"http://127.0.0.1:{server_port}/mcp"


@pytest.fixture
def over_http(ann: Access, address: str) -> McpServer:
    return add_server(access=ann, naming=Naming("notes"), connection={"url": address, "timeout": 30})


@pytest.fixture
def over_stdio(ann: Access, settings: Settings) -> McpServer:
    settings.MCP_COMMANDS = [sys.executable]
    return add_server(
        access=ann,
        naming=Naming("notes"),
        transport=McpTransport.STDIO,
        connection={
            "command": sys.executable,
            "arguments": [*PROGRAM, "stdio"],
            "environment": {"NOTES_TOKEN": "secret"},
            "timeout": 30,
        },
    )


@pytest.fixture
async def begun() -> AsyncIterator[Begin]:
    """Begins runs that may use all tools; their connections are closed with the test."""
    runs: list[RunContext] = []

    async def begin(access: Access) -> RunContext:
        runs.append(await in_database(lambda: run_context(access, tools=toolbox_of(access))))
        return runs[-1]

    yield begin
    for run in runs:
        await run.sessions.close()


async def call(run: RunContext, tool: str, arguments: str = "{}") -> Outcome:
    """Let a run call a tool."""
    return await call_tool(run, ToolRequest("1", tool, arguments))


class SigningServer:
    """The server behind a sign-in. `consent` is what a person does in their browser."""

    def __init__(self, port: int) -> None:
        self.here = f"http://127.0.0.1:{port}"
        self.address = f"{self.here}/mcp"
        self.http = httpx2.Client(base_url=self.here, timeout=60)

    def switch(self, **changes: object) -> None:
        """Change how it behaves."""
        self.http.post("/switch", json=changes).raise_for_status()

    @property
    def seen(self) -> dict[str, Any]:
        """What came to it."""
        return self.http.get("/seen").json()

    def consent(self, address: str, *, answer: str = "allow", person: str = "ann") -> str:
        """Do what a person does at the sign-in page; returns where their browser is sent then."""
        page = self.http.get(address).headers["Location"]
        return self.http.get(f"{page}&answer={answer}&as={person}").headers["Location"]


@pytest.fixture(scope="session")
def signing_port() -> Iterator[int]:
    """The port of a server behind a sign-in, which runs for all tests of the session."""
    port = free_port()
    command = [sys.executable, "-m", "tests.agents.mcp_servers.signing_server", str(port)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        wait_for_port(port, process)
        yield port
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def signing(signing_port: int, settings: Settings) -> Iterator[SigningServer]:
    """The server behind a sign-in as it begins, to which the operator lets requests out."""
    settings.ALLOWED_HOSTS_OUT = [f"127.0.0.1:{signing_port}"]
    server = SigningServer(signing_port)
    server.switch(begin=True)
    yield server
    server.http.close()
