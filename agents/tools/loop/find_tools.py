"""Tools that are needed too rarely to be told of in each call."""

from pydantic import BaseModel, Field

from agents.tools.context import CallContext
from agents.tools.tool import ToolArguments, ToolFailed, ToolResult, tool


class Wanted(ToolArguments):
    query: str = Field(
        min_length=2, max_length=200, description="What is to be done, in a few English words."
    )


class FoundTool(BaseModel):
    """A tool that fits."""

    name: str
    what: str


class Tools(ToolResult):
    """Tools that can be called from now on."""

    tools: list[FoundTool]

    def summary(self) -> str:
        return f"Found {', '.join(one.name for one in self.tools)}"


@tool(said="Looking for a tool: {query}")
async def find_tools(arguments: Wanted, context: CallContext) -> Tools:
    """Find tools beside those that you have: settings, skills, versions, exports, MCP servers and others.

    What is found can be called from the next round on, for the rest of the conversation.
    """
    found = context.desk.look_for_tools(arguments.query)
    if not found:
        raise ToolFailed("No tool fits. Do it with those that you have, or say that it cannot be done here.")
    return Tools(tools=[FoundTool(name=one.name, what=one.what) for one in found])
