"""Undo of what a turn changed in calendars stored here, except what was changed again since."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from omniforge.calendar.changes import (
    TIMES,
    EventChanged,
    Image,
    event_changes,
    folded,
    image_of,
    record_change,
)
from omniforge.calendar.models import CalendarEvent, EventChange
from omniforge.tenants.access import Access

_ALL = "all"  # the one part of a series, and of what was added or deleted


@dataclass(frozen=True, slots=True)
class EventsUndone:
    """What was reverted, and sentences about what was not, each with the turns of the later changes.

    A change by hand has no turn. `kept` are the events that the sentences are about.
    """

    changes: Sequence[EventChanged] = ()
    left: Mapping[str, Sequence[UUID | None]] = field(default_factory=dict)
    kept: Collection[UUID] = ()


@transaction.atomic
def undo_events(*, access: Access, turn_id: UUID, within: UUID) -> EventsUndone:
    """Undo a turn's changes, which `within` can undo itself."""
    changes = list(event_changes(access).filter(turn_id=turn_id).order_by("-id"))
    kept = defaultdict[UUID, set[str]](set)
    undone = [step for change in changes if (step := _taken_back(change, within, kept[change.event_id]))]
    left = {one.event_id: _reason(one, kept[one.event_id]) for one in changes if kept[one.event_id]}
    since = {said: _turns_since(access, changes, event, kept[event], within) for event, said in left.items()}
    return EventsUndone(folded(undone), since, left.keys())


def _taken_back(change: EventChange, within: UUID, kept: set[str]) -> tuple[UUID, Image, Image] | None:
    """Restore the parts of an event that nobody changed since, and add the others to `kept`."""
    rows = CalendarEvent.objects.filter(pk=change.event_id, calendar_id=change.calendar_id)
    row = rows.select_for_update().first()
    now = image_of(row) if row else {}
    parts = _changed_parts(change.before, change.after)
    kept |= {one for one in parts if _part(one, now) != _part(one, change.after)}
    if not (back := parts - kept) or _ALL in kept:
        return None
    image = change.before if _ALL in back else _merged(now, change.before, back)
    record_change(change.calendar_id, within, change.event_id, now, image)
    if row and not image:
        row.delete()
    elif image:
        _restore(row or CalendarEvent(pk=change.event_id, calendar_id=change.calendar_id), image)
    return change.event_id, now, image


def _changed_parts(before: Image, after: Image) -> set[str]:
    """Return what of an event differs: its texts and 'time', or all of one that isn't single and there."""
    if not (before and after) or before["rule"] or after["rule"]:
        return {_ALL}
    return {one for one in (*before["details"], "time") if _part(one, before) != _part(one, after)}


def _part(name: str, image: Image) -> Any:
    if name == _ALL or not image:
        return image
    return _time(image) if name == "time" else image["details"].get(name)


def _time(image: Image) -> Image:
    return {name: image[name] for name in (*TIMES, "all_day", "rule")}


def _merged(now: Image, before: Image, parts: set[str]) -> Image:
    """Return the event as it is now, with these parts as they were."""
    texts = {name: text for name, text in before["details"].items() if name in parts}
    return {**now, "details": {**now["details"], **texts}, **(_time(before) if "time" in parts else {})}


def _restore(row: CalendarEvent, image: Image) -> None:
    for name, value in image.items():
        setattr(row, name, datetime.fromisoformat(value) if name in TIMES else value)
    row.save()


def _turns_since(
    access: Access, changes: Sequence[EventChange], event: UUID, kept: set[str], within: UUID
) -> list[UUID | None]:
    last = max(one.pk for one in changes if one.event_id == event)
    later = event_changes(access).filter(event_id=event, id__gt=last).exclude(turn_id=within).order_by("id")
    concerned = (
        one for one in later if _ALL in kept or _changed_parts(one.before, one.after) & {*kept, _ALL}
    )
    return [one.turn_id for one in concerned]


def _reason(change: EventChange, kept: set[str]) -> str:
    title = (change.after or change.before)["details"]["title"]
    parts = "" if _ALL in kept else f": {', '.join(sorted(kept))}"
    return f"Event '{title}' has changed since{parts}."
