"""Mails as items: sender, subject, time of arrival, and the beginning of the text."""

import imaplib
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message

from agents.tools.sources.items import LONGEST_TEXT, LONGEST_TITLE, Item
from agents.tools.sources.plain import strip_markup, to_one_line

_MOST, _DAYS = 50, 14  # newest mails read, and how far back in days
_BEGINNING = 12_000  # bytes of a mail: its headers and the beginning of its text
# Raised by the library for malformed mails; one such mail must not hide all the others.
_UNREADABLE = (LookupError, ValueError, MessageError)


def newest_mails(client: imaplib.IMAP4, valid: str) -> Iterator[Item]:
    """Yield the newest mails of the open folder, newest first. `valid` is its UIDVALIDITY."""
    since = imaplib.Time2Internaldate(time.time() - timedelta(days=_DAYS).total_seconds())[1:12].strip()
    _, found = client.uid("SEARCH", "SINCE", since)
    numbers = sorted(map(int, (found[0] or b"").split()))[-_MOST:] if found else []
    if not numbers:
        return
    wanted = f"(UID INTERNALDATE BODY.PEEK[]<0.{_BEGINNING}>)"
    _, parts = client.uid("FETCH", ",".join(map(str, numbers)), wanted)
    mails = [one for one in parts if isinstance(one, tuple)]
    items = [_item(head.decode("ascii", "replace"), body, valid) for head, body in mails]
    yield from sorted(items, key=lambda item: int(item.key.rpartition(":")[2]), reverse=True)


def _item(head: str, body: bytes, valid: str) -> Item:
    mail = message_from_bytes(body)
    subject, sender = _header(mail, "Subject") or "(no subject)", _header(mail, "From")
    number = head.partition("UID ")[2].split(" ")[0].strip(")")
    title = f"{subject}, from {sender}" if sender else subject
    return Item(f"{valid}:{number}", title[:LONGEST_TITLE], "", _text(mail), _received(head))


def _header(mail: Message, name: str) -> str:
    try:
        return to_one_line(str(make_header(decode_header(mail.get(name, "")))), LONGEST_TITLE)
    except _UNREADABLE:
        return to_one_line(str(mail.get(name, "")), LONGEST_TITLE)


def _received(head: str) -> datetime | None:
    """Return when the server received a mail. Its own Date header may be wrong."""
    parts = imaplib.Internaldate2tuple(head.encode("ascii", "replace"))
    return datetime.fromtimestamp(time.mktime(parts), UTC) if parts else None


def _text(mail: Message) -> str:
    """Return the beginning of a mail's text, the plain part if there is one."""
    parts = {part.get_content_type(): part for part in reversed(list(mail.walk()))}
    if part := parts.get("text/plain"):
        return to_one_line(_content(part), LONGEST_TEXT)
    return strip_markup(_content(parts["text/html"]), LONGEST_TEXT) if "text/html" in parts else ""


def _content(part: Message) -> str:
    content = part.get_payload(decode=True)
    return _decoded(content, part.get_content_charset()) if isinstance(content, bytes) else ""


def _decoded(content: bytes, charset: str | None) -> str:
    try:
        return content.decode(charset or "utf-8", "replace")
    except _UNREADABLE:  # an unknown charset, or one that isn't for text
        return content.decode("utf-8", "replace")
