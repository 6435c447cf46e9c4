"""Which calls of one answer run in parallel: neighbours that all read, or that all delegate.

Other writes run one after the other, and a read after a write is meant to show its effect: a later call
may name what an earlier one creates.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from agents.tools.arguments import read_arguments
from agents.tools.registry import Toolbox, steering_tools
from agents.tools.tool import Effect
from omniforge.llm.types import ToolRequest


def group_parallel(requests: Sequence[ToolRequest], tools: Toolbox) -> Iterator[list[ToolRequest]]:
    """Yield the calls of an answer in order, grouped by those that run in parallel."""
    kinds = [_kind(number, one, tools) for number, one in enumerate(requests)]
    for _, calls in groupby(zip(kinds, requests, strict=True), lambda one: one[0]):
        yield [call for _, call in calls]


def _kind(number: int, request: ToolRequest, tools: Toolbox) -> str:
    """Return a key that calls of the same parallel group share."""
    if _reads(tools, request):
        return "reads"
    return "hands on" if request.name in steering_tools() else f"writes {number}"


def _reads(tools: Toolbox, request: ToolRequest) -> bool:
    """Return whether a call only reads, as far as is known before its arguments are checked."""
    tool = tools.get(request.name)
    if tool is None or request.cut:
        return True
    try:
        return tool.risk_of(read_arguments(tool, request.arguments)).effect is Effect.READ
    except ValueError:
        return True  # it will be refused
