"""The MACs of the audit chain: an entry is signed when written, and then linked to the previous one.

Everything is HMAC-SHA256 under the audit key, in hex. The chain covers the content of entries, not their
ciphertext, so new encryption keys don't affect it. These formats never change: stored chains use them.
"""

import hmac
import json
from datetime import UTC, datetime
from typing import Protocol
from uuid import UUID


class Entry(Protocol):
    """The content of an audit entry."""

    id: UUID
    tenant_id: UUID | None
    user_id: UUID | None
    subject_id: UUID | None
    action: str
    target_type: str
    target_id: str
    reason: str
    through: str
    created_at: datetime


def sign(key: bytes, entry: Entry) -> str:
    """Return the signature of an entry's content, of older ones without `through`."""
    who = (entry.id, entry.tenant_id, entry.user_id, entry.subject_id)
    what = (entry.action, entry.target_type, entry.target_id, entry.reason)
    through = filter(None, [entry.through])
    return _mac(key, "entry", *who, *what, entry.created_at.astimezone(UTC), *through)


def link(key: bytes, *, before: str, number: int, signature: str) -> str:
    """Return the hash of a sealed entry, over its number, its content and all entries before it."""
    return _mac(key, "link", before, number, signature)


def seal_of_head(key: bytes, *, chain: UUID, number: int, last: str) -> str:
    """Return the signature of a chain's head, which prevents truncating the newest entries."""
    return _mac(key, "head", chain, number, last)


def _mac(key: bytes, kind: str, *parts: object) -> str:
    said = [part if part is None or isinstance(part, int) else str(part) for part in parts]
    return hmac.digest(key, json.dumps([kind, *said]).encode(), "sha256").hex()
