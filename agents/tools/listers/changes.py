"""Lists what was changed lately: by anybody in projects, by chats in the person's calendar."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

from agents.context.changers import changers_of, this_person
from agents.tools.changing.gone_with import gone_with_each
from agents.tools.changing.outcome_rows import differences
from agents.tools.context import CallContext
from agents.tools.listers.listed import EVERYWHERE, MONTH, Listed, Wanted, days, page, span
from agents.tools.resolver import Resolver
from agents.tools.rows import Row, drop_empty, local
from omniforge.calendar.changes import EventChanged, Image, days_lost, event_changes, is_changed_otherwise
from omniforge.calendar.models import EventChange
from omniforge.projects.models import Action, Version
from omniforge.projects.selectors import find_versions, titles_of_things

_MOST = 1_000  # newest changes of projects, and of the calendar
_DONE = tuple(f"{one}d" for one in Action.values)  # created, deleted …


def changes(wanted: Wanted, resolver: Resolver, context: CallContext) -> Listed:
    """Return single changes, newest first, by default of the last month."""
    given, today = wanted.conditions, context.now.date()
    last = given["due_before"] or today
    first = given["due_after"] or last - MONTH
    home = resolver.project(wanted.project) if wanted.project else None
    within = {"created_at__range": days(first, last, context.now)}
    rows = [*_in_projects(context, within | ({"project_id": home.id} if home else {}))]
    rows += [] if home else _in_calendar(context, within)
    acts = given.states((*_DONE, *Action.values), (), "change") or _DONE
    fits = [one for one in rows if given.has_title(one["title"]) and {one["did"], one["did"][:-1]} & {*acts}]
    fits.sort(key=lambda one: str(one["at"]), reverse=True)
    place = home.title if home else f"{EVERYWHERE} and your calendar"
    return page(f"{place}{span(given, first, last)}", fits, wanted, dict)


def _in_projects(context: CallContext, within: dict[str, Any]) -> Iterator[Row]:
    """Yield changes of projects and of what is in them. Links and empty changes are left out."""
    found = find_versions(context.access).filter(**within).exclude(entity_type="edge")
    versions = list(found.select_related("changed_by", "project")[:_MOST])
    moved = {UUID(one.place["document"]) for one in versions if one.action == Action.MOVE}
    titles, back = titles_of_things(context.access, moved), set[UUID]()
    who = changers_of(context.access, versions)
    with_it = gone_with_each(context.access, [one for one in versions if one.action == Action.DELETE])
    for version in versions:
        if version.action == Action.RESTORE:
            back.add(version.entity_id)
        values = [f"{name}: {said}" for name, said in differences(version)]
        if values or version.action != Action.UPDATE:
            row = _row(version, values, who(version), context) | _moved(version, titles)
            is_back = version.action == Action.DELETE and version.entity_id in back
            yield row | drop_empty(
                {"with_it": with_it.get(version.pk), "since": "restored" if is_back else ""}
            )


def _row(version: Version, values: list[str], who: str, context: CallContext) -> Row:
    return drop_empty(
        {
            "id": str(version.entity_id),
            "at": local(version.created_at, context.now),
            "by": who,
            "did": f"{version.action}d",
            "kind": version.entity_type,
            "title": version.name,
            "project": version.project.name if version.entity_type != "project" else "",
            "changed": values if version.action == Action.UPDATE else [],
        }
    )


def _moved(version: Version, titles: dict[UUID, str]) -> Row:
    """Return the document that was moved: it is stored as a change of its project."""
    if version.action != Action.MOVE or version.entity_type != "project":
        return {}
    document = UUID(version.place["document"])
    return {"kind": "document", "id": str(document), "title": titles.get(document, "a document that is gone")}


def _in_calendar(context: CallContext, within: dict[str, Any]) -> Iterator[Row]:
    """Yield what each turn made of an event. Days that a series lost are deleted, though it stays."""
    first, last = dict[tuple[UUID, UUID], EventChange](), dict[tuple[UUID, UUID], EventChange]()
    changes = list(event_changes(context.access).filter(**within).order_by("-id")[:_MOST])
    for change in reversed(changes):
        of = change.turn_id, change.event_id
        last[of] = change
        first.setdefault(of, change)
    for of, change in last.items():
        before = first[of].before
        if not (before or change.after):  # made and deleted again
            continue
        by = this_person(in_chat=bool(change.turn_id))
        row = {"at": local(change.created_at, context.now), "by": by, "kind": "event"}
        event = EventChanged.of(change.event_id, before, change.after)
        if lost := [day.isoformat() for day in days_lost(before, change.after)]:
            yield row | {"did": "deleted", "title": event.name, "days": lost}
        if not lost or is_changed_otherwise(before, change.after):
            starts = _starts(before, change.after, context.now)
            yield row | {"did": f"{event.action}d", "title": event.name, "starts": starts}


def _starts(before: Image, after: Image, now: datetime) -> str:
    """Return when an event starts, if it was moved when it did before, too."""
    times = [datetime.fromisoformat(one["starts_at"]) for one in (before, after) if one]
    return " → ".join(dict.fromkeys(str(local(one, now)) for one in times))
