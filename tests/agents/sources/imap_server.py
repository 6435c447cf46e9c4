"""A small IMAP server (RFC 3501) under TLS on loopback: enough to read a mailbox, and ways to fail."""

import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from tests.net.pages import wrapped

USERNAME, PASSWORD = "info@acme.example", "a-mail-secret"


@dataclass
class ImapServer:
    """Serves `folders`: mails by number. `commands` are those received, `flags` the attempted changes.

    It stops answering at a command in `hangs`, hangs up at one in `breaks`, and sends far too much at one
    in `floods`.
    """

    folders: dict[str, dict[int, bytes]] = field(default_factory=lambda: {"INBOX": {}})
    commands: list[str] = field(default_factory=list)
    hangs: str = ""
    breaks: str = ""
    floods: str = ""
    valid: int = 7
    port: int = 0
    ended: threading.Event = field(default_factory=threading.Event)

    def deliver(self, subject: str, body: str = "Hello.", folder: str = "INBOX", head: str = "") -> None:
        mails = self.folders.setdefault(folder, {})
        text = f"From: Amy <amy@acme.example>\r\nSubject: {subject}\r\n{head}\r\n{body}\r\n"
        mails[max(mails, default=0) + 1] = text.encode()


class _Session(socketserver.StreamRequestHandler):
    """One client. The server's state is `self.server.imap`."""

    def handle(self) -> None:
        self.imap: ImapServer = self.server.imap  # type: ignore[attr-defined]
        self.open = ""
        with suppress(OSError):
            self.say("* OK here")
            while line := self.rfile.readline().decode().strip():
                if not self.answer(*line.split(" ", 2)):
                    return

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())

    def answer(self, tag: str, command: str, rest: str = "") -> bool:
        """Answer one command; returns False to end the session."""
        self.imap.commands.append(f"{command} {rest}".strip())
        name = (rest.split(" ")[0] if command == "UID" else command).upper()
        if name == self.imap.hangs:
            self.imap.ended.wait(60)
        if name in (self.imap.hangs, self.imap.breaks):
            return False
        if name == self.imap.floods:
            self.flood()
        said = getattr(self, f"do_{name.lower()}", self.do_other)(rest)
        self.say(f"{tag} {said}")
        return name != "LOGOUT"

    def flood(self) -> None:
        self.say("* 1 FETCH (UID 1 BODY[] {9000000}")
        for _ in range(900):
            self.wfile.write(b"x" * 10_000)

    def do_capability(self, rest: str) -> str:
        self.say("* CAPABILITY IMAP4rev1")
        return "OK done"

    def do_login(self, rest: str) -> str:
        given = rest.replace('"', "")
        return "OK in" if given == f"{USERNAME} {PASSWORD}" else "NO [AUTHENTICATIONFAILED] wrong"

    def do_examine(self, rest: str) -> str:
        self.open = rest.strip('"')
        if self.open not in self.imap.folders:
            return "NO there is none"
        self.say(f"* {len(self.imap.folders[self.open])} EXISTS")
        self.say(f"* OK [UIDVALIDITY {self.imap.valid}] valid")
        return "OK [READ-ONLY] open"

    def do_list(self, rest: str) -> str:
        for name in self.imap.folders:
            self.say(f'* LIST () "/" "{name}"')
        return "OK done"

    def do_search(self, rest: str) -> str:
        self.say(f"* SEARCH {' '.join(map(str, self.imap.folders[self.open]))}")
        return "OK done"

    def do_fetch(self, rest: str) -> str:
        for number in map(int, rest.split(" ")[1].split(",")):
            mail = self.imap.folders[self.open][number][:12_000]
            head = f'UID {number} INTERNALDATE "25-Nov-2026 08:00:00 +0000" BODY[]<0>'
            self.wfile.write(f"* {number} FETCH ({head} {{{len(mail)}}}\r\n".encode() + mail + b")\r\n")
        return "OK done"

    def do_logout(self, rest: str) -> str:
        self.say("* BYE")
        return "OK bye"

    def do_other(self, rest: str) -> str:
        return "BAD that isn't for reading"


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, *_: object) -> None:
        """Stay silent: some tests have clients that hang up."""


@contextmanager
def imap_server(tls: ssl.SSLContext | None) -> Iterator[ImapServer]:
    """Run a server in threads until the block ends; without `tls` it uses plain text."""
    imap = ImapServer()
    with _Server(("127.0.0.1", 0), _Session) as server:
        server.imap, imap.port = imap, server.server_address[1]  # type: ignore[attr-defined]
        if tls:
            server.socket = wrapped(tls, server.socket)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield imap
        finally:
            imap.ended.set()
            server.shutdown()
            thread.join()
