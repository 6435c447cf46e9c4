"""Tools over what the workspace has: its agents, skills and runs, and an agent put to work."""

from datetime import datetime

from pydantic import BaseModel, Field

from agents import selectors
from agents.counting import counted
from agents.models import AgentDefinition, AgentRun, SkillDefinition
from agents.tools.context import CallContext
from agents.tools.tool import Effect, ToolArguments, ToolFailed, ToolResult, tool
from omniforge.database import in_database
from omniforge.errors import NotFound
from omniforge.tenants.access import Access

_MOST = 100  # rows of a list
_SHOWN = 400  # characters of a run's task and of its output


class Nothing(ToolArguments):
    """No arguments."""


class ListedAgent(BaseModel):
    """An agent; `schedule` is in words."""

    name: str
    description: str
    status: str
    schedule: str
    skills: list[str]

    @classmethod
    def of(cls, agent: AgentDefinition) -> "ListedAgent":
        """Return an agent as it is listed; its skills are read with it or by one query."""
        return cls(
            name=agent.slug,
            description=agent.description,
            status=agent.status,
            schedule=agent.schedule_words or "on demand",
            skills=[skill.slug for skill in agent.skills.all()],
        )


class Agents(ToolResult):
    """The agents, oldest first; `total` counts those that are left out here too."""

    agents: list[ListedAgent]
    total: int

    def summary(self) -> str:
        return counted(self.total, "agent")


@tool(said="Looking at the workspace's agents", outside=True)
async def list_agents(arguments: Nothing, context: CallContext) -> Agents:
    """List the workspace's agents: name, what each does, status, when it runs, its skills."""
    return await in_database(_agents, context.access)


def _agents(access: Access) -> Agents:
    rows = selectors.list_agents(access)
    return Agents(agents=[ListedAgent.of(row) for row in rows[:_MOST]], total=len(rows))


class ListedSkill(BaseModel):
    """A skill, and which agents have it."""

    name: str
    description: str
    used_by: list[str]

    @classmethod
    def of(cls, skill: SkillDefinition) -> "ListedSkill":
        """Return a skill as it is listed; its agents are read with it or by one query."""
        users = [agent.slug for agent in skill.agents.all()]
        return cls(name=skill.slug, description=skill.description, used_by=users)


class Skills(ToolResult):
    """The skills by name; `total` counts those that are left out here too."""

    skills: list[ListedSkill]
    total: int

    def summary(self) -> str:
        return counted(self.total, "skill")


@tool(said="Looking at the workspace's skills", outside=True)
async def list_skills(arguments: Nothing, context: CallContext) -> Skills:
    """List the workspace's skills: name, what each is for, and which agents have it."""
    return await in_database(_skills, context.access)


def _skills(access: Access) -> Skills:
    rows = selectors.list_skills(access)
    return Skills(skills=[ListedSkill.of(row) for row in rows[:_MOST]], total=len(rows))


class WhichRuns(ToolArguments):
    """Whose runs, and how many."""

    agent: str = Field(default="", max_length=64, description="An agent's name; empty for all agents.")
    limit: int = Field(default=10, ge=1, le=20, description="How many, the newest first.")


class ListedRun(BaseModel):
    """A run: what was to be done, when it began, how it went, and the beginning of what it gave."""

    agent: str
    status: str
    started_at: datetime
    task: str
    output: str
    error: str

    @classmethod
    def of(cls, run: AgentRun, now: datetime) -> "ListedRun":
        """Return a run as it is listed, with its time in the zone of `now`."""
        return cls(
            agent=run.agent.slug if run.agent else "OmniForge",
            status=run.status,
            started_at=run.started_at.astimezone(now.tzinfo).replace(microsecond=0),
            task=_beginning(run.task),
            output=_beginning(run.output),
            error=run.error,
        )


class Runs(ToolResult):
    """The newest runs."""

    runs: list[ListedRun]

    def summary(self) -> str:
        return counted(len(self.runs), "run")


@tool(said="Looking at what has run", outside=True)
async def list_runs(arguments: WhichRuns, context: CallContext) -> Runs:
    """List the newest runs of one agent or of all: when each began, how it went, what it gave."""
    return await in_database(_runs, context.access, arguments, context.now)


def _runs(access: Access, arguments: WhichRuns, now: datetime) -> Runs:
    agent = str(agent_named(access, arguments.agent, archived=True).pk) if arguments.agent else None
    rows = selectors.list_runs(access, agent=agent, limit=arguments.limit)
    return Runs(runs=[ListedRun.of(row, now) for row in rows])


class Task(ToolArguments):
    """Who is to do what."""

    agent: str = Field(min_length=1, max_length=64, description="The agent's name, as list_agents gives it.")
    task: str = Field(
        min_length=1,
        max_length=8_000,
        description="What it is to do, with all that it has to know, as nothing else is passed on.",
    )


class Answer(ToolResult):
    """What the agent said."""

    agent: str
    text: str

    def summary(self) -> str:
        return f"{self.agent} answered"


@tool(said="Letting {agent} work on its part", effect=Effect.WRITE, timeout=600, cap=5, outside=True)
async def run_agent(arguments: Task, context: CallContext) -> Answer:
    """Let one of the workspace's agents do a task that is its work, and return what it said."""
    agent = await in_database(agent_named, context.access, arguments.agent)
    text = await context.delegate(agent.slug, arguments.task)
    if not text.strip():
        raise ToolFailed(f"{agent.slug} gave no answer. Give it what it has to work with, or do without it.")
    return Answer(agent=agent.slug, text=text)


def agent_named(access: Access, name: str, *, archived: bool = False) -> AgentDefinition:
    """Return an agent by its name. Raises ToolFailed with the names that there are."""
    agents = selectors.find_agents(access, archived=archived)
    try:
        return selectors.one(agents, name)
    except NotFound as error:
        names = ", ".join(agents.values_list("slug", flat=True)[:_MOST]) or "none"
        raise ToolFailed(f"There is no agent '{name}' here. Those that are: {names}.") from error


def _beginning(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
