"""Continues an answer that reached the maximum length in further calls, as one text."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import replace

from omniforge.llm.errors import ModelLengthLimit
from omniforge.llm.types import ChatMessage, ModelRequest, ToolRequest

CONTINUED = 4  # times
_GO_ON = (
    "Your answer was cut off at its longest length. Go on exactly where it stopped, also in the middle of a "
    "word, without repeating anything and without a word about it."
)
_Outputs = AsyncGenerator[str | ToolRequest, None]


async def continue_truncated(request: ModelRequest, call: Callable[[ModelRequest], _Outputs]) -> _Outputs:
    """Yield the output of `call` for `request`, and for continuations while it raises ModelLengthLimit.

    Raises it if even that is not enough, or a call returned nothing. (Prefilling the assistant's message
    would leave no seam, but not every model supports it.)
    """
    said, asked = "", request
    for _ in range(CONTINUED):
        before = said
        try:
            async with aclosing(call(asked)) as outputs:
                async for output in outputs:
                    said += output if isinstance(output, str) else ""
                    yield output
            return
        except ModelLengthLimit:
            if said == before:
                raise
        asked = going_on(request, said)
    async with aclosing(call(asked)) as outputs:
        async for output in outputs:
            yield output


def going_on(request: ModelRequest, said: str) -> ModelRequest:
    """Return the request for the rest of an answer that begins with `said`."""
    rest = (ChatMessage("assistant", said), ChatMessage("user", _GO_ON))
    return replace(request, messages=(*request.messages, *rest))
