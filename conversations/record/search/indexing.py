"""Indexing of messages and titles: scheduled, never while somebody waits.

A new text waits as an unindexed entry, created in the same transaction that stores it. So a killed process
misses nothing, and searches decrypt what waits.
"""

import logging
import time
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import F, QuerySet, TextField
from django.db.models.functions import Cast, Coalesce

from conversations.models import SearchEntry
from conversations.record.search.index import index, own_blinder
from conversations.record.search.titles import title_tokens
from omniforge.projects.search.blinders import Blinder, create_blinder
from omniforge.projects.search.words import stems
from omniforge.storage.blind_index import Entry
from omniforge.storage.database import considerate_transaction
from omniforge.storage.encryption import CannotDecrypt
from omniforge.storage.fields import decrypted

logger = logging.getLogger(__name__)
_BATCH = 100  # entries per transaction, which blocks all other writes on SQLite


class Waiting(NamedTuple):
    """An unindexed entry with its encrypted text, a title or a message."""

    id: int
    tenant_id: UUID
    user_id: UUID
    is_title: bool
    stored: str


def index_waiting(most_seconds: float = float("inf")) -> Iterator[int]:
    """Index waiting entries for about `most_seconds`. Yields the size of each batch.

    Safe to kill and to run concurrently.
    """
    until = time.monotonic() + most_seconds
    while time.monotonic() < until and (batch := _waiting()):
        for (tenant_id, user_id), entries in groupby(batch, lambda one: (one.tenant_id, one.user_id)):
            _index(own_blinder(_blinder_of(tenant_id), user_id), list(entries))
        yield len(batch)


def start_anew(entries: QuerySet[SearchEntry]) -> None:
    """Mark entries as unindexed, and remove them from the index."""
    ids = list(entries.values_list("pk", flat=True))
    for first in range(0, len(ids), _BATCH):
        renew(SearchEntry.objects.filter(pk__in=ids[first : first + _BATCH]))


def renew(entries: QuerySet[SearchEntry]) -> None:
    """Replace entries by new, unindexed ones: the index drops their words at once."""
    with transaction.atomic():
        rows = list(entries.select_for_update())
        SearchEntry.objects.filter(pk__in=[row.pk for row in rows]).delete()
        for row in rows:
            row.pk, row.is_indexed = None, False
        SearchEntry.objects.bulk_create(rows)


def renew_title(conversation_id: UUID) -> None:
    """Replace the entry of a conversation's title after a change."""
    renew(SearchEntry.objects.filter(conversation_id=conversation_id))


def _waiting() -> list[Waiting]:
    """Return the next entries, grouped by person. Their texts are decrypted later, one by one."""
    text = Coalesce(_stored("message__content"), _stored("conversation__title"))
    rows = SearchEntry.objects.filter(is_indexed=False).order_by("tenant_id", "user_id", "pk")
    columns = ("pk", "tenant_id", "user_id", "message_id", text)
    return [
        Waiting(pk, tenant_id, user_id, message_id is None, stored or "")
        for pk, tenant_id, user_id, message_id, stored in rows.values_list(*columns)[:_BATCH]
    ]


def _stored(name: str) -> Cast:
    return Cast(F(name), TextField())


def _index(blinder: Blinder, entries: list[Waiting]) -> None:
    words = {one.id: _tokens(blinder, one) for one in entries}
    with considerate_transaction():
        waiting = SearchEntry.objects.filter(pk__in=words, is_indexed=False).order_by("pk")
        there = list(waiting.select_for_update().values_list("pk", flat=True))
        SearchEntry.objects.filter(pk__in=there).update(is_indexed=True)
        index().add([Entry(pk, (words[pk],)) for pk in there])


def _tokens(blinder: Blinder, entry: Waiting) -> list[str]:
    """Return the distinct tokens of an entry, none if no key decrypts it, so that it blocks nothing."""
    try:
        text = decrypted(entry.stored, name="search entry")
    except CannotDecrypt as error:
        logger.error("search entry %s: %s", entry.id, error)
        return []
    return title_tokens(blinder, text) if entry.is_title else blinder.tokens(set(stems(text)))


@lru_cache(maxsize=8)
def _blinder_of(tenant_id: UUID) -> Blinder:
    return create_blinder(tenant_id)
