"""Operations on calendar events, for every store. All of them may wait for a network."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import TypedDict, Unpack
from uuid import uuid5

from omniforge.calendar.appointment import Appointment, parts_of
from omniforge.calendar.rule import change_rule, move_rule, read_rule
from omniforge.calendar.store import CalendarStore
from omniforge.calendar.validation import check_appointment, check_span, midnight
from omniforge.errors import Conflict, InvalidInput, NotFound
from omniforge.storage.ids import new_id

_LOOKED_BACK = timedelta(days=30)
_LOOKED_AHEAD = timedelta(days=335)
_NAMED = 5  # events that are listed if a title fits several


class EventFields(TypedDict, total=False):
    """The changeable fields of an event. Both times have a zone."""

    title: str
    starts_at: datetime
    ends_at: datetime
    all_day: bool
    place: str
    notes: str


def list_events(*, calendar: CalendarStore, since: datetime, until: datetime) -> Sequence[Appointment]:
    """Return the events in this period, a year at most, earliest first. Raises InvalidInput by field."""
    check_span(since, until)
    return calendar.between(since, until)


def create_event(
    *,
    calendar: CalendarStore,
    title: str,
    starts_at: datetime,
    ends_at: datetime | None = None,
    all_day: bool = False,
    place: str = "",
    notes: str = "",
    rule: str = "",
    without: Sequence[date] = (),
    key: str = "",
) -> Appointment:
    """Add an event. It takes an hour, or a day, if no end is given.

    An event with the same `key` is added only once. An event with a `rule` (an RRULE, see `rule.py`) repeats
    from the first matching day on, except on the days in `without`. Raises InvalidInput by field.
    """
    event_id = uuid5(calendar.calendar_id, key) if key else new_id()
    # An all-day event covers every day that it touches: a moment makes one day.
    ends_at = ends_at or starts_at + (timedelta(microseconds=1) if all_day else timedelta(hours=1))
    wanted = Appointment(
        str(event_id), title, starts_at, ends_at, all_day, place, notes, bool(rule), rule=rule
    )
    made = calendar.add(check_appointment(wanted, calendar.zone))
    for day in without:
        _leave_out(calendar, made, day)
    return replace(made, left_out=tuple(without))


def _leave_out(calendar: CalendarStore, series: Appointment, day: date) -> None:
    """Delete the occurrences of a series on a day, if there are any."""
    series_id = parts_of(series.id)[0]
    for one in calendar.between(*_span(calendar, series.starts_at, day)):
        if one.series == series_id:
            calendar.remove(one.id)


def update_event(*, calendar: CalendarStore, event_id: str, **changes: Unpack[EventFields]) -> Appointment:
    """Change these fields. If only its start moves, an event keeps its length.

    An occurrence of a series is changed alone. Raises NotFound, InvalidInput by field, and Conflict if it
    changed in the meantime.
    """
    before = calendar.get(event_id)
    if parts_of(event_id)[1]:
        before = replace(before, rule="")
    if "starts_at" in changes and "ends_at" not in changes:
        changes["ends_at"] = changes["starts_at"] + (before.ends_at - before.starts_at)
    return calendar.replace(check_appointment(replace(before, **changes), calendar.zone))


def update_series(*, calendar: CalendarStore, event_id: str, **changes: Unpack[EventFields]) -> Appointment:
    """Change the whole series to which an occurrence belongs. The times are those of this occurrence.

    If it moves to another weekday, the rule's weekdays move too. Raises NotFound. Raises InvalidInput if the
    rule can't express the change, or if the calendar is on a server, whose rules are unknown.
    """
    occurrence = calendar.get(event_id)
    before = calendar.get(occurrence.series or event_id)
    if calendar.remote or not before.rule:
        raise InvalidInput("Only one event of this series can be changed here at a time.")
    starts = changes.get("starts_at", occurrence.starts_at)
    ends = changes.get("ends_at", starts + (occurrence.ends_at - occurrence.starts_at))
    days = (starts.date() - occurrence.starts_at.astimezone(starts.tzinfo).date()).days
    first = before.starts_at.astimezone(starts.tzinfo) + timedelta(days=days)
    first = first.replace(hour=starts.hour, minute=starts.minute)
    rule = str(move_rule(read_rule(before.rule), days))
    changes["starts_at"], changes["ends_at"] = first, first + (ends - starts)
    return calendar.replace(check_appointment(replace(before, rule=rule, **changes), calendar.zone))


def repeat_event(
    *,
    calendar: CalendarStore,
    event_id: str,
    rule: str,
    without: Sequence[date] | None = None,
    **changes: Unpack[EventFields],
) -> Appointment:
    """Let an event, or its whole series, repeat by a rule or by parts of a rule (`rule.changed_to`).

    `without` replaces the days on which it doesn't take place; None keeps them. Raises NotFound. Raises
    InvalidInput if the rule is not one, or if the calendar is on a server.
    """
    if calendar.remote:
        raise InvalidInput("How an event repeats can't be changed in a calendar of another service.")
    before = calendar.get(calendar.get(event_id).series or event_id)
    new = _rule_after(before.rule, rule)
    left_out = before.left_out if without is None else tuple(without)
    wanted = replace(before, **_beginning(before, **changes), rule=new, left_out=left_out)
    return calendar.replace(check_appointment(wanted, calendar.zone))


def _rule_after(before: str, changes: str) -> str:
    """Return a rule with other parts. Without any changes it stays as it was."""
    if before:
        return str(change_rule(read_rule(before), changes)) if changes else before
    return str(read_rule(changes))


def _beginning(before: Appointment, **changes: Unpack[EventFields]) -> EventFields:
    """Return the changes with both times. Of a series the hour alone changes, not when it began."""
    starts = changes.get("starts_at", before.starts_at)
    length = changes["ends_at"] - starts if "ends_at" in changes else before.ends_at - before.starts_at
    first = before.starts_at.astimezone(starts.tzinfo)
    first = first.replace(hour=starts.hour, minute=starts.minute) if before.rule else starts
    return {**changes, "starts_at": first, "ends_at": first + length}


def delete_event(*, calendar: CalendarStore, event_id: str) -> None:
    """Delete an event, of a series this occurrence, or all of it by the series' id. Raises NotFound."""
    calendar.remove(event_id)


def find_event(
    *, calendar: CalendarStore, event: str, now: datetime, day: date | None = None, whole_series: bool = False
) -> Appointment:
    """Return the event with this id, or the event on `day` whose title is or contains `event` or its words.

    `event` may also be the id of a series. With `whole_series`, the occurrences of a series count as one, and
    the first is returned. Without a day, the last 30 days and the next 11 months are searched. Raises
    NotFound if nothing matches, and Conflict with the names if several do.
    """
    there = calendar.between(*_span(calendar, now, day))
    found = _named(there, event)
    if whole_series:
        found = [one for one in found if one.repeats] or found  # else a moved occurrence would fit as well
        found = list({one.series or one.id: one for one in reversed(found)}.values())[::-1]
    if not found:
        own = there[:_NAMED] if day and not calendar.remote else ()
        titles = "; ".join(one.title for one in own)
        others = f"That day has: {titles}." if titles else "List the events to see their titles."
        raise NotFound(f"There is no event '{event}' {_where(day)}. {others}")
    if len(found) > 1:
        several = "; ".join(f"{one.title}, {one.when} (id {one.id})" for one in found[:_NAMED])
        raise Conflict(f"Several events fit '{event}': {several}. Name the day, or the id.")
    return found[0]


def _span(calendar: CalendarStore, now: datetime, day: date | None) -> tuple[datetime, datetime]:
    if day is None:
        return now - _LOOKED_BACK, now + _LOOKED_AHEAD
    begins = datetime.combine(day, datetime.min.time(), calendar.zone)
    return begins, midnight(begins, days=1)


def _named(events: Sequence[Appointment], name: str) -> Sequence[Appointment]:
    """Return the event with this id, or the events of this series, or those with this title.

    If there are none, return those whose titles contain `name`, or all of its words.
    """
    title = name.strip().casefold()
    fits: list[Callable[[Appointment], bool]] = [
        lambda event: event.id == name,
        lambda event: bool(name) and event.series == name,
        lambda event: event.title.casefold() == title,
        lambda event: title in event.title.casefold(),
        lambda event: bool(title) and set(title.split()) <= set(event.title.casefold().split()),
    ]
    return next(filter(None, ([event for event in events if fit(event)] for fit in fits)), [])


def _where(day: date | None) -> str:
    return (
        f"on {day:%a %d %b %Y}"
        if day
        else "in the last 30 days and the next 11 months; name its day if it is on another"
    )
