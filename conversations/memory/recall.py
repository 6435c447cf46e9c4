"""What a person said and was told before: searched in all of their conversations, and in nobody else's.

The blind index says which messages have words of the search; only the best of them are opened. What it does
not know yet is opened message by message, and so is everything where it knows none of the words: they may be
beginnings of words. Reading goes through the database thread and lets others pass in between.
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

from agents.context.recall import Recollection, Remembered
from conversations.memory.looking_up import LookedUp, look_up, open_hits, stored_texts
from conversations.memory.ranking import Hit, Words, rank, weights_of
from conversations.memory.scanning import BATCH, Place, Scan, read_on, said_by, said_in
from conversations.models import Message, MessageRole
from conversations.record.search.index import entries_of
from conversations.record.selectors import conversations_of
from omniforge.redaction import redact
from omniforge.shares import Shares
from omniforge.storage.database import in_database, in_database_unhurried
from omniforge.tenants.access import Access

MOST_MESSAGES = 20_000  # that are opened
MOST_SECONDS = 3.0
_searches = Shares(each=1, total=2)  # one of a person: a second would only make both slower
_EACH = 2  # hits of one conversation, so that it does not push out the others
_MORE = 10  # hits that are opened beside those that are wanted

# How the sentence begins that says where the opening of messages stopped.
_ONLY = "Only"
_REST = "Not all is in the search index yet. Of the rest only"
_NO_WHOLE_WORDS = "No message has such whole words. For beginnings of words only"


class Unknown(NamedTuple):
    """The messages that are opened one by one, and how a sentence on them begins."""

    messages: QuerySet[Message]
    where: str


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
            return await self._search(Words(words), limit)

    async def _search(self, words: Words, limit: int) -> Recollection:
        known, unknown = await in_database_unhurried(self._look_up, words)
        scan = await self._scan(words, unknown.messages)
        best = await asyncio.to_thread(_best, known, scan, limit)
        stored = await in_database(stored_texts, best)
        shown = (await asyncio.to_thread(open_hits, best, stored, words))[:limit]
        titles = await in_database(self._titles, [one.place.conversation_id for one in shown])
        return Recollection(tuple(_remembered(one, titles) for one in shown), scan.limits(unknown.where))

    def _look_up(self, words: Words) -> tuple[LookedUp, Unknown]:
        """Return what the index knows, and what not: asked first, as it may become known meanwhile."""
        waiting = self._waiting()
        known = look_up(self.access, words, self.besides)
        every = said_by(self.access, self.besides)
        if not known.hits:
            return known, Unknown(every, _ONLY if waiting else _NO_WHOLE_WORDS)
        if len(waiting) < BATCH:
            return known, Unknown(said_in(waiting, self.besides), _REST)
        return known, Unknown(every.filter(search_entry__is_indexed=False), _REST)

    def _waiting(self) -> list[UUID]:
        entries = entries_of(self.access).filter(is_indexed=False, message__isnull=False)
        return [found for found in entries.values_list("message_id", flat=True)[:BATCH] if found]

    async def _scan(self, words: Words, messages: QuerySet[Message]) -> Scan:
        scan = Scan(words, self.most_messages, time.monotonic() + self.most_seconds)
        while scan.goes_on:
            scan.take(await in_database_unhurried(read_on, messages, scan.last))
            await asyncio.to_thread(scan.open)
        return scan

    def _titles(self, ids: Sequence[UUID]) -> dict[UUID, str]:
        return dict(conversations_of(self.access).filter(pk__in=ids).values_list("pk", "title"))


def _best(known: LookedUp, scan: Scan, limit: int) -> list[Hit[Place]]:
    """Return more of the best than are wanted: of some the text may turn out to have no word."""
    weights = weights_of(known.having + scan.having)
    hits = {one.place.message_id: one for one in (*known.hits, *scan.hits)}
    return list(islice(_spread(rank(hits.values(), weights, timezone.now())), limit + _MORE))


def _spread(hits: Sequence[Hit[Place]]) -> Iterator[Hit[Place]]:
    """Yield the hits in their order, of each conversation the best ones only."""
    given: Counter[UUID] = Counter()
    for one in hits:
        given[one.place.conversation_id] += 1
        if given[one.place.conversation_id] <= _EACH:
            yield one


def _remembered(found: Hit[Place], titles: dict[UUID, str]) -> Remembered:
    """Return a place as agents and pages see it, with secrets masked."""
    place = found.place
    return Remembered(
        conversation_id=place.conversation_id,
        title=titles.get(place.conversation_id, ""),
        said_by="you" if place.role == MessageRole.USER else "OmniForge",
        snippet=redact(found.snippet),
        at=found.at,
        link=f"{reverse('conversation-page', args=[place.conversation_id])}#s{place.sequence}",
    )
