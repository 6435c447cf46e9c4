"""Reads a mailbox over IMAP: read-only, with PEEK, so that no mail is marked as read."""

import imaplib
import socket
import ssl
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress

from django.utils.translation import gettext, gettext_noop

from agents.tools.sources.items import Item
from agents.tools.sources.mails import newest_mails
from omniforge.net.tls import tls_context

_STEP = 15.0  # seconds per response
_LARGEST = 4_000_000  # bytes that a server may send per check
_FOLDERS = 20  # listed if the wanted one doesn't exist


class MailboxFailed(Exception):
    """A mailbox can't be read. The message says why and what to do."""

    def __init__(self, message: str, *, transient: bool = False) -> None:
        super().__init__(message)
        self.transient = transient


class Mailbox:
    """A server's name and the addresses allowed for it. `cut` ends its open connection."""

    def __init__(self, host: str, port: int, addresses: Sequence[str]) -> None:
        self.host, self.port, self.addresses = host, port, addresses
        self._socket: socket.socket | None = None
        self._is_cut = False

    def connect(self) -> ssl.SSLSocket:
        """Return a TLS connection to the first address that answers."""
        plain = self._connected()
        self._socket = plain
        if self._is_cut:
            self.cut()
        self._socket = secure = tls_context().wrap_socket(plain, server_hostname=self.host)
        return secure

    def _connected(self) -> socket.socket:
        failure: OSError = OSError()
        for address in self.addresses:
            try:
                return socket.create_connection((address, self.port), _STEP)
            except OSError as error:
                failure = error
        raise _Unreachable from failure

    def cut(self) -> None:
        """Close the connection, to release a thread that waits for it."""
        self._is_cut = True
        if self._socket:
            with suppress(OSError):  # it is closed already
                self._socket.shutdown(socket.SHUT_RDWR)


class _Unreachable(OSError):
    """None of a server's addresses accepts a connection."""


class _Client(imaplib.IMAP4):
    """The standard library's client on our own connection, with limits on what it reads."""

    def __init__(self, mailbox: Mailbox) -> None:
        self._mailbox, self._left = mailbox, _LARGEST
        super().__init__(mailbox.host, mailbox.port)

    def _create_socket(self, timeout: float | None) -> socket.socket:
        return self._mailbox.connect()

    def close(self) -> None:  # type: ignore[override]  # IMAP's own CLOSE isn't needed for a read-only folder
        with suppress(OSError):
            self.shutdown()

    def read(self, size: int) -> bytes:
        self._count(size)
        return super().read(size)

    def readline(self) -> bytes:
        line = super().readline()
        self._count(len(line))
        return line

    def _count(self, size: int) -> None:
        self._left -= size
        if self._left < 0:
            raise _TooMuch


class _TooMuch(Exception):
    """A server sends more than the limit."""


_FAILURES: Sequence[tuple[type[Exception], str, bool]] = (
    (
        _Unreachable,
        gettext_noop("{host} takes no connection on port {port}. Check the server's name."),
        True,
    ),
    (
        ssl.SSLCertVerificationError,
        gettext_noop("The certificate of {host} isn't trusted. Check the server's name."),
        False,
    ),
    (
        ssl.SSLError,
        gettext_noop("{host} doesn't speak TLS on port {port}. IMAP over TLS has port 993."),
        False,
    ),
    (TimeoutError, gettext_noop("{host} did not answer in time. Try again later."), True),
    (_TooMuch, gettext_noop("{host} sends more than {bytes} bytes. Choose a smaller folder."), False),
    (Exception, gettext_noop("{host} broke off or sent what is no IMAP. Try again later."), True),
)


def read_newest(mailbox: Mailbox, username: str, password: str, folder: str) -> list[Item]:
    """Return a folder's newest mails, newest first. It blocks. Raises MailboxFailed."""
    try:
        with closing(_Client(mailbox)) as client:
            _sign_in(client, username, password)
            found = list(newest_mails(client, _opened(client, folder)))
            client.logout()
            return found
    except MailboxFailed:
        raise
    except Exception as error:
        raise _told(mailbox, error) from error


def _told(mailbox: Mailbox, error: Exception) -> MailboxFailed:
    """Return the error of a server in words."""
    said, may_pass = next((said, may_pass) for kind, said, may_pass in _FAILURES if isinstance(error, kind))
    told = {"host": mailbox.host, "port": mailbox.port, "bytes": f"{_LARGEST:,}"}
    return MailboxFailed(gettext(said).format(**told), transient=may_pass)


def _sign_in(client: _Client, username: str, password: str) -> None:
    try:
        client.login(username, password)
    except imaplib.IMAP4.abort:
        raise
    except imaplib.IMAP4.error as error:
        said = gettext(
            "%(host)s didn't take this user name and password. Many providers want a password for apps."
        )
        raise MailboxFailed(said % {"host": client.host}) from error


def _opened(client: _Client, folder: str) -> str:
    """Open a folder read-only. Returns its UIDVALIDITY."""
    status, _ = client.select(_quoted(folder), readonly=True)
    if status != "OK":
        there = ", ".join(_folders(client))
        said = gettext("There is no folder %(folder)s in this mailbox. Those that are: %(there)s.")
        raise MailboxFailed(said % {"folder": folder, "there": there})
    _, valid = client.response("UIDVALIDITY")
    return valid[0].decode() if valid and valid[0] else ""


def _folders(client: _Client) -> Iterator[str]:
    _, rows = client.list()
    for row in rows[:_FOLDERS]:
        text = row.decode("utf-8", "replace") if isinstance(row, bytes) else ""
        yield text.rpartition(' "')[2].strip('"') if text.endswith('"') else text.rpartition(" ")[2]


def _quoted(folder: str) -> str:
    """Return a folder's name in IMAP form: quoted, other letters in modified UTF-7 (RFC 3501, 5.1.3)."""
    coded, other = list[str](), list[str]()
    for sign in f"{folder}\0":
        if " " <= sign <= "~" or sign == "\0":
            if other:
                packed = "".join(other).encode("utf-7").decode("ascii")
                coded.append(f"&{packed.strip('+-').replace('/', ',')}-")
                other = []
            coded.append("&-" if sign == "&" else sign.rstrip("\0"))
        else:
            other.append(sign)
    text = "".join(coded).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'
