"""The server behind a sign-in, as tests run it and change how it behaves."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import httpx2

from tests.ports import free_port, wait_for_port


class SigningServer:
    """A running one. `consent` is what a person does in their browser."""

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


@contextmanager
def running_signing_server() -> Iterator[SigningServer]:
    """Let a server run in a process of its own until the block ends."""
    port = free_port()
    command = [sys.executable, "-m", "tests.agents.mcp_servers.signing_server", str(port)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    server = SigningServer(port)
    try:
        wait_for_port(port, process)
        with closing(server.http):
            yield server
    finally:
        process.kill()
        process.wait()
