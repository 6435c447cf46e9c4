"""Calls of the project tools, through the gate."""

import orjson

from agents.tools.call import Outcome
from agents.tools.gate import call_tool
from agents.tools.run_context import RunContext
from omniforge.llm.types import ToolRequest


async def call(run: RunContext, tool: str, **arguments: object) -> Outcome:
    return await call_tool(run, ToolRequest("1", tool, orjson.dumps(arguments).decode()))


async def given(run: RunContext, tool: str, **arguments: object) -> dict:
    """Make a call that must succeed, and return its result."""
    outcome = await call(run, tool, **arguments)
    assert outcome.ok, outcome.text
    return orjson.loads(outcome.text)


async def failed(run: RunContext, tool: str, **arguments: object) -> str:
    """Make a call that must fail, and return its message."""
    outcome = await call(run, tool, **arguments)
    assert not outcome.ok and not outcome.waits, outcome
    return outcome.text
