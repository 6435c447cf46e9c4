"""What a person said and was told before: searched in all of their conversations, and in nobody else's.

What is said is encrypted, so no index knows its words: a search opens the newest messages, one batch after
another, until it has seen enough. Reading goes through the database thread and lets others pass between the
batches; opening is done beside it.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice
from typing import NamedTuple
from uuid import UUID

from django.db.models import F, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.urls import reverse
from django.utils import timezone

from agents.context.recall import Recollection, Remembered
from conversations.memory.ranking import Hit, Words, hit, ranked
from conversations.models import Message, MessageRole, MessageStatus
from conversations.record.selectors import conversations_of
from omniforge.redaction import redact
from omniforge.shares import Shares
from omniforge.storage.database import in_database, in_database_unhurried
from omniforge.storage.encryption import decrypt_bytes
from omniforge.storage.fields import NOTHING
from omniforge.tenants.access import Access

MOST_MESSAGES = 20_000
MOST_SECONDS = 3.0
_BATCH = 500
_searches = Shares(each=1, total=2)  # one of a person: a second would only make both slower
_EACH = 2  # hits of one conversation, so that it does not push out the others


class Stored(NamedTuple):
    """A message as it lies in the database, unopened."""

    updated_at: datetime
    conversation_id: UUID
    sequence: int
    role: str
    created_at: datetime
    token: str


@dataclass(frozen=True, slots=True)
class Recall:
    """The past of one person. `besides` is a message that is not searched: the one that asks."""

    access: Access
    besides: UUID | None = None
    most_messages: int = MOST_MESSAGES
    most_seconds: float = MOST_SECONDS

    async def search(self, words: str, limit: int) -> Recollection:
        """Return the `limit` best places in which words of the search were said, rare words first."""
        async with _searches.slot(self.access.person):
            return await self._search(words, limit)

    async def _search(self, words: str, limit: int) -> Recollection:
        scan = _Scan(Words(words), self.most_messages, time.monotonic() + self.most_seconds)
        while scan.goes_on:
            scan.take(await in_database_unhurried(self._read, scan.last))
            await asyncio.to_thread(scan.open)
        best = await asyncio.to_thread(scan.best, limit)
        titles = await in_database(self._titles, [one.place.conversation_id for one in best])
        return Recollection(tuple(_remembered(one, titles) for one in best), scan.limits())

    def _read(self, after: Stored | None) -> list[Stored]:
        """Return the next messages, the newest conversations first and in each the last word first."""
        rows = _after(self._messages(), after) if after else self._messages()
        columns = rows.order_by(*_ORDER).values_list(*_COLUMNS, Cast(F("content"), TextField()))
        return [Stored(*row) for row in columns[:_BATCH]]

    def _messages(self) -> QuerySet[Message]:
        messages = Message.objects.filter(
            conversation__tenant_id=self.access.tenant_id,
            conversation__user_id=self.access.user_id,
            conversation__deleted_at=None,
            status__in=(MessageStatus.COMPLETE, MessageStatus.PARTIAL),
            role__in=(MessageRole.USER, MessageRole.ASSISTANT),
        )
        return messages.exclude(pk=self.besides) if self.besides else messages

    def _titles(self, ids: Sequence[UUID]) -> dict[UUID, str]:
        return dict(conversations_of(self.access).filter(pk__in=ids).values_list("pk", "title"))


_COLUMNS = ("conversation__updated_at", "conversation_id", "sequence", "role", "created_at")
_ORDER = ("-conversation__updated_at", "-conversation_id", "-sequence")


def _after(rows: QuerySet[Message], last: Stored) -> QuerySet[Message]:
    earlier = Q(conversation__updated_at__lt=last.updated_at)
    same_time = Q(conversation__updated_at=last.updated_at, conversation_id__lt=last.conversation_id)
    same = Q(conversation_id=last.conversation_id, sequence__lt=last.sequence)
    return rows.filter(earlier | same_time | same, conversation__updated_at__lte=last.updated_at)


@dataclass(slots=True)
class _Scan:
    """How far a search has come, and what it found on the way."""

    words: Words
    most: int
    until: float
    hits: list[Hit[Stored]] = field(default_factory=list)
    seen: int = 0
    last: Stored | None = None
    ended: bool = False
    _unopened: list[Stored] = field(default_factory=list)

    @property
    def goes_on(self) -> bool:
        has_room = self.seen < self.most and time.monotonic() < self.until
        return not self.ended and (has_room or not self.seen)

    def take(self, rows: list[Stored]) -> None:
        """Take the next batch; one that is not full is the last."""
        self._unopened = rows
        self.last = rows[-1] if rows else self.last
        self.ended = len(rows) < _BATCH

    def open(self) -> None:
        """Look for the words in the batch, without keeping what has none."""
        for row in self._unopened:
            if found := hit(row._replace(token=""), row.created_at, _opened(row.token), self.words):
                self.hits.append(found)
        self.seen += len(self._unopened)

    def best(self, limit: int) -> list[Hit[Stored]]:
        """Return the best hits, with secrets masked in their snippets."""
        spread = _spread(ranked(self.hits, self.seen, timezone.now()))
        return [replace(one, snippet=redact(one.snippet)) for one in islice(spread, limit)]

    def limits(self) -> str:
        """Say where the search stopped before the end of the past; empty where it saw all."""
        if self.ended or self.last is None:
            return ""
        return (
            f"Only the newest {self.seen:,} messages were searched, "
            f"back to conversations of {self.last.updated_at:%d %B %Y}."
        )


def _opened(token: str) -> str:
    """Return the text of a token, past the texts kept at hand for turns: a search would push them all out."""
    return "" if token in NOTHING else decrypt_bytes(token.encode(), name="Message.content").decode()


def _spread(hits: Sequence[Hit[Stored]]) -> Iterator[Hit[Stored]]:
    """Yield the hits in their order, of each conversation the best ones only."""
    given: Counter[UUID] = Counter()
    for one in hits:
        given[one.place.conversation_id] += 1
        if given[one.place.conversation_id] <= _EACH:
            yield one


def _remembered(found: Hit[Stored], titles: dict[UUID, str]) -> Remembered:
    place = found.place
    return Remembered(
        conversation_id=place.conversation_id,
        title=titles.get(place.conversation_id, ""),
        said_by="you" if place.role == MessageRole.USER else "OmniForge",
        snippet=found.snippet,
        at=found.at,
        link=f"{reverse('conversation-page', args=[place.conversation_id])}#s{place.sequence}",
    )
