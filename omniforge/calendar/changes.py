"""What was changed in calendars stored here: recorded with the rows before and after. Turns are undone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date
from typing import Any, Literal
from uuid import UUID

from django.db.models import QuerySet

from omniforge.calendar.models import CalendarEvent, EventChange
from omniforge.tenants.access import Access

Image = Mapping[str, Any]  # a row's fields as JSON, empty without a row
TIMES = ("starts_at", "ends_at")


@dataclass(frozen=True, slots=True)
class EventChanged:
    """How an event was changed, for people."""

    entity_id: UUID
    name: str
    action: Literal["create", "update", "delete"]
    entity_type: Literal["event"] = "event"

    @classmethod
    def of(cls, event_id: UUID, before: Image, after: Image) -> "EventChanged":
        action: Literal["create", "update", "delete"] = "update" if after else "delete"
        name = (after or before)["details"]["title"]
        return cls(event_id, name, action if before else "create")


def image_of(row: CalendarEvent) -> Image:
    """Return a row's fields as they are recorded."""
    times = {name: getattr(row, name).astimezone(UTC).isoformat() for name in TIMES}
    return {"details": row.details, "all_day": row.all_day, "rule": row.rule, **times}


def days_lost(before: Image, after: Image) -> list[date]:
    """Return the days on which a series took place before a change and doesn't any more."""
    lost = _left_out(after) - _left_out(before) if before else ()
    return [date.fromisoformat(day) for day in sorted(lost)]


def is_changed_otherwise(before: Image, after: Image) -> bool:
    """Return whether more of an event was changed than the days that its series leaves out."""
    return _without_days(before) != _without_days(after)


def _left_out(image: Image) -> set[str]:
    """Return the days without an occurrence, except those whose occurrence became an event of its own."""
    details = image.get("details", {})
    return {*details.get("left_out", ())} - {*details.get("changed_alone", ())}


def _without_days(image: Image) -> Image:
    details = image.get("details", {})
    return {**image, "details": {name: details[name] for name in details if name != "left_out"}}


def record_change(
    calendar_id: UUID, turn_id: UUID | None, event_id: UUID, before: Image, after: Image
) -> None:
    """Record a change, in the transaction that makes it."""
    EventChange.objects.create(
        calendar_id=calendar_id, turn_id=turn_id, event_id=event_id, before=before, after=after
    )


def event_changes(access: Access) -> QuerySet[EventChange]:
    """Return the recorded changes of a person's calendar."""
    own = {"calendar__tenant_id": access.tenant_id, "calendar__user_id": access.user_id}
    return EventChange.objects.filter(**own)


def events_changed(access: Access, turn_id: UUID) -> Sequence[EventChanged]:
    """Return what a turn changed, once per event, newest first."""
    changes = event_changes(access).filter(turn_id=turn_id).order_by("id")
    return folded([(one.event_id, one.before, one.after) for one in changes])[::-1]


def folded(steps: Sequence[tuple[UUID, Image, Image]]) -> list[EventChanged]:
    """Return one change per event, none for an event that was added and deleted again."""
    first, last = dict[UUID, Image](), dict[UUID, Image]()
    for event_id, before, after in steps:
        first.setdefault(event_id, before)
        last[event_id] = after
    return [EventChanged.of(one, first[one], last[one]) for one in first if first[one] or last[one]]
