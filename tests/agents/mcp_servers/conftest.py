"""Fixtures: a real MCP server on loopback, connected to acme by address and as a command."""

import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

import pytest
from django.test import Client
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
from tests.agents.mcp_servers.signing import (
    SigningServer,
    come_back,
    connect,
    left_for,
    running_signing_server,
)
from tests.agents.tools.contexts import run_context
from tests.clients import browser
from tests.ports import free_port, wait_for_port

Begin = Callable[[Access], Awaitable[RunContext]]
PROGRAM = ["-m", "tests.agents.mcp_servers.server"]


@pytest.fixture(scope="session")
def server_port() -> Iterator[int]:
    """The port of a server that runs for the whole session."""
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
    """The server's address, which the operator allows."""
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
    """Begins runs that may use all tools; their connections are closed after the test."""
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


@pytest.fixture(scope="session")
def signing_server() -> Iterator[SigningServer]:
    """A server with a sign-in, which runs for the whole session."""
    with running_signing_server() as server:
        yield server


@pytest.fixture
def signing(signing_server: SigningServer, settings: Settings) -> SigningServer:
    """The server with a sign-in, reset, and allowed by the operator."""
    settings.ALLOWED_HOSTS_OUT = [signing_server.here.removeprefix("http://")]
    signing_server.switch(begin=True)
    return signing_server


@pytest.fixture
def client(ann: Access) -> Client:
    return browser(ann)


@pytest.fixture
def connected(client: Client, signing: SigningServer) -> McpServer:
    """The server, signed in to by Ann for the workspace."""
    come_back(client, signing.consent(left_for(connect(client, signing))))
    return McpServer.objects.get()


@pytest.fixture
def each(client: Client, signing: SigningServer) -> McpServer:
    """The server that each person signs in to; Ann has."""
    come_back(client, signing.consent(left_for(connect(client, signing, sign_in="person"))))
    return McpServer.objects.get()
