"""Search in all of a person's past conversations, and nobody else's.

The blind index finds the messages that have the words, and only the best ones are decrypted. Messages that
are not indexed yet are decrypted one by one. If the index knows none of the words, which may be beginnings of
words, all messages are decrypted. Reading goes through the database thread and lets others in between.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from agents.context.recall import RecalledPassage, RecallResult
from conversations.memory.corrected import with_corrections
from conversations.memory.lookup import LookedUp, find_hits, open_hits, stored_texts
from conversations.memory.ranks import Hit, Words, rank, weights_of
from conversations.memory.scan import BATCH, Place, Scan, messages_among, messages_of_person, read_on
from conversations.models import Message, MessageRole
from conversations.record.search.index import entries_of
from conversations.record.selectors import conversations_of
from omniforge.redaction import redact
from omniforge.shares import Shares
from omniforge.storage.database import in_database, in_database_low_priority
from omniforge.tenants.access import Access

MOST_MESSAGES = 20_000  # messages that are decrypted
MOST_SECONDS = 3.0
_searches = Shares(each=1, total=2)  # one per person: a second would only slow down both
_EACH = 2  # hits per conversation, so that one does not displace the others
_MORE = 10  # extra hits that are decrypted

# Beginnings of the sentence about where the scan stopped.
_ONLY = "Only"
_REST = "Not all is in the search index yet. Of the rest only"
_NO_WHOLE_WORDS = "No message has such whole words. For beginnings of words only"


class Unknown(NamedTuple):
    """The messages to scan, and the beginning of a sentence about them."""

    messages: QuerySet[Message]
    where: str


@dataclass(frozen=True, slots=True)
class Recall:
    """One person's past conversations. `besides` is excluded: the message that asks."""

    access: Access
    besides: UUID | None = None
    most_messages: int = MOST_MESSAGES
    most_seconds: float = MOST_SECONDS

    async def search(self, words: str, limit: int) -> RecallResult:
        """Return the `limit` best matches of the search, rare words first."""
        async with _searches.slot(self.access.person):
            return await self._search(Words(words), limit)

    async def _search(self, words: Words, limit: int) -> RecallResult:
        known, unknown = await in_database_low_priority(self._look_up, words)
        scan = await self._scan(words, unknown.messages)
        best = await asyncio.to_thread(_best, known, scan, limit)
        stored = await in_database(stored_texts, best)
        shown = (await asyncio.to_thread(open_hits, best, stored, words))[:limit]
        shown = await in_database(with_corrections, self.access, shown)
        titles = await in_database(self._titles, [one.place.conversation_id for one in shown])
        return RecallResult(tuple(_remembered(one, titles) for one in shown), scan.limits(unknown.where))

    def _look_up(self, words: Words) -> tuple[LookedUp, Unknown]:
        """Return index hits and unindexed messages. The latter are read first, as they may get indexed."""
        waiting = self._waiting()
        known = find_hits(self.access, words, self.besides)
        every = messages_of_person(self.access, self.besides)
        if not known.hits:
            return known, Unknown(every, _ONLY if waiting else _NO_WHOLE_WORDS)
        if len(waiting) < BATCH:
            return known, Unknown(messages_among(waiting, self.besides), _REST)
        return known, Unknown(every.filter(search_entry__is_indexed=False), _REST)

    def _waiting(self) -> list[UUID]:
        entries = entries_of(self.access).filter(is_indexed=False, message__isnull=False)
        return [found for found in entries.values_list("message_id", flat=True)[:BATCH] if found]

    async def _scan(self, words: Words, messages: QuerySet[Message]) -> Scan:
        scan = Scan(words, self.most_messages, time.monotonic() + self.most_seconds)
        while scan.goes_on:
            scan.take(await in_database_low_priority(read_on, messages, scan.last))
            await asyncio.to_thread(scan.open)
        return scan

    def _titles(self, ids: Sequence[UUID]) -> dict[UUID, str]:
        return dict(conversations_of(self.access).filter(pk__in=ids).values_list("pk", "title"))


def _best(known: LookedUp, scan: Scan, limit: int) -> list[Hit[Place]]:
    """Return more hits than requested: some texts may turn out not to match."""
    weights = weights_of(known.having + scan.having)
    hits = {one.place.message_id: one for one in (*known.hits, *scan.hits)}
    return list(islice(_spread(rank(hits.values(), weights, timezone.now())), limit + _MORE))


def _spread(hits: Sequence[Hit[Place]]) -> Iterator[Hit[Place]]:
    """Yield the hits in order, only the best ones of each conversation."""
    given: Counter[UUID] = Counter()
    for one in hits:
        given[one.place.conversation_id] += 1
        if given[one.place.conversation_id] <= _EACH:
            yield one


def _remembered(found: Hit[Place], titles: dict[UUID, str]) -> RecalledPassage:
    """Return a hit for agents and pages, with secrets masked."""
    place = found.place
    return RecalledPassage(
        conversation_id=place.conversation_id,
        title=titles.get(place.conversation_id, ""),
        said_by="you" if place.role == MessageRole.USER else "OmniForge",
        snippet=redact(found.snippet),
        at=found.at,
        link=f"{reverse('conversation-page', args=[place.conversation_id])}#s{place.sequence}",
    )
