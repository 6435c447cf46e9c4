"""Tools that build: agents and skills made and changed, by the services that pages and the API use too."""

from collections.abc import Sequence
from typing import Literal, cast

from pydantic import Field

from agents import services
from agents.events import Operation
from agents.models import AgentDefinition, AgentStatus
from agents.naming import to_kebab
from agents.schedules import parse_schedule
from agents.tools.context import CallContext
from agents.tools.kinds.workspace import ListedAgent, agent_named
from agents.tools.tool import Effect, ToolArguments, ToolFailed, ToolResult, tool
from agents.validation import LONGEST_DESCRIPTION, LONGEST_TEXT, AgentFields
from omniforge.database import in_database
from omniforge.tenants.access import Access

_TEXTS = {"description", "instructions", "source", "subject", "destination"}
_WHEN = "In words or cron, like 'every Monday at 9', '0 9 * * 1', 'on demand'."


class NewAgent(ToolArguments):
    """What a new agent is."""

    name: str = Field(min_length=1, max_length=64, description="Short and telling, like jira-monitor.")
    description: str = Field(
        min_length=1, max_length=LONGEST_DESCRIPTION, description="What it does, in a sentence."
    )
    instructions: str = Field(default="", max_length=LONGEST_TEXT, description="How it is to do that.")
    source: str = Field(default="", max_length=500, description="Where what it works on comes from.")
    subject: str = Field(default="", max_length=500, description="What of it to include.")
    destination: str = Field(default="", max_length=500, description="Where the result goes.")
    when: str = Field(default="on demand", max_length=120, description=_WHEN)
    skills: list[str] = Field(default_factory=list, max_length=20, description="Names of its skills.")


class AgentChange(ToolArguments):
    """An agent, and what is to be different; what is left out stays."""

    agent: str = Field(min_length=1, max_length=64, description="The agent's name, as list_agents gives it.")
    name: str | None = Field(default=None, max_length=64, description="A new name.")
    description: str | None = Field(default=None, max_length=LONGEST_DESCRIPTION)
    instructions: str | None = Field(default=None, max_length=LONGEST_TEXT)
    source: str | None = Field(default=None, max_length=500)
    subject: str | None = Field(default=None, max_length=500)
    destination: str | None = Field(default=None, max_length=500)
    when: str | None = Field(default=None, max_length=120, description=_WHEN)
    status: Literal["active", "paused", "archived"] | None = Field(
        default=None, description="paused: it does not run. archived: it is in no list any more."
    )
    add_skills: list[str] = Field(default_factory=list, max_length=20)
    remove_skills: list[str] = Field(default_factory=list, max_length=20)


class Built(ToolResult):
    """What was made or changed, as it is now."""

    action: Literal["create", "update"]
    kind: Literal["agent", "skill"]
    name: str
    agent: ListedAgent | None = None
    entity_id: str = Field(exclude=True)

    def summary(self) -> str:
        return f"{'Created' if self.action == 'create' else 'Changed'} {self.name}"

    def operations(self) -> Sequence[Operation]:
        return [Operation(self.action, self.kind, self.name, "done", self.entity_id)]


@tool(said="Creating the agent {name}", effect=Effect.WRITE)
async def create_agent(arguments: NewAgent, context: CallContext) -> Built:
    """Create an agent in the workspace. Only when the person asked for one and said what it is to do."""
    return await in_database(_create, context.access, arguments)


def _create(access: Access, arguments: NewAgent) -> Built:
    agent = services.create_agent(access=access, skills=tuple(arguments.skills), **_fields(arguments))
    return _built("create", agent)


@tool(said="Changing the agent {agent}", effect=Effect.WRITE)
async def update_agent(arguments: AgentChange, context: CallContext) -> Built:
    """Change an agent: its name, texts, schedule, skills; pause, wake or archive it. All of it or nothing."""
    return await in_database(_change, context.access, arguments)


def _change(access: Access, arguments: AgentChange) -> Built:
    if not arguments.model_dump(exclude={"agent"}, exclude_defaults=True):
        raise ToolFailed("Say what is to be different: a field of the agent and its new value.")
    changed = services.change_agent(
        access=access,
        agent=str(agent_named(access, arguments.agent, archived=True).pk),
        status=AgentStatus(arguments.status) if arguments.status else None,
        add_skills=arguments.add_skills,
        remove_skills=arguments.remove_skills,
        **_fields(arguments),
    )
    return _built("update", changed)


def _fields(arguments: NewAgent | AgentChange) -> AgentFields:
    """Return the fields that are given, as the services know them."""
    fields = cast(AgentFields, arguments.model_dump(include=_TEXTS, exclude_none=True))
    if arguments.name is not None:
        fields["slug"] = to_kebab(arguments.name)
    if arguments.when is not None:
        fields["schedule"] = _cron(arguments.when)
    return fields


def _cron(when: str) -> str:
    schedule = parse_schedule(when, asked=True)
    if schedule is None:
        raise ToolFailed(f"when: '{when}' names no time. {_WHEN}")
    return schedule.cron


def _built(action: Literal["create", "update"], agent: AgentDefinition) -> Built:
    return Built(
        action=action, kind="agent", name=agent.slug, agent=ListedAgent.of(agent), entity_id=str(agent.pk)
    )


class NewSkill(ToolArguments):
    """What a new skill is: the fields of SKILL.md."""

    name: str = Field(min_length=1, max_length=64, description="Short and telling, like iban-checker.")
    description: str = Field(
        min_length=1, max_length=LONGEST_DESCRIPTION, description="What it is for, and when to use it."
    )
    instructions: str = Field(
        min_length=1, max_length=LONGEST_TEXT, description="How it is done, step by step, in Markdown."
    )
    allowed_tools: list[str] = Field(
        default_factory=list, max_length=50, description="The tools that it needs, by name."
    )


@tool(said="Creating the skill {name}", effect=Effect.WRITE)
async def create_skill(arguments: NewSkill, context: CallContext) -> Built:
    """Create a skill, a recipe that agents can be given. Only when the person asked for one."""
    return await in_database(_create_skill, context.access, arguments)


def _create_skill(access: Access, arguments: NewSkill) -> Built:
    skill = services.create_skill(
        access=access,
        slug=to_kebab(arguments.name),
        description=arguments.description,
        instructions=arguments.instructions,
        allowed_tools=arguments.allowed_tools,
    )
    return Built(action="create", kind="skill", name=skill.slug, entity_id=str(skill.pk))
