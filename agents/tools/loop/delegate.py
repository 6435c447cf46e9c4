"""Parts of the work done side by side, each by a run of its own."""

from pydantic import Field

from agents.tools.context import CallContext
from agents.tools.desk import PartOfWork, PartResult
from agents.tools.schemas import IN_WORDS
from agents.tools.texts import OWN, Texts
from agents.tools.tool import ToolArguments, ToolResult, tool


class Parts(ToolArguments):
    tasks: list[PartOfWork] = Field(
        min_length=1,
        max_length=12,
        json_schema_extra=IN_WORDS,
        description="Each {id, title, task, needs, writes}. id: short; task: what to do and to give back; "
        "needs: ids of those whose results it needs; writes: true if it has to change something.",
    )


class Results(ToolResult):
    """What came of each part."""

    parts: list[PartResult]

    def texts(self) -> Texts:
        return OWN  # the desk has looked at what the parts have read

    def summary(self) -> str:
        done = sum(one.status == "done" for one in self.parts)
        return f"{done} of {len(self.parts)} parts done"


@tool(said="Sharing out the work", timeout=600, cap=5, outside=True, rare=True)
async def delegate(arguments: Parts, context: CallContext) -> Results:
    """Have large parts of the work done at the same time, each by a run of its own with the same tools.

    Only for parts that are worth a run each. They know the talk, files and project, and give back a result.
    """
    return Results(parts=await context.desk.share_out(context.call_id, arguments.tasks))
