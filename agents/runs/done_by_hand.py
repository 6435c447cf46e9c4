"""What the person changed by hand in projects and the calendar, for the judge of what an answer tells."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import accumulate

from agents.runs.claim_words import share
from agents.tools.changing.outcome_rows import differences
from agents.tools.rows import shorten
from agents.tools.run_context import RunContext
from intent.sentences.titles import significant_words
from omniforge.calendar.changes import EventChanged, event_changes
from omniforge.projects.models import Action
from omniforge.projects.selectors import find_versions
from omniforge.storage.database import in_database

_DAYS = timedelta(days=7)
_MOST = 200  # newest changes, of each sort
_ROOM, _LINE = 1_800, 240  # characters of all, of one
_LEFT_OUT = "(changes of other things left out)"


async def done_by_hand(run: RunContext, claims: str) -> str:
    """Return what the person changed by hand in the last days, what shares words with `claims` first."""
    claimed = significant_words(claims)
    lines = sorted(await in_database(_lines, run), key=lambda one: -share(claimed, one))
    ends = accumulate(map(len, lines))
    shown = [one for one, end in zip(lines, ends, strict=True) if end <= _ROOM]
    left_out = [_LEFT_OUT] if len(shown) < len(lines) else []
    return "\n".join([*shown, *left_out]) or "nothing"


def _lines(run: RunContext) -> list[str]:
    since = run.pack.now - _DAYS
    made = sorted([*_in_projects(run, since), *_in_calendar(run, since)], reverse=True)
    zone = run.pack.now.tzinfo
    return [f"{at.astimezone(zone):%a %d %b %H:%M}: {shorten(what, _LINE)}" for at, what in made]


def _in_projects(run: RunContext, since: datetime) -> Iterator[tuple[datetime, str]]:
    access = run.pack.access
    found = find_versions(access).filter(
        turn_id__isnull=True, changed_by=access.user_id, created_at__gte=since
    )
    for one in found.exclude(entity_type="edge")[:_MOST]:
        values = "; ".join(f"{name}: {said}" for name, said in differences(one))
        if values or one.action != Action.UPDATE:
            yield one.created_at, f"{one.action}d the {one.entity_type} “{one.name}” {values}".rstrip()


def _in_calendar(run: RunContext, since: datetime) -> Iterator[tuple[datetime, str]]:
    found = event_changes(run.pack.access).filter(turn_id__isnull=True, created_at__gte=since).order_by("-id")
    for one in found[:_MOST]:
        changed = EventChanged.of(one.event_id, one.before, one.after)
        yield one.created_at, f"{changed.action}d the event “{changed.name}”"
