"""The plan that people see."""

from pydantic import Field

from agents.tools.context import CallContext
from agents.tools.loop_control import TodoItem
from agents.tools.schemas import IN_WORDS
from agents.tools.tool import ToolArguments, ToolResult, tool


class Todo(ToolArguments):
    items: list[TodoItem] = Field(
        min_length=1,
        max_length=30,
        json_schema_extra=IN_WORDS,
        description="All parts, each {title, state: open, doing, done}.",
    )


class Shown(ToolResult):
    """The progress of the work."""

    done: int
    of: int

    def summary(self) -> str:
        return f"{self.done} of {self.of} done"

    def is_news(self) -> bool:
        return False


@tool(said="Keeping the plan", cap=60, rare=True)
async def todo(arguments: Todo, context: CallContext) -> Shown:
    """Show people the plan of long work and how far it is, behind calls that end a part."""
    await context.control.show_todo(arguments.items)
    return Shown(done=sum(one.state == "done" for one in arguments.items), of=len(arguments.items))
