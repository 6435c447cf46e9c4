"""Which agent a message means: by name, by its place in the list shown last, or by 'it'."""

import re

from agents.context import ContextPack
from agents.places import PLACES
from agents.plans.by_rules.earlier_talk import read_recalling
from intent.rules.reading import read
from intent.types import Intent, Method

_PLACE = re.compile(
    rf"\bthe\s+({'|'.join(PLACES)})(?:\s+(?:one|agent|of (?:them|these|those)))?(?=\s*$|[\s,.!?])", re.I
)
_NUMBER = re.compile(r"\b(?:number|agent|no\.?|nr\.?)\s*(\d{1,2})\b|#(\d{1,2})\b", re.I)
_IT = re.compile(r"\b(?:it|its|that one|this one|that agent|this agent|the agent|again|same)\b", re.I)


def mentioned_agent(pack: ContextPack, intent: Intent) -> str | None:
    """Return the name of the agent that the message is about, or None where it does not tell."""
    known = {card.name for card in pack.catalogue.agents}
    if intent.target_agent in known:
        return intent.target_agent
    return next(iter(named_agents(pack)), None) or referred_agent(pack)


def is_meant(pack: ContextPack, intent: Intent, agent: str) -> bool:
    """Return whether a message is about an agent by its own words.

    Rules take the agent spoken of last for that of any short message, also where it was only offered.
    """
    if intent.method is not Method.RULES:
        return True
    return agent == referred_agent(pack) or agent in read(pack.message, pack.catalogue).agents


def asks_of_agent(pack: ContextPack, intent: Intent) -> bool:
    """Return whether a message names the agent that its intent is about, and means no earlier talk of it."""
    named = intent.target_agent in read(pack.message, pack.catalogue).agents
    return named and read_recalling(pack.message) is None


def referred_agent(pack: ContextPack) -> str | None:
    """Return the agent that 'the first one' or 'it' means by what was shown and spoken of last."""
    known = {card.name for card in pack.catalogue.agents}
    if named_agents(pack):
        return None
    listed = _listed(pack.message, pack.dialogue.shown_agents)
    recent = pack.dialogue.last_agent if _IT.search(pack.message) else None
    return next((name for name in (listed, recent) if name in known), None)


def named_agents(pack: ContextPack) -> list[str]:
    """Return the agents whose names stand in the message, in order."""
    said = pack.message.lower()
    places = {
        card.name: re.search(rf"(?<![\w-]){re.escape(card.name)}(?![\w-])", said)
        for card in pack.catalogue.agents
    }
    found = {name: match.start() for name, match in places.items() if match}
    return sorted(found, key=found.__getitem__)


def _listed(message: str, shown: tuple[str, ...]) -> str | None:
    place, number = _PLACE.search(message), _NUMBER.search(message)
    found = PLACES[place[1].lower()] if place else int(number[1] or number[2]) - 1 if number else len(shown)
    return shown[found] if shown and -1 <= found < len(shown) else None
