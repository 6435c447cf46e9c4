"""Which agent a message means: by name, by its place in the list shown last, or by 'it'."""

import re

from agents.context import ContextPack
from intent.types import Intent

_ORDINALS = {
    "first": 0,
    "1st": 0,
    "second": 1,
    "2nd": 1,
    "third": 2,
    "3rd": 2,
    "fourth": 3,
    "4th": 3,
    "fifth": 4,
    "5th": 4,
    "last": -1,
}
_ORDINAL = re.compile(
    rf"\b(?:the\s+)?({'|'.join(_ORDINALS)})(?:\s+(?:one|agent|of (?:them|these|those)))?\b", re.I
)
_NUMBER = re.compile(
    r"(?:^|\b(?:number|agent|no\.?|nr\.?)\s*|#)(\d{1,2})\b(?!\s*(?::|am|pm|%|days?|hours?|minutes?))", re.I
)
_IT = re.compile(r"\b(?:it|that one|this one|that agent|this agent|the agent|again|same)\b", re.I)


def mentioned_agent(pack: ContextPack, intent: Intent) -> str | None:
    """Return the name of the agent that the message is about, or None where it does not tell."""
    names = {card.name for card in pack.catalogue.agents}
    if intent.target_agent in names:
        return intent.target_agent
    listed = _listed(pack.message, pack.dialogue.shown_agents)
    recent = pack.dialogue.last_agent if _IT.search(pack.message) else None
    return next((name for name in (listed, recent) if name in names), None)


def _listed(message: str, shown: tuple[str, ...]) -> str | None:
    ordinal, number = _ORDINAL.search(message), _NUMBER.search(message)
    place = _ORDINALS[ordinal[1].lower()] if ordinal else int(number[1]) - 1 if number else len(shown)
    return shown[place] if -1 <= place < len(shown) and shown else None
