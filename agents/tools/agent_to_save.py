"""An agent as a model writes it, converted to the fields that are stored."""

from datetime import datetime
from typing import Any, Literal, cast

from pydantic import Field

from agents.definitions.names import to_kebab
from agents.definitions.schedules.due import now_in
from agents.definitions.validation import LONGEST_DESCRIPTION, LONGEST_TEXT, AgentFields
from agents.models import AgentDefinition
from agents.tools.allowed import WORKSPACE
from agents.tools.connected import channels_named, sources_named
from agents.tools.named_things import SKILL
from agents.tools.resolver import Resolver
from agents.tools.schemas import UNTOLD
from agents.tools.tool import ToolArguments
from agents.tools.workspace.scope import Scope
from intent.schedules import LONGEST_SCHEDULE, read_schedule

ON_DEMAND = ("none", "on demand", "")


class AgentToSave(ToolArguments):
    """The fields of an agent. On a change, omitted fields keep their values."""

    agent: str = Field("", max_length=100, description="The one to change, or a draft.")
    instead_of: str = Field("", max_length=64, json_schema_extra=UNTOLD)  # the draft being corrected
    name: str = Field("", max_length=64)
    purpose: str = Field("", max_length=LONGEST_DESCRIPTION)
    instructions: str = Field(
        "",
        max_length=LONGEST_TEXT,
        description="All they said of the work, in their words. No schedule, nor in purpose.",
    )
    sources: list[str] | None = Field(
        None,
        max_length=20,
        description="projects, documents, calendar, files, conversations, web; names of projects, "
        "servers, sources; addresses of feeds, pages.",
    )
    channels: list[str] | None = Field(
        None,
        max_length=10,
        description="chat (its own if scheduled), files, documents; names of web hooks, "
        "projects; mail addresses.",
    )
    schedule: str | None = Field(
        None,
        max_length=LONGEST_SCHEDULE,
        description="FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0, lines DTSTART, EXDATE; or 'none'.",
    )
    skills: list[str] | None = Field(None, max_length=20, description="All it has.")
    state: Literal["active", "paused", "deleted"] | None = None


def fields_of(arguments: AgentToSave, scope: Scope) -> AgentFields:
    """Return the given fields as the services take them. Raises ToolFailed and InvalidInput."""
    fields: dict[str, Any] = {}
    if arguments.name:
        fields["slug"] = to_kebab(arguments.name)
    if arguments.purpose:
        fields["description"] = arguments.purpose
    if arguments.instructions:
        fields["instructions"] = arguments.instructions
    if arguments.schedule is not None:
        fields["schedule"] = schedule_of(arguments.schedule, now_in(scope.access.tenant_id))
    return cast(AgentFields, fields | _places(arguments, scope))


def _places(arguments: AgentToSave, scope: Scope) -> dict[str, Any]:
    """Return where the agent reads and sends, and the tools needed for that."""
    access, places = scope.access, dict[str, Any]()
    sources = None if arguments.sources is None else sources_named(access, arguments.sources)
    channels = None if arguments.channels is None else channels_named(access, arguments.channels)
    for name, found in (("source", sources), ("destination", channels)):
        if found is not None:
            places[name] = ", ".join(one.words for one in found)
    more = [tool for found in (sources, channels) for one in found or () for tool in one.tools]
    return places | ({"tools": list(dict.fromkeys(more))} if more else {})


def schedule_of(schedule: str, now: datetime) -> str:
    """Return a schedule as an RRULE. Takes an RRULE or plain words. Raises InvalidInput."""
    return "" if schedule.strip().casefold() in ON_DEMAND else read_schedule(schedule, now)


def skills_of(arguments: AgentToSave, resolver: Resolver) -> list[str] | None:
    if arguments.skills is None:
        return None
    return [resolver.one(name, (SKILL,)).title for name in arguments.skills]


def own_tools(agent: AgentDefinition) -> list[str]:
    """Return an agent's tools apart from those of its skills."""
    narrowed = any(skill.allowed_tools for skill in agent.skills.all())
    return agent.tools or ([] if narrowed else [WORKSPACE])
