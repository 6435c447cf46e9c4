"""Replies to free questions by rules, and model replies for prompts of their own."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from agents.context.pack import ContextPack
from omniforge.errors import ModelError
from omniforge.llm.errors import ModelLengthLimit
from omniforge.llm.types import ChatMessage

CUT_SHORT = "(The answer reached its longest length and stops here. Say 'Continue' to have the rest.)"


async def stream_reply(
    pack: ContextPack, prompt: Sequence[ChatMessage], *, temperature: float | None = None
) -> AsyncGenerator[str, None]:
    """Yield the model's text, nothing if there is no model or it fails before its first word.

    If the text is still cut off after several continuations, a closing sentence says so.
    """
    if not pack.models.available("reply"):
        return
    started = False
    try:
        async with aclosing(pack.models.stream("reply", prompt, temperature=temperature)) as pieces:
            async for piece in pieces:
                started = True
                yield piece
    except ModelLengthLimit:
        yield f"\n\n{CUT_SHORT}"
    except ModelError:
        if started:
            raise
