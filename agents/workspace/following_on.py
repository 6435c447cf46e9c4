"""Says in full what a message leaves out that goes on with the question before it: 'and next week?'."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from agents.compute.spoken_days import find_spoken_days
from agents.context import ContextPack
from agents.workspace.reading import Look, read_wish
from agents.workspace.reading.vocabulary import KIND, STATE
from agents.workspace.reading.wishes import EACH, ME, NOBODY
from omniforge.llm.types import ChatMessage

_GOES_ON = re.compile(
    r"^(?:but |ok(?:ay)?,? |so )?(?:and (?:what|how) about|what about|how about|and)\s+"
    r"(?P<rest>[^?!.,\n]{1,40})[?!.\s]*$",
    re.I,
)
_LEAD = re.compile(r"^(?:(?:for|on|in|with|the|are|is|how many|which|of them|those)\s+)+", re.I)
_NAME = re.compile(r"[\w.-]+(?: [\w.-]+)?")


def followed_on(pack: ContextPack) -> ContextPack:
    """Return the turn as if the question before had been asked again for what its message names."""
    if pack.dialogue.pending or pack.agent or not _GOES_ON.match(pack.message.strip()):
        return pack
    said = follow(pack.message, _asked_before(pack.window), pack.now.date())
    return replace(pack, message=said) if said else pack


def follow(message: str, before: str, today: date) -> str:
    """Return the question `before` with the day, state, kind or person that a message names in the place of
    its own; empty where that makes no question.
    """
    found, look = _GOES_ON.match(message.strip()), read_wish(before, today).look
    if not (found and look):
        return ""
    rest = _LEAD.sub("", found["rest"].strip())
    said = _on_other_days(rest, before, today) or _in_other(rest, before) or _of_other(rest, before, look)
    return said if said and read_wish(said, today).look else ""


def _on_other_days(rest: str, before: str, today: date) -> str:
    there, here = find_spoken_days(before, today), find_spoken_days(rest, today)
    if not (there and here):
        return ""
    return f"{before[: there.start]}{rest[here.start : here.end]}{before[there.end :]}"


def _in_other(rest: str, before: str) -> str:
    """Return the question with another state, or another kind of things."""
    for words in (STATE, KIND):
        if re.fullmatch(words, rest, re.I) and re.search(rf"\b{words}\b", before, re.I):
            return re.sub(rf"\b{words}\b", rest, before, count=1, flags=re.I)
    return ""


def _of_other(rest: str, before: str, look: Look) -> str:
    """Return the question about another person."""
    if not look.who or look.who in (NOBODY, EACH) or not _NAME.fullmatch(name := rest.removesuffix("'s")):
        return ""
    if look.who == ME:
        return re.sub(r"\bmy\b", f"{name}'s", re.sub(r"\b(?:me|I)\b", name, before))
    return before.replace(look.who, name, 1)


def _asked_before(window: Sequence[ChatMessage]) -> str:
    return next((one.content for one in reversed(window) if one.role == "user"), "")
