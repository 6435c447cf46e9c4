"""Lists what was changed lately: in projects, in the person's calendar, and what the audit tells."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from agents.context.audited import AUDITED, audited_changes
from agents.context.changers import this_person
from agents.tools.context import CallContext
from agents.tools.listers.former_versions import fields_changed
from agents.tools.listers.listed import EVERYWHERE, MONTH, Listed, Wanted, days, page, span
from agents.tools.listers.project_changes import project_changes
from agents.tools.listers.undone import undoing
from agents.tools.named_things import IN_PROJECTS
from agents.tools.resolver import Resolver
from agents.tools.rows import Row, local
from omniforge.calendar.changes import EventChanged, Image, days_lost, event_changes, is_changed_otherwise
from omniforge.calendar.models import EventChange
from omniforge.projects.models import Action
from omniforge.projects.selectors import find_versions

_MOST = 1_000  # newest changes of projects, and of the calendar
_KINDS = ("project", *IN_PROJECTS, "link", "event", *AUDITED)
_DONE = tuple(f"{one}d" for one in Action.values)  # created, deleted …


class _Of(NamedTuple):
    """What changes of an event are told as one: those of a turn, each by hand alone."""

    made_by: UUID | int
    event_id: UUID


def changes(wanted: Wanted, resolver: Resolver, context: CallContext) -> Listed:
    """Return single changes, newest first, by default of the last month."""
    given, today = wanted.conditions, context.now.date()
    last = given["due_before"] or today
    first = given["due_after"] or last - MONTH
    home = resolver.project(wanted.project) if wanted.project else None
    within = {"created_at__range": days(first, last, context.now)}
    rows = [*_in_projects(context, within | ({"project_id": home.id} if home else {}))]
    rows += [] if home else _in_calendar(context, within)
    rows += [] if home else _audited(context, *days(first, last, context.now))
    acts = given.states((*_DONE, *Action.values, *_acts(rows)), (), "change")
    kinds = given.one_of("kind", _KINDS, "change")
    fits = [
        one
        for one in rows
        if one["kind"] in kinds
        and (acts is None or {one["did"], one["did"][:-1]} & {*acts})
        and given.has_title(f"{one['title']} {one.get('to', '')}")
    ]
    fits.sort(key=lambda one: str(one["at"]), reverse=True)
    place = home.title if home else f"{EVERYWHERE} and your calendar"
    return page(f"{place}{span(given, first, last)}", fits, wanted, dict)


def _in_projects(context: CallContext, within: dict[str, Any]) -> Iterator[Row]:
    found = find_versions(context.access).filter(**within).select_related("changed_by", "project")
    versions = list(found[:_MOST])
    took_back = undoing(context.access, {one.turn_id for one in versions if one.turn_id})
    return project_changes(versions, took_back, context)


def _in_calendar(context: CallContext, within: dict[str, Any]) -> Iterator[Row]:
    """Yield what each turn, or the person each time, made of an event.

    Days that a series lost are deleted, though it stays.
    """
    first, last = dict[_Of, EventChange](), dict[_Of, EventChange]()
    changes = list(event_changes(context.access).filter(**within).order_by("-id")[:_MOST])
    took_back = undoing(context.access, {one.turn_id for one in changes if one.turn_id})
    for change in reversed(changes):
        of = _Of(change.turn_id or change.pk, change.event_id)
        last[of] = change
        first.setdefault(of, change)
    for of, change in reversed(last.items()):
        before = first[of].before
        if not (before or change.after):  # made and deleted again
            continue
        by = this_person(in_chat=bool(change.turn_id))
        row: Row = {"at": local(change.created_at, context.now), "by": by, "kind": "event"}
        row |= {"undo": True} if took_back(change.turn_id, change.created_at) else {}
        event = EventChanged.of(change.event_id, before, change.after)
        if lost := [day.isoformat() for day in days_lost(before, change.after)]:
            yield row | {"did": "deleted", "title": event.name, "days": lost}
        if not lost or is_changed_otherwise(before, change.after):
            row |= {"did": f"{event.action}d", "title": event.name}
            yield row | _times(before, change.after, context.now)


def _audited(context: CallContext, since: datetime, until: datetime) -> Iterator[Row]:
    found = audited_changes(context.access, since, until, _MOST)
    fields = fields_changed(context.access, found)
    for one in found:
        row: Row = {"at": local(one.at, context.now), "by": one.who, "kind": one.kind, "did": one.did}
        changed = fields.get(one)
        title = one.title.partition(": ")[0] if changed else one.title  # the rest names the fields
        yield row | {"title": title} | ({"changed": changed} if changed else {})


def _acts(rows: Sequence[Row]) -> Collection[str]:
    """Return what was done that only some kinds know, such as 'paused'."""
    return sorted({str(one["did"]) for one in rows} - {*_DONE})


def _times(before: Image, after: Image, now: datetime) -> Row:
    """Return when an event starts, and when it ends if it takes longer or shorter than before."""
    starts = {"starts": starts_before_and_after(before, after, now)}
    repeats = any(one.get("rule") for one in (before, after))  # a series ends with its last occurrence
    if repeats or not (before and after) or _length(before) == _length(after):
        return starts
    return starts | {"ends": _before_and_after("ends_at", before, after, now)}


def _length(image: Image) -> timedelta:
    starts, ends = (datetime.fromisoformat(image[name]) for name in ("starts_at", "ends_at"))
    return ends - starts


def starts_before_and_after(before: Image, after: Image, now: datetime) -> str:
    """Return when an event starts, if it was moved when it did before, too."""
    return _before_and_after("starts_at", before, after, now)


def _before_and_after(name: str, before: Image, after: Image, now: datetime) -> str:
    times = [datetime.fromisoformat(one[name]) for one in (before, after) if one]
    return " → ".join(dict.fromkeys(str(local(one, now)) for one in times))
