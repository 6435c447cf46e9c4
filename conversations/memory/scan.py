"""Searching messages by decrypting them, newest first: unindexed ones, or all."""

import time
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import F, Q, QuerySet, TextField
from django.db.models.functions import Cast

from conversations.memory.ranks import Hit, Words, hit
from conversations.models import Message, MessageRole, MessageStatus
from omniforge.storage.fields import decrypted
from omniforge.tenants.access import Access

BATCH = 500


class Place(NamedTuple):
    """The place of a message."""

    message_id: UUID
    conversation_id: UUID
    sequence: int
    role: str


class Stored(NamedTuple):
    """A message as stored, encrypted."""

    updated_at: datetime
    conversation_id: UUID
    sequence: int
    message_id: UUID
    role: str
    created_at: datetime
    token: str


def messages_of_person(access: Access, besides: UUID | None) -> QuerySet[Message]:
    """Return a person's messages and answers that are not superseded, without the message that asks."""
    own = {"conversation__tenant_id": access.tenant_id, "conversation__user_id": access.user_id}
    return _standing(besides, **own)


def messages_among(own: Collection[UUID], besides: UUID | None) -> QuerySet[Message]:
    """The same, restricted to a person's `own` message ids (some hundreds) from their search entries.

    Ownership is not checked again: SQLite might then scan all of the person's conversations.
    """
    return _standing(besides, pk__in=own)


def _standing(besides: UUID | None, **whose: Any) -> QuerySet[Message]:
    messages = Message.objects.filter(
        **whose,
        conversation__deleted_at=None,
        status__in=(MessageStatus.COMPLETE, MessageStatus.PARTIAL),
        role__in=(MessageRole.USER, MessageRole.ASSISTANT),
    )
    return messages.exclude(pk=besides) if besides else messages


_COLUMNS = ("conversation__updated_at", "conversation_id", "sequence", "pk", "role", "created_at")
_ORDER = ("-conversation__updated_at", "-conversation_id", "-sequence")


def read_on(messages: QuerySet[Message], last: Stored | None) -> list[Stored]:
    """Return the next messages, newest conversations first, and in each the newest message first."""
    rows = _after(messages, last) if last else messages
    columns = rows.order_by(*_ORDER).values_list(*_COLUMNS, Cast(F("content"), TextField()))
    return [Stored(*row) for row in columns[:BATCH]]


def _after(rows: QuerySet[Message], last: Stored) -> QuerySet[Message]:
    earlier = Q(conversation__updated_at__lt=last.updated_at)
    same_time = Q(conversation__updated_at=last.updated_at, conversation_id__lt=last.conversation_id)
    same = Q(conversation_id=last.conversation_id, sequence__lt=last.sequence)
    return rows.filter(earlier | same_time | same, conversation__updated_at__lte=last.updated_at)


@dataclass(slots=True)
class Scan:
    """The progress of a scan and its hits. `until` is a monotonic time."""

    words: Words
    most: int
    until: float
    hits: list[Hit[Place]] = field(default_factory=list)
    seen: int = 0
    last: Stored | None = None
    ended: bool = False
    _unopened: list[Stored] = field(default_factory=list)

    @property
    def goes_on(self) -> bool:
        has_room = self.seen < self.most and time.monotonic() < self.until
        return not self.ended and (has_room or not self.seen)

    def take(self, rows: list[Stored]) -> None:
        """Set the next batch. An incomplete one is the last."""
        self._unopened = rows
        self.last = rows[-1] if rows else self.last
        self.ended = len(rows) < BATCH

    def open(self) -> None:
        """Search the batch, and keep only hits."""
        for row in self._unopened:
            place = Place(row.message_id, row.conversation_id, row.sequence, row.role)
            text = decrypted(row.token, name="Message.content")
            if found := hit(place, row.created_at, text, self.words):
                self.hits.append(found)
        self.seen += len(self._unopened)

    @property
    def having(self) -> Counter[int]:
        """Return how many of the messages have each word."""
        return Counter(word for one in self.hits for word in one.words)

    def limits(self, where: str) -> str:
        """Return a sentence about where the scan stopped, empty if it was complete."""
        if self.ended or self.last is None:
            return ""
        return (
            f"{where} the newest {self.seen:,} messages were searched, "
            f"back to conversations of {self.last.updated_at:%d %B %Y}."
        )
