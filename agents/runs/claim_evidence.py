"""What bears out a sentence on a deed: what was changed, run and read, here and elsewhere, for the judge."""

from collections.abc import Mapping, Sequence, Set
from datetime import datetime
from itertools import accumulate
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from agents.definitions.selectors import find_runs
from agents.models import AgentRun, Approval, ApprovalStatus, CallStatus, RunTrigger, ToolCallRecord
from agents.records.runs import approvals_in
from agents.runs.claim_words import near, share
from agents.runs.past_changes import deed_of, own_writes
from agents.tools.names import replace_ids
from agents.tools.run_context import RunContext
from agents.tools.tool import Effect
from intent.sentences.titles import significant_words
from omniforge.storage.database import in_database

_ROOM = 3_000  # characters of what happened earlier
_BEARING = 2_000  # of them for what shares words with the claims, in short
_SEARCHED = 200  # deeds among which those that bear out a claim are picked
_MOST_EARLIER = 40  # deeds of earlier turns
_MOST_RUNS = 20
_MOST_READ = 12  # results
_MOST_REFUSED = 10  # calls
_VALUED = 6  # deeds told with values
_REFUSED = (CallStatus.REFUSED, CallStatus.FAILED)
_WHAT = 3  # weight of the words of what was done, beside those of its result
_IN_SHORT = 120  # characters of a deed without its values


class _Past(NamedTuple):
    """Something that happened at some time, in short and with its result."""

    at: datetime
    what: str
    result: str = ""
    is_elsewhere: bool = False


async def earlier_deeds(run: RunContext, claims: str, *, elsewhere: bool) -> str:
    """Return what was changed and run before this turn, oldest first: in the talk that the model reads, and
    `elsewhere`, too, in other talks and by agents.

    What shares words with `claims` comes before the rest, the closest of it with its values.
    """
    past = await in_database(_past_of, run, elsewhere)
    return "\n".join(_chosen(run, await _named(run, past), significant_words(claims)))


async def reads_of_turn(run: RunContext, claims: str, room: int) -> str:
    """Return the results that this run has read, of each the part near `claims`, and what was refused to it.

    All fit into `room` characters.
    """
    read, claimed = await in_database(_reads, run), significant_words(claims)
    return "\n".join(f"{tool}: {near(text, claimed, room // len(read))}" for tool, text in read)


async def refusals(run: RunContext) -> list[str]:
    """Return the calls of this talk that the person has refused, oldest first, in words."""
    return await in_database(_refused, run)


def _chosen(run: RunContext, told: Sequence[_Past], claimed: Set[str]) -> list[str]:
    """Return as many lines as there is room for, oldest first."""
    shared = [_WHAT * share(claimed, one.what) + share(claimed, one.result) for one in told]
    places = sorted(range(len(told)), key=lambda at: (-shared[at], -at))
    lines = _short_lines(run, told, [at for at in places if shared[at]], _BEARING)
    valued = [*lines][:_VALUED]
    room = _left(lines) // max(len(valued), 1)
    lines |= {at: f"{lines[at]} {near(told[at].result, claimed, room)}".rstrip() for at in valued}
    lines |= _short_lines(run, told, [at for at in places if at not in lines], _left(lines))
    return [lines[at] for at in sorted(lines)]


def _left(lines: Mapping[int, str]) -> int:
    return max(_ROOM - sum(map(len, lines.values())), 0)


def _short_lines(run: RunContext, told: Sequence[_Past], places: Sequence[int], room: int) -> dict[int, str]:
    """Return the first of these `places` that fit, each with when, where and what."""
    lines = {at: _in_short(run, told[at]) for at in places}
    ends = accumulate(map(len, lines.values()))
    return {at: line for (at, line), end in zip(lines.items(), ends, strict=True) if end <= room}


def _in_short(run: RunContext, one: _Past) -> str:
    at = one.at.astimezone(run.pack.now.tzinfo)
    return f"{at:%a %d %b %H:%M}{', elsewhere' if one.is_elsewhere else ''}: {one.what[:_IN_SHORT]}"


async def _named(run: RunContext, past: Sequence[_Past]) -> list[_Past]:
    """Return what happened in one line each, with names in place of ids, which are looked up at once."""
    lines = await replace_ids(run.pack.access, "\n".join(" ".join(one.what.split()) for one in past))
    named = zip(past, lines.split("\n"), strict=False)
    return [one._replace(what=what, result=" ".join(one.result.split())) for one, what in named]


def _turns_before(run: RunContext) -> list[UUID]:
    return [turn for turn, _ in run.pack.talk.turns if turn != run.pack.turn_id]


def _past_of(run: RunContext, elsewhere: bool) -> list[_Past]:
    turns = _turns_before(run)
    past = _deeds_of_talk(run, turns) if turns else []
    past += _elsewhere(run, [run.pack.turn_id, *turns]) if elsewhere else []
    return sorted(past, key=lambda one: one.at)


def _deeds_of_talk(run: RunContext, turns: Sequence[UUID]) -> list[_Past]:
    others = own_writes(run.pack.access, turn_id__in=turns).exclude(run_id=run.run_id)
    done = others.filter(status=CallStatus.DONE).order_by("-id")[:_MOST_EARLIER]
    return [*(_past(run, one) for one in done), *_runs(run, {"turn_id__in": turns})]


def _elsewhere(run: RunContext, here: Sequence[UUID]) -> list[_Past]:
    others = own_writes(run.pack.access, status=CallStatus.DONE).exclude(turn_id__in=here)
    deeds = [_past(run, one) for one in others.order_by("-created_at")[:_SEARCHED]]
    return [one._replace(is_elsewhere=True) for one in (*deeds, *_runs(run, {}, here))]


def _reads(run: RunContext) -> list[tuple[str, str]]:
    made = ToolCallRecord.objects.filter(run_id=run.run_id)
    read = made.filter(effect=Effect.READ, status=CallStatus.DONE)
    told = read | made.filter(status__in=_REFUSED)
    newest = told.order_by("-id").values_list("tool", "result", "error")[:_MOST_READ]
    return [(tool, error or str(result.get("text", ""))) for tool, result, error in reversed(newest)]


def _refused(run: RunContext) -> list[str]:
    talk = run.pack.conversation_id
    asked = approvals_in(run.pack.access, talk) if talk else Approval.objects.none()
    newest = asked.filter(status=ApprovalStatus.REJECTED).order_by("-created_at")[:_MOST_REFUSED]
    return [one.what for one in reversed(newest)]


def _past(run: RunContext, call: ToolCallRecord) -> _Past:
    deed = deed_of(run.tools.get(call.tool), call.tool, call.arguments, call.result)
    return _Past(call.created_at, deed.label, deed.shown)


def _runs(run: RunContext, within: dict[str, Any], without: Sequence[UUID] = ()) -> list[_Past]:
    """Return the runs of agents for this person, each with how it ended, newest first."""
    mine = find_runs(run.pack.access).filter(user_id=run.pack.access.user_id, **within)
    agents: QuerySet[AgentRun] = mine.exclude(agent=None).exclude(turn_id__in=without)
    return [
        _Past(one.started_at, f"Ran the agent {one.agent.slug}{_dry(one)}: {one.status}")
        for one in agents[:_MOST_RUNS]
        if one.agent
    ]


def _dry(run: AgentRun) -> str:
    return " in a dry run that changed nothing" if run.trigger == RunTrigger.DRY_RUN else ""
