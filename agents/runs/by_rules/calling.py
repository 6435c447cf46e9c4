"""Calls that rules make to look something up. They go through the gate like everybody's."""

from typing import Any

import orjson

from agents.runs.context import RunContext
from agents.tools.gate import call_tool
from agents.tools.tool import ToolFailed
from omniforge.ids import new_id
from omniforge.llm.types import ToolRequest


async def look(run: RunContext, tool: str, **arguments: Any) -> dict[str, Any]:
    """Return the fields that a tool which only reads has given. Raises ToolFailed."""
    request = ToolRequest(f"call_{new_id().hex[-12:]}", tool, orjson.dumps(arguments).decode())
    outcome = await call_tool(run, request)
    if not outcome.ok:
        raise ToolFailed(outcome.summary)
    return dict(outcome.given)
