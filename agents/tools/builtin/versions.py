"""A rare tool: what an agent or a skill was before, and how it becomes that again."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from agents.definitions import services
from agents.definitions.selectors import find_agents, get_skill, one
from agents.tools.context import CallContext
from agents.tools.named_things import AGENT, SKILL
from agents.tools.resolving import Resolver
from agents.tools.rows import in_short
from agents.tools.texts import OWN, Texts
from agents.tools.tool import Ask, Effect, Risk, ToolArguments, ToolResult, tool
from agents.tools.workspace.scope import Scope
from omniforge.storage.database import in_database

_MOST = 20


class Which(ToolArguments):
    """Whose versions, and which one is to count again."""

    ref: str = Field(min_length=1, max_length=100, description="An agent or a skill.")
    restore: int | None = Field(None, ge=1, description="The number of the version to go back to.")


class Versions(ToolResult):
    """The newest versions first; `current` is the one that counts."""

    name: str
    current: int
    versions: list[dict[str, Any]]

    def texts(self) -> Texts:
        return OWN

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
    """List earlier versions of an agent or a skill, or go back to one. Projects have undo instead."""
    return await in_database(_versions, arguments, Scope.of(context))


def _versions(arguments: Which, scope: Scope) -> Versions:
    access, ref = scope.access, Resolver(scope).one(arguments.ref, (AGENT, SKILL))
    if arguments.restore is not None:
        if ref.kind == AGENT:
            services.restore_agent(access=access, agent=str(ref.id), number=arguments.restore)
        else:
            services.restore_skill(access=access, skill=str(ref.id), number=arguments.restore)
    if ref.kind == AGENT:
        agent = one(find_agents(access, archived=True), str(ref.id))
        return _told(agent.slug, agent.version, agent.versions.order_by("-number")[:_MOST])
    skill = get_skill(access, str(ref.id))
    return _told(skill.slug, skill.version, skill.versions.order_by("-number")[:_MOST])


def _told(name: str, current: int, rows: Any) -> Versions:
    told = [
        {
            "number": row.number,
            "at": row.created_at.isoformat(timespec="minutes"),
            "description": in_short(str(row.snapshot.get("description", ""))),
            "instructions": in_short(str(row.snapshot.get("instructions", ""))),
        }
        for row in rows
    ]
    return Versions(name=name, current=current, versions=told)
