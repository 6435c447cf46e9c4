"""A real CalDAV server on loopback: Radicale, with one account."""

import base64
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.ports import free_port, wait_for_port

USERNAME, PASSWORD = "ann", "a-caldav-password"
_MAKE = """<mkcalendar xmlns="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:"><d:set><d:prop>
<d:displayname>Work</d:displayname></d:prop></d:set></mkcalendar>"""


@dataclass(frozen=True)
class Radicale:
    """A running server."""

    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    @property
    def calendar_url(self) -> str:
        return f"{self.url}{USERNAME}/work/"

    def send(self, method: str, path: str, body: str = "") -> bytes:
        """Make a request like another program of the account's person."""
        token = base64.b64encode(f"{USERNAME}:{PASSWORD}".encode()).decode()
        headers = {"Authorization": f"Basic {token}", "Content-Type": "text/calendar"}
        request = urllib.request.Request(
            f"{self.url}{path}", body.encode(), headers, method=method
        )  # it speaks to loopback alone
        with urllib.request.urlopen(request, timeout=60) as response:
            return bytes(response.read())

    def make_calendar(self) -> None:
        """Leave one calendar in the account, with nothing in it."""
        self.send("DELETE", f"{USERNAME}/")
        self.send("MKCALENDAR", f"{USERNAME}/work/", _MAKE)

    def put(self, name: str, *components: str) -> None:
        """Store an iCalendar object with these components under a name in the calendar."""
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", *components, "END:VCALENDAR", ""]
        self.send("PUT", f"{USERNAME}/work/{name}", "\r\n".join(lines))

    def read(self, name: str) -> str:
        return self.send("GET", f"{USERNAME}/work/{name}").decode().replace("\r\n", "\n")


@contextmanager
def radicale(folder: Path) -> Iterator[Radicale]:
    """Run a server that keeps its state in `folder`."""
    port, users = free_port(), folder / "users"
    users.write_text(f"{USERNAME}:{PASSWORD}\n")
    settings = [
        f"[server]\nhosts = 127.0.0.1:{port}",
        f"[auth]\ntype = htpasswd\nhtpasswd_filename = {users}\nhtpasswd_encryption = plain\ndelay = 0",
        f"[storage]\nfilesystem_folder = {folder / 'collections'}",
        "[logging]\nlevel = critical",
    ]
    (folder / "config").write_text("\n".join(settings))
    server = subprocess.Popen([sys.executable, "-m", "radicale", "--config", str(folder / "config")])
    try:
        wait_for_port(port, server)
        yield Radicale(port)
    finally:
        server.kill()
        server.wait()
