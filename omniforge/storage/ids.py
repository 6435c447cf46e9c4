"""Identifiers: UUIDv7, sortable by creation time."""

import secrets
import time
from datetime import UTC, datetime
from threading import Lock
from uuid import UUID, uuid5

_lock = Lock()
_last = 0


def new_id() -> UUID:
    """Return a new UUIDv7 (RFC 9562, section 5.7): 48 bits of Unix milliseconds, then 74 random bits.

    Each is greater than all that this process created before, even within a millisecond (6.2), so that
    the order of rows is the order of creation. The increment is random, so ids cannot be guessed.
    """
    global _last
    with _lock:
        fresh = (time.time_ns() // 1_000_000 << 74) | secrets.randbits(74)
        _last = max(fresh, _last + 1 + secrets.randbits(32))
        return _as_uuid(_last)


def id_from(*ids: UUID, use: str) -> UUID:
    """Derive an id from others for one `use`, the same for everybody (RFC 9562, section 5.5).

    With a UUIDv7 it is a UUIDv7 of the same time, so derived ids sort like their sources.
    """
    named = uuid5(ids[0], ":".join([use, *(one.hex for one in ids[1:])]))
    if ids[0].version != 7:
        return named
    return _as_uuid((ids[0].int >> 80) << 74 | named.int & (1 << 74) - 1)


def made_at(id: UUID) -> datetime | None:
    """Return when a UUIDv7 was made, None for any other id."""
    return datetime.fromtimestamp((id.int >> 80) / 1000, UTC) if id.version == 7 else None


def as_id(text: str) -> UUID | None:
    """Parse a UUID, or None if the text is something else, such as a name."""
    try:
        return UUID(text.strip())
    except ValueError:
        return None


def _as_uuid(number: int) -> UUID:
    """Return 122 bits in their order, with the version and the variant between them."""
    milliseconds, upper, lower = number >> 74, number >> 62 & 0xFFF, number & (1 << 62) - 1
    return UUID(int=milliseconds << 80 | 0x7 << 76 | upper << 64 | 0x2 << 62 | lower)
