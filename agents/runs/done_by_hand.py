"""What people changed by hand here, and others by any way, for the judge of what an answer tells."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import accumulate

from django.db.models import Q

from agents.context.audited import audited_changes
from agents.context.changers import BY_HAND, SELF, changers_of
from agents.runs.claim_words import CUT, share
from agents.tools.changing.outcome_rows import differences
from agents.tools.listers.changes import starts_before_and_after
from agents.tools.listers.former_versions import fields_changed
from agents.tools.run_context import RunContext
from intent.sentences.titles import significant_words
from omniforge.calendar.changes import EventChanged, event_changes
from omniforge.files.selectors import own_files
from omniforge.projects.models import Action
from omniforge.projects.selectors import find_versions
from omniforge.storage.database import in_database

_DAYS = timedelta(days=7)
_MOST = 200  # newest changes, of each sort
_ROOM, _LINE = 1_800, 400  # characters of all, of one: a text before and after
_LEFT_OUT = "(changes of other things left out)"
_OWN_HAND = f"{SELF}, {BY_HAND}"
_Told = Iterator[tuple[datetime, str, str]]  # when, who and how, what


async def done_by_hand(run: RunContext, claims: str) -> str:
    """Return what the person changed by hand in the last days, and others in what they share.

    What has words of the `claims` comes first.
    """
    claimed = significant_words(claims)
    lines = sorted(await in_database(_lines, run), key=lambda one: -share(claimed, one))
    ends = accumulate(map(len, lines))
    shown = [one for one, end in zip(lines, ends, strict=True) if end <= _ROOM]
    left_out = [_LEFT_OUT] if len(shown) < len(lines) else []
    return "\n".join([*shown, *left_out]) or "nothing"


def _lines(run: RunContext) -> list[str]:
    since = run.pack.now - _DAYS
    sources = (_in_projects, _in_calendar, _files, _of_audit)
    made = sorted((one for source in sources for one in source(run, since)), reverse=True)
    return [_line(run, *one) for one in made]


def _line(run: RunContext, at: datetime, who: str, what: str) -> str:
    by = "" if who == _OWN_HAND else f"{who}: "
    said = " ".join(what.split())
    cut = said if len(said) <= _LINE else f"{said[:_LINE]} {CUT}"
    return f"{at.astimezone(run.pack.now.tzinfo):%a %d %b %H:%M}: {by}{cut}"


def _in_projects(run: RunContext, since: datetime) -> _Told:
    """Yield what this person did by hand, and others also through their assistants."""
    found = find_versions(run.pack.access).filter(
        Q(turn_id=None) | ~Q(changed_by=run.pack.access.user_id), created_at__gte=since
    )
    versions = list(found.exclude(entity_type="edge").select_related("changed_by")[:_MOST])
    who = changers_of(run.pack.access, versions)
    for one in versions:
        values = "; ".join(f"{name}: {said}" for name, said in differences(one))
        if values or one.action != Action.UPDATE:
            yield one.created_at, who(one), f"{one.action}d the {one.entity_type} “{one.name}” {values}"


def _in_calendar(run: RunContext, since: datetime) -> _Told:
    found = event_changes(run.pack.access).filter(turn_id=None, created_at__gte=since).order_by("-id")
    for one in found[:_MOST]:
        changed = EventChanged.of(one.event_id, one.before, one.after)
        starts = starts_before_and_after(one.before, one.after, run.pack.now)
        yield one.created_at, _OWN_HAND, f"{changed.action}d the event “{changed.name}”, starts {starts}"


def _files(run: RunContext, since: datetime) -> _Told:
    kept = own_files(run.pack.access).filter(written_by_agent=False, created_at__gte=since)
    for at, name in kept.values_list("created_at", "name")[:_MOST]:
        yield at, _OWN_HAND, f"uploaded the file “{name}”, which is still there"


def _of_audit(run: RunContext, since: datetime) -> _Told:
    found = audited_changes(run.pack.access, since, run.pack.now, _MOST)
    changed = fields_changed(run.pack.access, found)
    for one in found:
        is_shown = one.person != SELF or one.way == BY_HAND
        if is_shown and one.kind != "approval":  # which decided cards tell
            yield one.at, one.who, "; ".join((f"{one.kind} {one.did}: {one.title}", *changed.get(one, ())))
