"""What is stored of a source between checks: its newest items, each with the time it was first seen."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from agents.models import Source
from agents.tools.sources.items import CheckResult, Item
from agents.tools.sources.kinds import kind_of
from omniforge.errors import NotFound
from omniforge.tenants.access import Access

_MOST = 200  # items beyond the current ones
_MANY = 10


def items_of(source: Source) -> list[Item]:
    """Return a source's stored items, newest first."""
    return [Item.of(kept) for kept in source.seen.get("items", ())]


@transaction.atomic
def store_check(access: Access, source_id: UUID, found: CheckResult) -> Source:
    """Store the result of a check, and that it succeeded. Raises NotFound if the source is gone by then."""
    source = _locked(access, source_id)
    source.checked_at = _after(source.checked_at)
    source.seen = seen_after(source, found, source.checked_at)
    source.error, source.failing_since = "", None
    source.save(update_fields=["seen", "checked_at", "error", "failing_since"])
    return source


@transaction.atomic
def store_failure(access: Access, source_id: UUID, why: str) -> None:
    """Store why a check failed, and since when checks fail."""
    source = _locked(access, source_id)
    source.error, source.failing_since = why, source.failing_since or timezone.now()
    source.save(update_fields=["error", "failing_since"])


def seen_after(source: Source, found: CheckResult, now: datetime) -> dict[str, Any]:
    """Return what to store of a source after a check."""
    kind = kind_of(source.kind)
    if not kind.keeps:
        return {}
    news = kind.news(found, source.seen.get("state"))
    before = items_of(source)
    kept = _merged(before, news, now)
    lacks = now.isoformat() if _has_gap(before, news) else source.seen.get("lacks_at")
    return {"items": [item.as_kept() for item in kept], "state": found.state, "lacks_at": lacks}


def lacks_since(source: Source, moment: datetime) -> bool:
    """Return whether items may have come and gone unseen since a moment."""
    lacks_at = source.seen.get("lacks_at")
    return bool(lacks_at) and datetime.fromisoformat(lacks_at) > moment


def _has_gap(before: Sequence[Item], now: Sequence[Item]) -> bool:
    """Return whether a check found many items and none of them known: others may have been missed."""
    known = {item.key for item in before}
    return bool(before) and len(now) >= _MANY and not any(item.key in known for item in now)


def _merged(before: Sequence[Item], found: Iterable[Item], now: datetime) -> list[Item]:
    """Return the current items, with their first-seen times, and the newest earlier ones."""
    known = {item.key: item for item in before}
    there = {one.key: replace(one, seen_at=_first_seen(known.get(one.key)) or now) for one in found}
    new = [item for item in there.values() if item.key not in known]
    others = [item for item in before if item.key not in there]
    old = [item for item in there.values() if item.key in known]
    return [*new, *sorted([*old, *others[:_MOST]], key=_order, reverse=True)]


def _first_seen(known: Item | None) -> datetime | None:
    return known.seen_at if known else None


def _order(item: Item) -> datetime:
    return item.seen_at or timezone.now()


def _after(before: datetime | None) -> datetime:
    """Return the time of a check, later than the previous one even if the clock was set back."""
    now = timezone.now()
    return max(now, before + timedelta(microseconds=1)) if before else now


def _locked(access: Access, source_id: UUID) -> Source:
    rows = Source.objects.filter(tenant_id=access.tenant_id, pk=source_id).select_for_update()
    if (source := rows.first()) is None:
        raise NotFound(gettext("This source was removed."))
    return source
