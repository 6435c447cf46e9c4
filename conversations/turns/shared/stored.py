"""The format of a turn's log in Redis: a stream of sealed batches, and a snapshot of trimmed ones.

A batch has the seq of its last event as its id, and names the seq before its first one, so a reader detects
gaps between two batches. The snapshot holds the `compact` rows of all events up to a seq. Redis may be on
another machine, so nothing in it is readable without the site's key.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import orjson

from conversations.turns.eventlog import Entry
from omniforge.storage.encryption import decrypt_bytes, encrypt_bytes

Fields = Mapping[bytes, bytes]
TAKEN = 3600  # seconds for which the answering acceptance of a turn is stored


@dataclass(frozen=True, slots=True)
class Batch:
    """Events written together. `before` is the seq of the preceding event, 0 for the first."""

    before: int
    entries: Sequence[Entry]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All events up to the seq `until`, as rows."""

    until: int
    rows: Sequence[Sequence[Any]]


def stream_of(turn_id: UUID) -> str:
    return f"turn:{turn_id.hex}:events"


def snapshot_of(turn_id: UUID) -> str:
    return f"turn:{turn_id.hex}:snapshot"


def taker_of(turn_id: UUID) -> str:
    """Return the key that stores which acceptance answers a turn."""
    return f"turn:{turn_id.hex}:taker"


def inbox_of(worker: str) -> str:
    """Return the stream of requests to a process."""
    return f"process:{worker}"


def seal_batch(batch: Batch) -> dict[str, Any]:
    """Return the fields of a batch's entry in the stream."""
    frames = "\n".join(entry.frame for entry in batch.entries)  # encoded JSON contains no line breaks
    return {"before": batch.before, "sealed": encrypt_bytes(frames.encode())}


def open_batch(fields: Fields) -> Batch:
    """Reverse `seal_batch`. Raises CannotDecrypt."""
    frames = decrypt_bytes(fields[b"sealed"], name="events of a turn").decode().split("\n")
    return Batch(int(fields[b"before"]), [_entry(frame) for frame in frames])


def _entry(frame: str) -> Entry:
    told = orjson.loads(frame)
    return Entry(told["seq"], told["type"], told["data"], frame)


def seal_snapshot(snapshot: Snapshot) -> bytes:
    return encrypt_bytes(orjson.dumps([snapshot.until, snapshot.rows]))


def open_snapshot(sealed: bytes) -> Snapshot:
    """Reverse `seal_snapshot`. Raises CannotDecrypt."""
    return Snapshot(*orjson.loads(decrypt_bytes(sealed, name="snapshot of a turn")))
