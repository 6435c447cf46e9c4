"""The tool that creates, changes, pauses and deletes standing agents. Creating one needs the person's yes."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal
from uuid import UUID

from django.utils import timezone
from pydantic import Field

from agents.definitions import services
from agents.definitions.dry_runs import dry_run_of
from agents.definitions.names import to_kebab
from agents.definitions.selectors import find_agents, get_row
from agents.definitions.validation import AgentFields
from agents.events import DryRunOffered, Operation
from agents.failures import ToolFailed
from agents.models import AgentDefinition, AgentStatus, Approval, ApprovalStatus
from agents.records.runs import approvals_in
from agents.records.services import withdraw_call
from agents.tools.agent_differences import described, differences
from agents.tools.agent_to_save import ON_DEMAND, AgentToSave, fields_of, own_tools, schedule_of, skills_of
from agents.tools.allowed import WORKSPACE
from agents.tools.approvals import asks_each_time
from agents.tools.builtin.send_message import send_message
from agents.tools.connected import is_address
from agents.tools.context import CallContext
from agents.tools.named_things import AGENT
from agents.tools.readiness import describe_gaps, gaps_of
from agents.tools.resolver import Resolver
from agents.tools.sources.services import add_in_turn
from agents.tools.tool import Ask, Effect, Risk, ToolResult, tool
from agents.tools.workspace.scope import Scope
from intent.schedules import Schedule
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from omniforge.tenants.selectors import zone_of

_STATES = {
    "active": AgentStatus.ACTIVE,
    "paused": AgentStatus.PAUSED,
    "deleted": AgentStatus.ARCHIVED,
}
_ASKS = (
    "Each message that it sends waits for a yes in the conversation of the run, until an owner or admin lets "
    "send_message run without asking in Settings > Tools (/settings/tools/). Tell the person."
)
_BACK = "It had been deleted, and is back."
_LASTING = ("purpose", "instructions", "sources", "channels", "skills")


class SavedAgent(ToolResult):
    """The agent as it is now."""

    done: Literal["created", "changed", "deleted", "dropped"]
    agent: dict[str, Any]
    missing: str = ""
    note: str = ""
    changed: dict[str, str] = Field(default_factory=dict)  # fields of a changed agent, before → after
    offer: DryRunOffered | None = Field(None, exclude=True)
    stale: bool = Field(
        default=False, exclude=True
    )  # purpose and instructions may name a former name or time

    def as_read(self) -> dict[str, Any]:
        """Return the agent without its id, and without purpose and instructions unless they may be stale."""
        left_out = ("id",) if self.stale else ("id", "purpose", "instructions")
        kept = {name: value for name, value in self.agent.items() if name not in left_out}
        told = {"changed": self.changed, "missing": self.missing, "note": self.note}
        return {"done": self.done, "agent": kept, **{name: value for name, value in told.items() if value}}

    def summary(self) -> str:
        said = f"{self.done.capitalize()} {self.agent['name']}"
        if self.agent.get("state") == AgentStatus.PAUSED:
            return f"{said}: {self.agent['state']}"
        zone = f" ({self.agent['time_zone']})" if "time_zone" in self.agent else ""
        return f"{said}: {self.agent['schedule']}{zone}" if "schedule" in self.agent else said

    def is_news(self) -> bool:
        return bool(self.missing or self.note)

    def offers(self) -> Sequence[DryRunOffered]:
        return [self.offer] if self.offer else []

    def operations(self) -> Sequence[Operation]:
        if self.done == "dropped":  # a dropped draft was never an agent
            return []
        actions: Mapping[str, Literal["create", "update", "delete"]] = {
            "created": "create",
            "changed": "update",
            "deleted": "delete",
        }
        return [Operation(actions[self.done], "agent", self.agent["name"], "done", self.agent["id"])]


def _said(arguments: Mapping[str, Any]) -> str:
    when = arguments.get("schedule")
    then = f", {Schedule.parse(schedule_of(when, timezone.now())).words}" if when else ""
    if _drops(arguments):
        return f"Dropping the draft of {arguments['instead_of']}"
    if not arguments.get("agent"):
        return f"Creating the agent {arguments['name']}{then}"
    verbs = {"deleted": "Deleting", "paused": "Pausing"}
    name = arguments.get("name")
    named = f", {name} from now on" if name and name != arguments["agent"] else ""
    return (
        f"{verbs.get(arguments.get('state') or '', 'Changing')} the agent {arguments['agent']}{named}{then}"
    )


def _drops(arguments: Mapping[str, Any]) -> bool:
    """Return whether a draft is dropped."""
    return bool(arguments.get("instead_of")) and arguments.get("state") == "deleted"


def _said_with_zone(arguments: Mapping[str, Any], scope: Scope) -> str:
    """Return the label for the decision, with the time zone and the sources it adds."""
    is_timed = (arguments.get("schedule") or "").strip().casefold() not in ON_DEMAND
    new = [one for one in arguments.get("sources") or () if is_address(one)]
    adds = f", and adding the source {' and '.join(new)}" if new else ""
    return _said(arguments) + (f" ({zone_of(scope.access.tenant_id)})" if is_timed else "") + adds


def _subject(arguments: Mapping[str, Any]) -> str:
    """Name the agent and the changed fields: a change of other fields is a separate subject."""
    if not arguments.get("agent"):
        return to_kebab(arguments.get("name") or "")
    changed = [
        one for one in AgentToSave.model_fields if one != "agent" and arguments.get(one) not in (None, "")
    ]
    return f"{arguments['agent'].casefold()}: {', '.join(changed)}"


def _renames(asked: Mapping[str, Any], waiting: Mapping[str, Any], _: Scope) -> bool:
    """Return whether a new agent is a waiting draft under another name, with the same content."""
    if asked.get("agent") or waiting.get("agent"):
        return False
    if asked.get("instead_of"):
        return bool(asked["instead_of"] == waiting.get("name"))
    return any(asked.get(one) and asked.get(one) == waiting.get(one) for one in ("instructions", "purpose"))


def _risk(arguments: AgentToSave) -> Risk:
    """A new agent is shown first. For an existing one, changes of its work and its deletion may come from a
    stranger's words. Its name, schedule and pause are easy to set right again.
    """
    if not arguments.agent:
        return Risk(Effect.WRITE, Ask.NEVER if _drops(arguments.model_dump()) else Ask.ALWAYS)
    lasting = arguments.model_dump(include=set(_LASTING), exclude_defaults=True)
    grave = bool(lasting) or arguments.state == "deleted"
    return Risk(Effect.WRITE, Ask.AFTER_STRANGERS if grave else Ask.NEVER)


def _check(arguments: AgentToSave, scope: Scope) -> None:
    """Raise what saving would raise, before anybody is asked."""
    resolver = Resolver(scope)
    fields_of(arguments, scope)
    skills_of(arguments, resolver)
    if arguments.agent:
        resolver.one(arguments.agent, (AGENT,))
    elif not (arguments.name and arguments.purpose and arguments.instructions):
        raise ToolFailed("A new agent needs a name, a purpose and instructions.")
    elif taken := find_agents(scope.access, archived=True).filter(slug=to_kebab(arguments.name)).first():
        raise ToolFailed(_taken_by(taken))


def _taken_by(agent: AgentDefinition) -> str:
    if agent.status == AgentStatus.ARCHIVED:
        return f"An agent {agent.slug} was deleted, and keeps its name. Choose another name."
    return f"There is an agent {agent.slug} already. Change it, or choose a name."


def _completed(arguments: dict[str, Any], access: Access, talk: UUID | None) -> dict[str, Any]:
    """Return a correction of a draft merged with the draft: fields left out keep their values."""
    draft = _draft(to_kebab(arguments["agent"]), access, talk)
    if draft is None:
        return arguments
    given = {name: value for name, value in arguments.items() if value not in (None, "")}
    return {**arguments, **draft.arguments, **given, "agent": "", "instead_of": draft.arguments["name"]}


def _draft(name: str, access: Access, talk: UUID | None) -> Approval | None:
    """Return the last request in the talk for a new agent of this name that doesn't exist yet."""
    if not (name and talk) or find_agents(access, archived=True).filter(slug=name).exists():
        return None
    asked = approvals_in(access, talk).filter(tool=save_agent.name).exclude(status=ApprovalStatus.APPROVED)
    named = (one for one in asked.reverse() if to_kebab(one.arguments.get("name") or "") == name)
    return next((one for one in named if not one.arguments.get("agent")), None)


@tool(
    said=_said,
    effect=Effect.WRITE,
    ask=Ask.ALWAYS,
    risk=_risk,
    check=_check,
    to_decide=_said_with_zone,
    subject=_subject,
    replaces=_renames,
    completes=_completed,
)
async def save_agent(arguments: AgentToSave, context: CallContext) -> SavedAgent:
    """Create an agent that works by a schedule, on demand or by incoming web hooks (on its page). Change,
    pause, wake or delete one.

    A new one is a draft first, which offers to connect more: ask little before. It has the workspace's
    tools, and what sources and channels name.
    """
    if _drops(arguments.model_dump()):
        return await in_database(_dropped, arguments.instead_of, context.access, context.conversation_id)
    sources = arguments.sources and [await _added(context.access, one) for one in arguments.sources]
    return await in_database(_save, arguments.model_copy(update={"sources": sources}), Scope.of(context))


def _dropped(name: str, access: Access, talk: UUID | None) -> SavedAgent:
    draft = _draft(to_kebab(name), access, talk)
    if draft and draft.status == ApprovalStatus.PENDING:
        withdraw_call(access=access, approval_id=draft.pk)
    return SavedAgent(done="dropped", agent={"name": name}, offer=None)


async def _added(access: Access, source: str) -> str:
    """Return the name of a source, adding it first if it is an address."""
    return (await add_in_turn(access, source.strip())).slug if is_address(source) else source


def _save(arguments: AgentToSave, scope: Scope) -> SavedAgent:
    _check(arguments, scope)
    resolver = Resolver(scope)
    fields, skills = fields_of(arguments, scope), skills_of(arguments, resolver)
    if not arguments.agent:
        fields["tools"] = [WORKSPACE, *fields.get("tools", ())]
        made = services.create_agent(access=scope.access, skills=tuple(skills or ()), **fields)
        return _saved("created", _in_state(made, arguments, scope), scope)
    return _changed(resolver.one(arguments.agent, (AGENT,)).id, arguments, fields, skills, scope)


def _in_state(made: AgentDefinition, arguments: AgentToSave, scope: Scope) -> AgentDefinition:
    if arguments.state != "paused":
        return made
    return services.set_status(access=scope.access, agent=str(made.pk), status=AgentStatus.PAUSED)


def _changed(
    agent: UUID,
    arguments: AgentToSave,
    fields: AgentFields,
    skills: Sequence[str] | None,
    scope: Scope,
) -> SavedAgent:
    now = get_row(find_agents(scope.access, archived=True).prefetch_related("skills"), str(agent))
    had = {skill.slug for skill in now.skills.all()}
    before = described(now, scope.now)
    if "tools" in fields:
        fields["tools"] = list(dict.fromkeys([*own_tools(now), *fields["tools"]]))
    wanted = had if skills is None else set(skills)
    if not fields and wanted == had and not arguments.state:
        raise ToolFailed("Say what is to be different.")
    changed = services.change_agent(
        access=scope.access,
        agent=str(agent),
        status=_STATES[arguments.state] if arguments.state else None,
        add_skills=sorted(wanted - had),
        remove_skills=sorted(had - wanted),
        **fields,
    )
    saved = _saved("deleted" if arguments.state == "deleted" else "changed", changed, scope)
    told = saved.model_copy(update={"changed": differences(before, described(changed, scope.now))})
    return _with_notes(told, arguments, was_deleted=now.status == AgentStatus.ARCHIVED)


def _with_notes(saved: SavedAgent, arguments: AgentToSave, *, was_deleted: bool) -> SavedAgent:
    """Return a change with what is to be told of it. A paused agent sends nothing that could wait."""
    waits = "" if arguments.state == "paused" else saved.note
    back = _BACK if was_deleted and arguments.state in ("active", "paused") else ""
    stale = bool(arguments.name or arguments.schedule)
    return saved.model_copy(update={"stale": stale, "note": f"{back} {waits}".strip()})


def _saved(
    done: Literal["created", "changed", "deleted"], agent: AgentDefinition, scope: Scope
) -> SavedAgent:
    row = described(agent, scope.now)
    zone = {"time_zone": str(zone_of(agent.tenant_id))} if agent.schedule else {}
    missing = "" if done == "deleted" else describe_gaps(gaps_of(scope.access, agent))
    offer = dry_run_of(agent) if done == "created" else None
    sends = bool(agent.schedule) and send_message.name in (agent.tools or ()) and done != "deleted"
    note = _ASKS if sends and asks_each_time(scope.access, send_message) else ""
    return SavedAgent(done=done, agent=row | zone, missing=missing, note=note, offer=offer)
