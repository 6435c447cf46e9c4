"""Storage of rolling summaries: read, written after turns, corrected by people.

Versions never change. The window uses the newest, or the pinned one. The summariser always continues from
the newest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Exists, QuerySet
from django.utils.translation import gettext

from agents.memory.summaries.values import Carried, Summary
from conversations import models
from conversations.models import SummarySource
from conversations.record.django_repository import DjangoConversationRepository
from conversations.record.selectors import conversations_of
from conversations.record.values import MessageRecord
from omniforge.errors import InvalidInput, NotFound
from omniforge.storage.prepared import Given, PreparedRows
from omniforge.tenants.access import Access

LONGEST_TEXT = 8_000  # characters that a person may write
VERSIONS = 30  # kept versions, besides people's and the pinned one


@dataclass(frozen=True, slots=True)
class KeptSummary:
    """A stored summary. It covers a range of sequence numbers, inclusive."""

    version: int
    covers_from: int
    covers_to: int
    summary: Summary
    source: SummarySource
    model: str = ""
    pinned: bool = False
    created_at: datetime | None = None


NOTHING_YET = KeptSummary(0, 1, 0, Summary(), SummarySource.RULES)
_COLUMNS = tuple(field.attname for field in models.Summary._meta.concrete_fields)


def _first_by(*order: str) -> PreparedRows:
    def query() -> QuerySet[Any, Any]:
        rows = models.Summary.objects.filter(conversation_id=Given("conversation_id"))
        return rows.order_by(*order).values_list(*_COLUMNS)[:1]

    return PreparedRows(query)


_standing, _newest = _first_by("-pinned", "-version"), _first_by("-version")


def has_summary(conversation_id: UUID | Given) -> Exists:
    """Return a subquery for use in a larger query: has the conversation a summary?"""
    return Exists(models.Summary.objects.filter(conversation_id=conversation_id))


def summaries_of(access: Access, conversation_id: UUID) -> QuerySet[models.Summary]:
    """Return the versions of the person's conversation, newest first. Raises NotFound."""
    if not conversations_of(access).filter(pk=conversation_id).exists():
        raise NotFound()
    return models.Summary.objects.filter(conversation_id=conversation_id).order_by("-version")


def version_of(access: Access, conversation_id: UUID, *, version: int) -> KeptSummary:
    """Return a summary version of the person's conversation. Raises NotFound."""
    return _only(summaries_of(access, conversation_id).filter(version=version))


def current_summary(conversation_id: UUID) -> KeptSummary:
    """Return the summary for the window. The caller checks access."""
    return _first(_standing, conversation_id)


def newest_summary(conversation_id: UUID) -> KeptSummary:
    """Return the base of the next summary."""
    return _first(_newest, conversation_id)


def uncut_messages(access: Access, conversation_id: UUID, kept: KeptSummary) -> list[MessageRecord]:
    """Return the covered message that stays whole, if any: the paste that the conversation was about."""
    repository = DjangoConversationRepository(access)
    return [
        one
        for sequence in kept.summary.whole
        for one in repository.get_recent_messages(conversation_id, 1, before=sequence + 1)
        if one.sequence == sequence
    ]


def correct_summary(
    access: Access, conversation_id: UUID, *, text: str, facts: Sequence[str] | None = None
) -> KeptSummary:
    """Replace the summary by a person's own text, and the facts if given.

    Carried sentences stay. Raises NotFound, and InvalidInput if the text is too long.
    """
    if len(text) > LONGEST_TEXT:
        said = gettext("A summary is at most {most} characters; this one has {length}.")
        raise InvalidInput(said.format(most=f"{LONGEST_TEXT:,}", length=f"{len(text):,}"))
    with transaction.atomic():
        _lock(access, conversation_id)
        newest = newest_summary(conversation_id)
        old = newest.summary
        words = Summary(text, tuple(old.facts if facts is None else facts), old.carried, old.whole)
        return _append(conversation_id, newest, words, SummarySource.PERSON)


def restore_summary(access: Access, conversation_id: UUID, *, version: int) -> KeptSummary:
    """Restore an earlier version as the newest. Messages that it does not cover are summarised again.

    Raises NotFound.
    """
    with transaction.atomic():
        _lock(access, conversation_id)
        earlier = version_of(access, conversation_id, version=version)
        again = replace(earlier, version=newest_summary(conversation_id).version)
        return _append(conversation_id, again, earlier.summary, SummarySource.PERSON)


def pin_summary(access: Access, conversation_id: UUID, *, version: int, pinned: bool) -> None:
    """Pin a version, and only it, as the one in the window, or unpin it.

    Raises NotFound.
    """
    with transaction.atomic():
        _lock(access, conversation_id)
        own = models.Summary.objects.filter(conversation_id=conversation_id)
        if not own.filter(version=version).update(pinned=pinned):
            raise NotFound()
        own.exclude(version=version).filter(pinned=pinned).update(pinned=False)


def append_summary(
    conversation_id: UUID,
    base: KeptSummary,
    summary: Summary,
    *,
    covers_to: int,
    source: SummarySource,
    model: str,
    prompt_hash: str,
) -> KeptSummary | None:
    """Store the successor of `base`, within a transaction that locks the conversation.

    None if a version was written since: the same messages are not summarised twice.
    """
    if newest_summary(conversation_id).version != base.version:
        return None
    grown = KeptSummary(base.version, base.covers_from, covers_to, summary, source, model)
    kept = _append(conversation_id, grown, summary, source, model=model, prompt_hash=prompt_hash)
    _drop_old(conversation_id, kept.version - VERSIONS)
    return kept


def kept_summary(row: models.Summary) -> KeptSummary:
    carried = tuple(_carried(one) for one in row.carried if "text" in one)
    whole = tuple(one["sequence"] for one in row.carried if "text" not in one)
    return KeptSummary(
        version=row.version,
        covers_from=row.covers_from,
        covers_to=row.covers_to,
        summary=Summary(row.text, tuple(row.facts), carried, whole),
        source=SummarySource(row.source),
        model=row.model,
        pinned=row.pinned,
        created_at=row.created_at,
    )


def _carried(data: Mapping[str, Any]) -> Carried:
    return Carried(data["sequence"], data["text"], data["role"])


def _first(ordered: PreparedRows, conversation_id: UUID) -> KeptSummary:
    for row in ordered(conversation_id=conversation_id):
        return kept_summary(models.Summary.from_db(connection.alias, _COLUMNS, row))
    return NOTHING_YET


def _only(rows: QuerySet[models.Summary]) -> KeptSummary:
    row = rows.first()
    if row is None:
        raise NotFound()
    return kept_summary(row)


def _lock(access: Access, conversation_id: UUID) -> None:
    rows = conversations_of(access).select_for_update().filter(pk=conversation_id)
    if rows.values_list("pk").first() is None:
        raise NotFound()


def _append(
    conversation_id: UUID, base: KeptSummary, summary: Summary, source: SummarySource, **columns: str
) -> KeptSummary:
    carried = [{"sequence": one.sequence, "role": one.role, "text": one.text} for one in summary.carried]
    row = models.Summary.objects.create(
        conversation_id=conversation_id,
        version=base.version + 1,
        covers_from=base.covers_from,
        covers_to=base.covers_to,
        text=summary.text,
        facts=list(summary.facts),
        carried=[*carried, *({"sequence": sequence} for sequence in summary.whole)],
        source=source,
        **columns,
    )
    return kept_summary(row)


def _drop_old(conversation_id: UUID, oldest: int) -> None:
    """Delete old versions. Those that people wrote or pinned stay."""
    old = models.Summary.objects.filter(conversation_id=conversation_id, version__lte=oldest, pinned=False)
    old.exclude(source=SummarySource.PERSON).delete()
