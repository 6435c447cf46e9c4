"""Calls that rules make to look something up. They go through the gate like everybody's."""

from typing import Any

from agents.runs.context import RunContext
from agents.tools.call import requested
from agents.tools.gate import call_tool
from agents.tools.tool import ToolFailed


async def look(run: RunContext, tool: str, **arguments: Any) -> dict[str, Any]:
    """Return the fields that a tool which only reads has given. Raises ToolFailed."""
    outcome = await call_tool(run, requested(tool, arguments))
    if not outcome.ok:
        raise ToolFailed(outcome.summary)
    return dict(outcome.given)
