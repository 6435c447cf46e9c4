"""The server with a sign-in, as tests run it and change its behaviour."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx2
from django.test import Client

from tests.ports import free_port, wait_for_port

PAGE = "/settings/connections/"
PROVEN = {"code_challenge_methods_supported": ["S256"]}


class SigningServer:
    """A running one. `consent` does what a person does in their browser."""

    def __init__(self, port: int) -> None:
        self.here = f"http://127.0.0.1:{port}"
        self.address = f"{self.here}/mcp"
        self.http = httpx2.Client(base_url=self.here, timeout=60)

    def switch(self, **changes: object) -> None:
        """Change its behaviour."""
        self.http.post("/switch", json=changes).raise_for_status()

    @property
    def seen(self) -> dict[str, Any]:
        """Return the requests it received."""
        return self.http.get("/seen").json()

    def consent(self, address: str, *, answer: str = "allow", person: str = "ann") -> str:
        """Do what a person does on the sign-in page; returns where their browser is redirected."""
        page = self.http.get(address).headers["Location"]
        return self.http.get(f"{page}&answer={answer}&as={person}").headers["Location"]


@contextmanager
def running_signing_server() -> Iterator[SigningServer]:
    """Run a server in a separate process until the block ends."""
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


def connect(client: Client, signing: SigningServer, *, secure: bool = False, **changes: str) -> Any:
    fields = {"name": "Notes", "url": signing.address, "sign_in": "workspace"} | changes
    given = {f"server-{name}": value for name, value in fields.items()}
    return client.post(PAGE, given, secure=secure)


def left_for(answer: Any) -> str:
    """Return where a page sends the browser."""
    assert answer.status_code == 200, answer
    return answer["Refresh"].removeprefix("0;url=")


def come_back(client: Client, address: str) -> str:
    """Open the address at which a sign-in ends; returns the resulting page."""
    parts = urlsplit(address)
    assert parts.netloc == "testserver" and parts.path.startswith(f"{PAGE}callback/")
    return client.get(f"{parts.path}?{parts.query}", follow=True).content.decode()
