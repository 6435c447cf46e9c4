"""What an undo left as it is, with who changed it since: by hand, through the assistant or an agent."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from uuid import UUID

from agents.context.changers import authors_of, ways_of
from omniforge.calendar.undoing import EventsUndone
from omniforge.projects.services import Undone
from omniforge.tenants.access import Access


def left_of(
    access: Access, in_projects: Sequence[Undone], in_calendar: Sequence[EventsUndone]
) -> Sequence[str]:
    """Return a sentence on each thing and event that was left."""
    who = authors_of([one for undone in in_projects for since in undone.since.values() for one in since])
    ways = ways_of(
        access, [turn for undone in in_calendar for turns in undone.left.values() for turn in turns]
    )
    left = list[str]()
    for things in in_projects:
        left += _with_doers(things.left, {said: map(who, since) for said, since in things.since.items()})
    for events in in_calendar:
        by = {said: map(ways.__getitem__, turns) for said, turns in events.left.items()}
        left += _with_doers(events.left, by)
    return left


def left_in_part(in_projects: Sequence[Undone], in_calendar: Sequence[EventsUndone]) -> Collection[UUID]:
    """Return what was left, at least in part."""
    things = {one.entity_id for undone in in_projects for since in undone.since.values() for one in since}
    return things | {event for undone in in_calendar for event in undone.kept}


def _with_doers(sentences: Iterable[str], doers: Mapping[str, Iterable[str]]) -> Sequence[str]:
    by = {said: "; ".join(dict.fromkeys(names)) for said, names in doers.items()}
    return [f"{said.rstrip('.')} ({by[said]})." if by.get(said) else said for said in sentences]
