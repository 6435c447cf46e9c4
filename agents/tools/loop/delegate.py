"""Delegates parts of the work: several in parallel, each as its own run, or one to another agent."""

from pydantic import Field

from agents.failures import ToolFailed
from agents.tools.context import CallContext
from agents.tools.loop_control import PartOfWork, PartResult, PartTable
from agents.tools.schemas import IN_WORDS
from agents.tools.texts import OWN, Texts
from agents.tools.tool import ToolArguments, ToolResult, tool


class Parts(ToolArguments):
    tasks: list[PartOfWork] = Field(
        min_length=1,
        max_length=12,
        json_schema_extra=IN_WORDS,
        description="Each {id, title, task, needs, writes}. id: short; task: what to do and to give back, "
        "with all it has to know; needs: ids of those whose results it needs; writes: true if it has to "
        "change something, else it can only read.",
    )


class Results(ToolResult):
    """The result of each part."""

    parts: list[PartResult]

    def texts(self) -> Texts:
        return OWN  # the loop has checked what the parts read

    def summary(self) -> str:
        done = sum(one.status == "done" for one in self.parts)
        return f"{done} of {len(self.parts)} parts done"


@tool(said="Sharing out the work", timeout=600, cap=5, outside=True, rare=True)
async def delegate(arguments: Parts, context: CallContext) -> Results:
    """Have large parts of the work done side by side (in parallel), each by a sub-agent with the same tools.

    Only for parts that are worth a run each. They know the files and projects, not this talk, and give back a
    result.
    """
    return Results(parts=await context.control.run_parts(context.call_id, arguments.tasks))


class Task(ToolArguments):
    """The agent and its task."""

    agent: str = Field(min_length=1, max_length=64)
    task: str = Field(min_length=1, max_length=8_000, description="With all it has to know.")
    files: list[str] = Field(default_factory=list, max_length=20, description="Names.")
    dry_run: bool = Field(False, description="Try it: only shows what it would change or send.")


class Answer(ToolResult):
    """The agent's answer, its changes, and the tables that its calls stored, oldest first."""

    agent: str
    text: str
    done: list[str]
    tables: list[PartTable] | None = None

    def texts(self) -> Texts:
        return OWN  # the loop has checked what the agent read

    def summary(self) -> str:
        return f"{self.agent} answered"


@tool(said="Letting {agent} work on its part", timeout=600, cap=5, outside=True, rare=True)
async def run_agent(arguments: Task, context: CallContext) -> Answer:
    """Let an agent of the workspace do a task that is its work. Gives what it said."""
    handed = (context.call_id, arguments.agent, arguments.task, arguments.files)
    given = await context.control.run_agent(*handed, dry_run=arguments.dry_run)
    if not given.answer.strip():
        raise ToolFailed(f"{arguments.agent} gave no answer. Give it what to work with, or do without it.")
    return Answer(agent=arguments.agent, text=given.answer, done=given.done, tables=given.tables)
