"""What bears out a sentence on a deed: what was changed, run and read, here and elsewhere, for the judge."""

from collections.abc import Sequence, Set
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from agents.definitions.selectors import find_runs
from agents.models import AgentRun, CallStatus, RunTrigger, ToolCallRecord
from agents.runs.past_changes import deed_of, own_writes
from agents.tools.names import replace_ids
from agents.tools.run_context import Deed, RunContext
from agents.tools.tool import Effect
from intent.sentences.titles import significant_words
from omniforge.storage.database import in_database

_MOST = 40  # lines on what happened elsewhere
_SEARCHED = 200  # of which those that bear out a claim are picked
_MOST_EARLIER = 40  # deeds of earlier turns
_MOST_RUNS = 20
_MOST_READ = 12  # results
_VALUED = 6  # of them with values
_SHORT = 2  # letters of words that any text has
_IN_SHORT, _VALUES = 120, 400  # characters of a deed elsewhere, of its values


class _Past(NamedTuple):
    """Something that happened at some time, in short and with its result."""

    at: datetime
    what: str
    result: str = ""


async def deeds_of_talk(run: RunContext, room: int) -> str:
    """Return what earlier turns of the talk that the model reads have changed and run, oldest first.

    Their results are cut so that all fit into `room` characters.
    """
    done = await in_database(_deeds_of_talk, run)
    ran = await in_database(_runs, run, {"turn_id__in": _turns_before(run)})
    most = room // max(len(done), 1)
    told = [f"{one.what}\n{one.result}"[:most] for one in done]
    return await replace_ids(run.pack.access, "\n".join([*told, *(one.what for one in ran)]))


async def reads_of_turn(run: RunContext, room: int) -> str:
    """Return the results that this run has read, cut so that all fit into `room` characters."""
    read = await in_database(_reads, run)
    return "\n".join(f"{tool}: {text}"[: room // len(read)] for tool, text in read)


async def deeds_elsewhere(run: RunContext, claims: Sequence[str]) -> str:
    """Return what was changed and run for this person in other talks and by agents, oldest first.

    Those that share words with `claims` come before others, the closest of them with their values.
    """
    told = await _named(run, await in_database(_elsewhere, run))
    claimed = significant_words(" ".join(claims))
    shared = [_share(claimed, f"{one.what} {one.result}") for one in told]
    places = sorted(range(len(told)), key=lambda at: (-shared[at], -at))[:_MOST]
    valued = {at for at in places[:_VALUED] if shared[at]}
    return "\n".join(_line(run, told[at], claimed if at in valued else None) for at in sorted(places))


def _line(run: RunContext, one: _Past, claimed: Set[str] | None) -> str:
    """Return something that happened elsewhere, with the values near `claimed` words if there are any."""
    at = one.at.astimezone(run.pack.now.tzinfo)
    values = f" {_near(one.result, claimed)}" if claimed is not None and one.result else ""
    return f"{at:%a %d %b %H:%M}, elsewhere: {one.what[:_IN_SHORT]}{values}"


def _near(result: str, claimed: Set[str]) -> str:
    """Return the part of a result in which the most claimed words stand close together."""
    starts = range(0, max(len(result) - _VALUES // 2, 1), _VALUES // 2)
    parts = [result[start : start + _VALUES] for start in starts]
    best = max(parts, key=lambda part: _share(claimed, part))
    return best if best == result else f"… {best} … (cut)"


def _share(claimed: Set[str], text: str) -> int:
    """Return how many claimed words a text has. Stemming each of its words would take too long."""
    said = text.casefold()
    return sum(len(word) > _SHORT and word in said for word in claimed)


async def _named(run: RunContext, past: Sequence[_Past]) -> list[_Past]:
    """Return what happened in one line each, with names in place of ids, which are looked up at once."""
    lines = await replace_ids(run.pack.access, "\n".join(" ".join(one.what.split()) for one in past))
    named = zip(past, lines.split("\n"), strict=False)
    return [_Past(one.at, what, " ".join(one.result.split())) for one, what in named]


def _turns_before(run: RunContext) -> list[UUID]:
    return [turn for turn, _ in run.pack.talk.turns if turn != run.pack.turn_id]


def _deeds_of_talk(run: RunContext) -> list[Deed]:
    turns = _turns_before(run)
    others = own_writes(run.pack.access, turn_id__in=turns).exclude(run_id=run.run_id)
    newest = others.filter(status=CallStatus.DONE).order_by("-id")[:_MOST_EARLIER] if turns else ()
    return [_deed(run, one) for one in reversed(newest)]


def _reads(run: RunContext) -> list[tuple[str, str]]:
    made = ToolCallRecord.objects.filter(run_id=run.run_id, effect=Effect.READ, status=CallStatus.DONE)
    newest = made.order_by("-id").values_list("tool", "result")[:_MOST_READ]
    return [(tool, str(result.get("text", ""))) for tool, result in reversed(newest)]


def _elsewhere(run: RunContext) -> list[_Past]:
    here = [run.pack.turn_id, *_turns_before(run)]
    others = own_writes(run.pack.access, status=CallStatus.DONE).exclude(turn_id__in=here)
    deeds = [_past(run, one) for one in others.order_by("-created_at")[:_SEARCHED]]
    return sorted([*deeds, *_runs(run, {}, here)], key=lambda one: one.at)


def _past(run: RunContext, call: ToolCallRecord) -> _Past:
    deed = _deed(run, call)
    return _Past(call.created_at, deed.label, deed.result)


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


def _deed(run: RunContext, call: ToolCallRecord) -> Deed:
    return deed_of(run.tools.get(call.tool), call.tool, call.arguments, call.result)
