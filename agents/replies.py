"""Replies to free questions: the model's words where a model is there, a template where not."""

import re
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from agents.context import ContextPack
from agents.events import TextDelta
from agents.prompts import MASTER, answer_prompt
from omniforge.errors import ModelError
from omniforge.llm.errors import ModelLengthLimit
from omniforge.llm.types import ChatMessage

CUT_SHORT = "(The answer reached its longest length and stops here. Say 'Continue' to have the rest.)"
NOTHING_CHANGED = "\n\nTo be exact: nothing was created, changed, sent or run in this answer."
_CLAIM = re.compile(
    r"\bI(?:'ve| have|'m| am)?\s+(?:just\s+|now\s+|already\s+|successfully\s+)*"
    r"(?:creat|updat|chang|delet|remov|schedul|sent|send|post|start|run|ran|paus|archiv|invit|add|"
    r"set up|setting up)"
    r"(?:e?d|ing|n?ning)?\b(?! (?:you|help))|\b(?:has|have) been (?:created|updated|deleted|"
    r"scheduled|sent|started|added)\b",
    re.I,
)


def claims_a_change(text: str) -> bool:
    """Return whether `text` says that something was done, which words alone cannot do."""
    return bool(_CLAIM.search(text))


async def reply(
    pack: ContextPack, *, facts: Sequence[str], otherwise: str
) -> AsyncGenerator[TextDelta, None]:
    """Yield the answer to the message: by the model that plays `reply`, given `facts`, or else `otherwise`.

    The template is also taken where the model fails before its first word. Later failures rise as ModelError,
    the text so far having been yielded. Where the model claims to have done something, it is put right.
    """
    prompt = answer_prompt(MASTER, window=pack.window, facts=facts, message=pack.message, about=pack.about)
    text = ""
    async with aclosing(stream_reply(pack, prompt)) as pieces:
        async for piece in pieces:
            text += piece
            yield TextDelta(piece)
    if not text:
        yield TextDelta(otherwise)
    elif claims_a_change(text):
        yield TextDelta(NOTHING_CHANGED)


async def stream_reply(pack: ContextPack, prompt: Sequence[ChatMessage]) -> AsyncGenerator[str, None]:
    """Yield the model's text; nothing at all where no model is there or it fails before its first word.

    Where the text is still cut after having gone on several times, its last words say so.
    """
    if not pack.models.available("reply"):
        return
    started = False
    try:
        async with aclosing(pack.models.stream("reply", prompt)) as pieces:
            async for piece in pieces:
                started = True
                yield piece
    except ModelLengthLimit:
        yield f"\n\n{CUT_SHORT}"
    except ModelError:
        if started:
            raise
