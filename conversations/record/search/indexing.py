"""What brings words of messages and titles into the index: by the clock, and never while somebody waits.

What is said waits as an entry that is not indexed yet, made in the very transaction that stores it. So a
killed process leaves nothing out, and searches open what waits.
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
from omniforge.projects.search.blinding import Blinder, made_blinder_of
from omniforge.projects.search.words import stems
from omniforge.storage.blind_index import Entry
from omniforge.storage.database import considerate_transaction
from omniforge.storage.encryption import CannotDecrypt
from omniforge.storage.fields import decrypted

logger = logging.getLogger(__name__)
_BATCH = 100  # entries in a transaction: while it lasts nobody else can write to SQLite


class Waiting(NamedTuple):
    """An entry that is not indexed yet, with its text as it is stored; `is_title` says which it is."""

    id: int
    tenant_id: UUID
    user_id: UUID
    is_title: bool
    stored: str


def index_waiting(most_seconds: float = float("inf")) -> Iterator[int]:
    """Index what waits, for about so long; yields after each batch how many entries that were.

    Whoever is killed here, or works beside another one, loses and doubles nothing.
    """
    until = time.monotonic() + most_seconds
    while time.monotonic() < until and (batch := _waiting()):
        for (tenant_id, user_id), entries in groupby(batch, lambda one: (one.tenant_id, one.user_id)):
            _index(own_blinder(_blinder_of(tenant_id), user_id), list(entries))
        yield len(batch)


def start_anew(entries: QuerySet[SearchEntry]) -> None:
    """Let entries wait again, and the index forget them."""
    ids = list(entries.values_list("pk", flat=True))
    for first in range(0, len(ids), _BATCH):
        renew(SearchEntry.objects.filter(pk__in=ids[first : first + _BATCH]))


def renew(entries: QuerySet[SearchEntry]) -> None:
    """Let new entries take the place of these: the index forgets their words at once."""
    with transaction.atomic():
        rows = list(entries.select_for_update())
        SearchEntry.objects.filter(pk__in=[row.pk for row in rows]).delete()
        for row in rows:
            row.pk, row.is_indexed = None, False
        SearchEntry.objects.bulk_create(rows)


def renew_title(conversation_id: UUID) -> None:
    """Let a conversation's new title be indexed, and the former one be forgotten."""
    renew(SearchEntry.objects.filter(conversation_id=conversation_id))


def _waiting() -> list[Waiting]:
    """Return the next entries, those of a person together; their texts are opened later, one by one."""
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
    """Return the tokens of an entry, each once; none where no key opens it, so that it holds up nobody."""
    try:
        text = decrypted(entry.stored, name="search entry")
    except CannotDecrypt as error:
        logger.error("search entry %s: %s", entry.id, error)
        return []
    return title_tokens(blinder, text) if entry.is_title else blinder.tokens(set(stems(text)))


@lru_cache(maxsize=8)
def _blinder_of(tenant_id: UUID) -> Blinder:
    return made_blinder_of(tenant_id)
