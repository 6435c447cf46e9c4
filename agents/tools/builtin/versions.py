"""A rare tool: earlier versions of a thing and their authors, and restoring one of an agent or a skill."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from django.db import transaction
from pydantic import Field, PrivateAttr, WithJsonSchema

from agents.context.changers import changers_of
from agents.definitions import services
from agents.definitions.selectors import find_agents, get_row, get_skill
from agents.failures import ToolFailed
from agents.models import AgentStatus
from agents.tools.context import CallContext
from agents.tools.differing import before_and_after
from agents.tools.named_things import AGENT, IN_PROJECTS, SKILL, Ref
from agents.tools.resolver import Resolver
from agents.tools.rows import Row, local, shorten
from agents.tools.texts import OWN, Texts
from agents.tools.tool import Ask, Effect, Risk, ToolArguments, ToolResult, tool
from agents.tools.workspace.scope import Scope
from omniforge.projects.differences import Line, differences
from omniforge.projects.models import Version
from omniforge.projects.selectors import history
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access

_MOST = 20
_LINES = 12  # of a change
_LINE = 300  # characters
_KINDS = (AGENT, SKILL, *IN_PROJECTS)
Kind = Literal["agent", "skill", "document", "task", "goal", "plan", "milestone", "risk", "requirement"]
_WRITTEN = ("description", "instructions")
_SIGNS = {"removed": "- ", "added": "+ "}


class Which(ToolArguments):
    """The thing whose versions are listed, and the version to restore."""

    ref: str = Field(min_length=1, max_length=100, description="A name or id.")
    kind: Annotated[Kind | None, WithJsonSchema({"type": "string"})] = Field(
        None, description="If a name has several."
    )
    restore: int | None = Field(None, ge=1, description="Of an agent or a skill: the version to go back to.")


class Versions(ToolResult):
    """The newest versions first. `current` is the one that counts."""

    name: str
    current: int
    versions: list[dict[str, Any]]
    _texts: Texts = PrivateAttr(OWN)

    def texts(self) -> Texts:
        return self._texts

    def summary(self) -> str:
        return f"{self.name} is at version {self.current}"


def _said(arguments: Mapping[str, Any]) -> str:
    if arguments.get("restore"):
        return f"Going back to version {arguments['restore']} of {arguments['ref']}"
    return f"Looking at the versions of {arguments['ref']}"


def _risk(arguments: Which) -> Risk:
    if arguments.restore is None:
        return Risk(Effect.READ, Ask.NEVER)
    return Risk(Effect.WRITE, Ask.AFTER_STRANGERS)


@tool(said=_said, effect=Effect.WRITE, risk=_risk, rare=True, outside=True)
async def versions(arguments: Which, context: CallContext) -> Versions:
    """Tell the history of a document, task, agent or skill: who changed what and when, how it read before.

    An agent, also a deleted one, or a skill can go back to a version. Projects have undo. What was changed
    or deleted lately anywhere: list, kind change.
    """
    return await in_database(_versions, arguments, Scope.of(context))


def _versions(arguments: Which, scope: Scope) -> Versions:
    kinds = (arguments.kind,) if arguments.kind else _KINDS
    access, ref = scope.access, Resolver(scope).one(arguments.ref, kinds)
    if ref.kind in IN_PROJECTS:
        return _changes(ref, arguments, scope)
    if arguments.restore is not None:
        if ref.kind == AGENT:
            _restore_agent(access, str(ref.id), arguments.restore)
        else:
            services.restore_skill(access=access, skill=str(ref.id), number=arguments.restore)
    if ref.kind == AGENT:
        agent = get_row(find_agents(access, archived=True), str(ref.id))
        return _told(agent.slug, agent.version, agent.versions.order_by("-number")[:_MOST], scope)
    skill = get_skill(access, str(ref.id))
    return _told(skill.slug, skill.version, skill.versions.order_by("-number")[:_MOST], scope)


@transaction.atomic
def _restore_agent(access: Access, agent: str, number: int) -> None:
    """Give an agent an old version's content, and bring it back first if it was deleted."""
    if get_row(find_agents(access, archived=True), agent).status == AgentStatus.ARCHIVED:
        services.restore_deleted_agent(access=access, agent=agent)
    services.restore_agent(access=access, agent=agent, number=number)


def _changes(ref: Ref, arguments: Which, scope: Scope) -> Versions:
    if arguments.restore is not None or ref.project_id is None:
        raise ToolFailed("Only agents and skills go back to a version. Change it back, or use undo.")
    changes = history(scope.access, ref.project_id).filter(entity_id=ref.id, entity_type=ref.kind)
    rows = list(changes[:_MOST])
    current = max((row.number for row in rows), default=0)
    who = changers_of(scope.access, rows)
    told = Versions(name=ref.title, current=current, versions=[_change(row, who(row), scope) for row in rows])
    others = any(row.changed_by_id != scope.access.user_id for row in rows)  # including things deleted since
    told._texts = Texts(things=[ref.id], outside=others)
    return told


def _change(row: Version, who: str, scope: Scope) -> dict[str, Any]:
    lines = [one for one in differences(row) if one.change in _SIGNS and one.value.strip()]
    more = [f"… and {len(lines) - _LINES} lines more"] if len(lines) > _LINES else []
    return {
        "number": row.number,
        "at": local(row.created_at, scope.now),
        "by": who,
        "did": row.action,
        "lines": [*map(_in_a_line, lines[:_LINES]), *more],
    }


def _in_a_line(line: Line) -> str:
    field = f"{line.field}: " if line.field else ""
    return f"{_SIGNS[line.change]}{field}{line.value[:_LINE]}"


def _told(name: str, current: int, rows: Any, scope: Scope) -> Versions:
    every = list(rows)
    pairs = zip(every, [*every[1:], every[-1]], strict=True) if every else ()
    told = [_version(row, earlier, scope) for row, earlier in pairs]
    return Versions(name=name, current=current, versions=told)


def _version(row: Any, earlier: Any, scope: Scope) -> Row:
    """Return a version of an agent or a skill, with what it changed of the earlier one's texts."""
    now, before = ({name: str(one.snapshot.get(name, "")) for name in _WRITTEN} for one in (row, earlier))
    changed = {
        name: before_and_after(before[name], text) for name, text in now.items() if text != before[name]
    }
    return {
        "number": row.number,
        "at": local(row.created_at, scope.now),
        **{name: shorten(text) for name, text in now.items()},
        **({"changed": changed} if changed else {}),
    }
