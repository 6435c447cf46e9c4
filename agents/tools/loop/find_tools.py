"""Finds tools that are needed too rarely to be offered in each call."""

from pydantic import BaseModel, Field

from agents.failures import ToolFailed
from agents.tools.context import CallContext
from agents.tools.tool import ToolArguments, ToolResult, tool
from intent.questions.about_product import product_notes

_IF_NONE = "They share words with the query. If none does what is wanted, it cannot be done here: say so."


class Wanted(ToolArguments):
    query: str = Field(min_length=2, max_length=200, description="In English.")


class FoundTool(BaseModel):
    """A matching tool."""

    name: str
    what: str


class Tools(ToolResult):
    """Tools that can be called from now on. `note` names pages for the rest."""

    tools: list[FoundTool]
    note: str | None = None

    def summary(self) -> str:
        return f"Found {', '.join(one.name for one in self.tools)}" if self.tools else "No tool fits"


@tool(said="Looking for a tool: {query}")
async def find_tools(arguments: Wanted, context: CallContext) -> Tools:
    """Find more tools: SQL over tables, web pages, web hooks, mail, a plan to show, parallel work, skills,
    history, exports, undo, settings (time zone, retention), members, MCP servers, pages and rules of this
    site.
    """
    found = context.control.find_tools(arguments.query)
    note = " ".join(product_notes(arguments.query))
    if not (found or note):
        raise ToolFailed("No tool fits. Do it with those that you have, or say that it cannot be done here.")
    tools = [FoundTool(name=one.name, what=one.what) for one in found]
    return Tools(tools=tools, note=" ".join(filter(None, (note, _IF_NONE if found else ""))))
