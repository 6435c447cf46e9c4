"""Lists runs with what each claims, and with what it really did: what it says may not be true."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from agents.definitions.selectors import find_apart_runs
from agents.models import AgentRun, CallStatus, RunStatus, RunTrigger, ToolCallRecord
from agents.tools.context import CallContext
from agents.tools.listers.listed import WORKSPACE, Listed, Wanted
from agents.tools.resolver import Resolver
from agents.tools.rows import Row, drop_empty, local, shorten
from agents.tools.tool import Effect

_SEARCHED = 500  # newest runs
_SHOWN = 300  # characters of a run's task and output
_DEEDS = 8  # of a run
_CHANGES_NOTHING = (RunTrigger.DRY_RUN, RunTrigger.TRIAL)
_HANDS_ON = ("delegate", "run_agent")  # reads themselves, but others change things for them


def runs(wanted: Wanted, resolver: Resolver, context: CallContext) -> Listed:
    """Return runs, newest first. `title` is the agent's name or words of the task."""
    found = find_apart_runs(context.access)
    if states := wanted.conditions.states(RunStatus.values, (), "run"):
        found = found.filter(status__in=states)
    first, last = wanted.start, wanted.start + wanted.limit
    if not wanted.conditions["title"]:
        return Listed(WORKSPACE, run_rows(list(found[first:last]), context), found.count())
    fits = wanted.conditions.has_title
    fitting = [one for one in found[:_SEARCHED] if fits(one.worker_name.replace("-", " ")) or fits(one.task)]
    return Listed(WORKSPACE, run_rows(fitting[first:last], context), len(fitting))


def run_rows(runs: Sequence[AgentRun], context: CallContext) -> list[Row]:
    """Return runs as rows. `done` is what a person's own run really did, even if that is nothing."""
    own = [one.pk for one in runs if one.user_id == context.access.user_id]
    deeds = _deeds(own)
    return [
        _row(one, context.now) | ({"done": _in_short(deeds[one.pk])} if one.pk in own else {}) for one in runs
    ]


def _row(run: AgentRun, now: datetime) -> Row:
    return drop_empty(
        {
            "id": str(run.pk),
            "agent": run.worker_name,
            "state": run.status,
            "dry_run": run.trigger in _CHANGES_NOTHING or None,
            "started": local(run.started_at, now),
            "started_by": run.get_trigger_display().lower(),
            "task": shorten(run.task, _SHOWN),
            "output": shorten(run.output, _SHOWN),
            "error": run.error,
        }
    )


def _in_short(deeds: list[str]) -> list[str]:
    more = [f"and {len(deeds) - _DEEDS} more"] if len(deeds) > _DEEDS else []
    return [*deeds[:_DEEDS], *more]


def _deeds(runs: Sequence[UUID]) -> defaultdict[UUID | None, list[str]]:
    """Return what runs changed or sent, oldest first, and what they handed on, as run_agent tells it."""
    calls = ToolCallRecord.objects.filter(run_id__in=runs, status=CallStatus.DONE).order_by("id")
    deeds = defaultdict[UUID | None, list[str]](list)
    for run, tool, effect, result in calls.values_list("run_id", "tool", "effect", "result"):
        if effect != Effect.READ or tool in _HANDS_ON:
            deeds[run].append(f"{tool}: {result.get('summary') or 'done'}")
    return deeds
