"""Reads an agent, a skill or a run."""

from typing import Any

import orjson

from agents.definitions.selectors import find_agents, find_runs, get_row, get_skill
from agents.models import AgentRun, ToolCallRecord
from agents.tools.allowed import tools_in_short
from agents.tools.context import CallContext
from agents.tools.listers.around import agent_row
from agents.tools.named_things import Ref
from agents.tools.reading.part import Part, Reading, in_part
from agents.tools.rows import drop_empty, local, shorten
from agents.tools.texts import Texts
from omniforge.redaction import redact
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access

_CALLS = 30  # of a run, told when it is read


async def read_agent(ref: Ref, part: Part, context: CallContext) -> Reading:
    """Return an agent's instructions and tools."""
    return await in_database(_agent, ref, part, context)


def _agent(ref: Ref, part: Part, context: CallContext) -> Reading:
    agent = get_row(find_agents(context.access, archived=True).prefetch_related("skills"), str(ref.id))
    own = {name: value for name, value in agent_row(agent, context.now).items() if name not in ("id", "name")}
    fields = {
        **own,
        "purpose": agent.description,
        **in_part("instructions", agent.instructions, part),
        "covers": agent.subject,
        "tools": tools_in_short(agent),
        "version": agent.version,
    }
    return Reading("agent", str(agent.pk), agent.slug, drop_empty(fields))


async def read_skill(ref: Ref, part: Part, context: CallContext) -> Reading:
    """Return a skill's instructions, or one of its other files."""
    return await in_database(_skill, ref, part, context)


def _skill(ref: Ref, part: Part, context: CallContext) -> Reading:
    skill = get_skill(context.access, str(ref.id))
    fields = {
        "description": skill.description,
        **in_part("text", skill.resources.get(part.name, "") or skill.instructions, part),
        "tools": skill.allowed_tools,
        "files": sorted(skill.resources),
    }
    return Reading("skill", str(skill.pk), skill.slug, drop_empty(fields))


async def read_run(ref: Ref, part: Part, context: CallContext) -> Reading:
    """Return a run's task, its complete output, and in short the calls that it made for the person."""
    return await in_database(_run, ref, part, context)


def _run(ref: Ref, part: Part, context: CallContext) -> Reading:
    run = get_row(find_runs(context.access), str(ref.id))
    fields = {
        "state": run.status,
        "trigger": run.trigger,
        "started": local(run.started_at, context.now),
        "ended": local(run.finished_at, context.now),
        "task": shorten(run.task, 2_000),
        **in_part("output", run.output, part),
        "error": run.error,
        "calls": _calls(run, context.access),
    }
    return Reading("run", str(run.pk), run.worker_name, drop_empty(fields), texts=Texts(runs=[run.pk]))


def _calls(run: AgentRun, access: Access) -> list[str]:
    """Return a person's own calls in a run, each on a line with what came of it."""
    made = ToolCallRecord.objects.filter(run_id=run.pk, user_id=access.user_id).order_by("id")
    return [f"{one.tool} {_given(one)}: {_outcome(one)}" for one in made[:_CALLS]]


def _given(call: ToolCallRecord) -> str:
    return redact(shorten(orjson.dumps(_said(call.arguments)).decode()))


def _said(value: Any) -> Any:
    """Return arguments without those that a model left out, which stand at their defaults."""
    if isinstance(value, dict):
        return drop_empty({name: _said(one) or None for name, one in value.items()})
    return [_said(one) for one in value] if isinstance(value, list) else value


def _outcome(call: ToolCallRecord) -> str:
    said = call.error or str(call.result.get("summary") or "")
    return shorten(f"{call.status}, {said}" if said else call.status)
