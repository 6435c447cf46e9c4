"""What happened before a turn, for the judge: deeds with their doers, and runs of agents."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple
from uuid import UUID

import orjson
from django.db.models import QuerySet

from agents.definitions.selectors import find_runs
from agents.models import AgentRun, CallStatus, RunTrigger, ToolCallRecord
from agents.runs.decided_cards import cards_elsewhere
from agents.runs.past_changes import deed_of, own_writes
from agents.tools.run_context import RunContext

_SEARCHED = 200  # deeds elsewhere among which those that bear out a claim are picked
_MOST_EARLIER = 40  # deeds of earlier turns
_MOST_RUNS = 20
_MOST_NAMES = 40  # of one deed
_LONG = ("state", "task", "output")  # columns of a run that nobody needs here
_ASSISTANT = "assistant"
_WAYS = {
    RunTrigger.DRY_RUN: " in a dry run that changed nothing",
    RunTrigger.SCHEDULE: " by its schedule",
    RunTrigger.WEB_HOOK: " by a web hook",
}


class Past(NamedTuple):
    """Something that happened: when, by whom, in short and with its result, and the names of its things."""

    at: datetime
    by: str
    what: str
    result: str = ""
    names: tuple[str, ...] = ()
    is_elsewhere: bool = False


def past_of(run: RunContext, *, elsewhere: bool) -> list[Past]:
    """Return what happened before this turn in the talk that is read, and `elsewhere`, oldest first."""
    turns = [turn for turn, _ in run.pack.talk.turns if turn != run.pack.turn_id]
    past = _of_talk(run, turns) if turns else []
    past += _of_others(run, [run.pack.turn_id, *turns]) if elsewhere else []
    return sorted(past, key=lambda one: one.at)


def _of_talk(run: RunContext, turns: Sequence[UUID]) -> list[Past]:
    calls = own_writes(run.pack.access, status=CallStatus.DONE, turn_id__in=turns).exclude(run_id=run.run_id)
    return [*_deeds(run, calls.order_by("-id")[:_MOST_EARLIER]), *_runs(run, {"turn_id__in": turns})]


def _of_others(run: RunContext, here: Sequence[UUID]) -> list[Past]:
    calls = own_writes(run.pack.access, status=CallStatus.DONE).exclude(turn_id__in=here)
    deeds = _deeds(run, calls.order_by("-created_at")[:_SEARCHED])
    cards = [Past(one.at, one.by, f"{one.word}{one.way}: {one.what}") for one in cards_elsewhere(run)]
    return [one._replace(is_elsewhere=True) for one in (*deeds, *_runs(run, {}, here), *cards)]


def _deeds(run: RunContext, calls: QuerySet[ToolCallRecord]) -> list[Past]:
    with_agents = calls.select_related("run__agent").defer(*(f"run__{one}" for one in _LONG))
    return [_deed(run, one) for one in with_agents]


def _deed(run: RunContext, call: ToolCallRecord) -> Past:
    deed = deed_of(run.tools.get(call.tool), call.tool, call.arguments, call.result)
    agent = call.run.agent if call.run else None
    names = tuple(islice(_names(_fields(deed.result)), _MOST_NAMES))
    return Past(call.created_at, agent.slug if agent else _ASSISTANT, deed.label, deed.shown, names)


def _fields(result: str) -> Any:
    try:
        return orjson.loads(result)
    except ValueError:  # some results are plain text
        return ()


def _names(value: Any) -> Iterator[str]:
    """Yield the names and titles in a result."""
    if isinstance(value, Mapping):
        yield from (one for key in ("title", "name") if isinstance(one := value.get(key), str))
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    for part in parts:
        yield from _names(part)


def _runs(run: RunContext, within: Mapping[str, Any], without: Sequence[UUID] = ()) -> list[Past]:
    """Return the runs of agents for this person, each with how it began and ended, newest first."""
    mine = find_runs(run.pack.access).filter(user_id=run.pack.access.user_id, **within)
    agents: QuerySet[AgentRun] = mine.exclude(agent=None).exclude(turn_id__in=without)
    return [_run(one, one.worker_name) for one in agents.defer(*_LONG)[:_MOST_RUNS]]


def _run(one: AgentRun, agent: str) -> Past:
    way = _WAYS.get(RunTrigger(one.trigger), "")
    return Past(one.started_at, "", f"Ran the agent {agent}{way}: {one.status}", names=(agent,))
