"""The arithmetic of the audit chain: an entry is signed when it is written, and sealed behind the one before.

Everything is HMAC-SHA256 under the audit key, in hex. The chain is over what an entry says and not over how
it is encrypted, so new encryption keys leave it as it is. These forms never change: stored chains have them.
"""

import hmac
import json
from datetime import UTC, datetime
from typing import Protocol
from uuid import UUID


class Entry(Protocol):
    """What an entry of the audit says."""

    id: UUID
    tenant_id: UUID | None
    user_id: UUID | None
    subject_id: UUID | None
    action: str
    target_type: str
    target_id: str
    reason: str
    created_at: datetime


def sign(key: bytes, entry: Entry) -> str:
    """Return the signature of what an entry says."""
    who = (entry.id, entry.tenant_id, entry.user_id, entry.subject_id)
    what = (entry.action, entry.target_type, entry.target_id, entry.reason)
    return _mac(key, "entry", *who, *what, entry.created_at.astimezone(UTC))


def link(key: bytes, *, before: str, number: int, signature: str) -> str:
    """Return the hash of a sealed entry: it binds its number, what it says and all entries before it."""
    return _mac(key, "link", before, number, signature)


def seal_of_head(key: bytes, *, chain: UUID, number: int, last: str) -> str:
    """Return the signature of a chain's head, without which the newest entries could be cut off unseen."""
    return _mac(key, "head", chain, number, last)


def _mac(key: bytes, kind: str, *parts: object) -> str:
    said = [part if part is None or isinstance(part, int) else str(part) for part in parts]
    return hmac.digest(key, json.dumps([kind, *said]).encode(), "sha256").hex()
