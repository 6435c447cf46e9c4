"""Which calls of one answer run at once: neighbours that all read, or of which none does.

What a model asks to read behind a write is meant to show what came of it.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby

from agents.tools.arguments import read_arguments
from agents.tools.registry import Toolbox
from agents.tools.tool import Effect
from omniforge.llm.types import ToolRequest


def in_rounds(requests: Sequence[ToolRequest], tools: Toolbox) -> Iterator[list[ToolRequest]]:
    """Yield the calls of an answer in their order, those together that run at once."""
    for _, calls in groupby(requests, partial(_reads, tools)):
        yield list(calls)


def _reads(tools: Toolbox, request: ToolRequest) -> bool:
    """Return whether a call only reads, as far as that is known before it is checked."""
    tool = tools.get(request.name)
    if tool is None or request.cut:
        return True
    try:
        return tool.risk_of(read_arguments(tool, request.arguments)).effect is Effect.READ
    except ValueError:
        return True  # it will be refused
