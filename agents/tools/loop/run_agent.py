"""Another agent does a part of the work."""

from pydantic import Field

from agents.failures import ToolFailed
from agents.tools.context import CallContext
from agents.tools.texts import OWN, Texts
from agents.tools.tool import ToolArguments, ToolResult, tool


class Task(ToolArguments):
    """Who is to do what."""

    agent: str = Field(min_length=1, max_length=64)
    task: str = Field(min_length=1, max_length=8_000, description="With all it has to know.")
    files: list[str] = Field(default_factory=list, max_length=20, description="Names.")
    dry_run: bool = Field(False, description="Try it: only shows what it would change or send.")


class Answer(ToolResult):
    """What the agent said, what it changed, and the last table that it made."""

    agent: str
    text: str
    done: list[str]
    result_id: str | None = None

    def texts(self) -> Texts:
        return OWN  # the desk has looked at what the agent has read

    def summary(self) -> str:
        return f"{self.agent} answered"


@tool(said="Letting {agent} work on its part", timeout=600, cap=5, outside=True, rare=True)
async def run_agent(arguments: Task, context: CallContext) -> Answer:
    """Let an agent of the workspace do a task that is its work; gives what it said."""
    handed = (context.call_id, arguments.agent, arguments.task, arguments.files)
    given = await context.desk.hand_on(*handed, dry_run=arguments.dry_run)
    if not given.answer.strip():
        raise ToolFailed(f"{arguments.agent} gave no answer. Give it what to work with, or do without it.")
    return Answer(agent=arguments.agent, text=given.answer, done=given.done, result_id=given.result_id)
