"""Parts of the work done side by side, each by a run of its own."""

from pydantic import Field

from agents.tools.context import CallContext
from agents.tools.desk import PartOfWork, PartResult
from agents.tools.tool import ToolArguments, ToolResult, tool


class Parts(ToolArguments):
    tasks: list[PartOfWork] = Field(min_length=1, max_length=12)


class Results(ToolResult):
    """What came of each part."""

    parts: list[PartResult]

    def summary(self) -> str:
        done = sum(one.status == "done" for one in self.parts)
        return f"{done} of {len(self.parts)} parts done"


@tool(said="Sharing out the work", timeout=600, cap=5, outside=True)
async def delegate(arguments: Parts, context: CallContext) -> Results:
    """Have large parts of the work done at the same time, each by a run of its own with the same tools.

    Only for parts that are worth a run each and do not need one another, or say so by needs. Each part gives
    back its result; the talk, files and project are known to it.
    """
    return Results(parts=await context.desk.share_out(context.call_id, arguments.tasks))
