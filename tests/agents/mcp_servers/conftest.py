"""A real MCP server on loopback, connected to acme at its address and as a command."""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from pytest_django import Settings

from agents.mcp_servers.services import add_server
from agents.models import McpServer, McpTransport
from omniforge.tenants.access import Access
from tests.ports import free_port, wait_for_port

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
    return add_server(
        access=ann, slug="notes", transport=McpTransport.HTTP, connection={"url": address, "timeout": 30}
    )


@pytest.fixture
def over_stdio(ann: Access, settings: Settings) -> McpServer:
    settings.MCP_COMMANDS = [sys.executable]
    return add_server(
        access=ann,
        slug="notes",
        transport=McpTransport.STDIO,
        connection={
            "command": sys.executable,
            "arguments": [*PROGRAM, "stdio"],
            "environment": {"NOTES_TOKEN": "secret"},
            "timeout": 30,
        },
    )
