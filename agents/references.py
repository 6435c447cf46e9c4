"""Which agent a message means: by name, by its place in the list shown last, or by 'it'."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from agents.context import ContextPack
from agents.places import PLACES
from agents.plans.by_rules.earlier_talk import read_recalling
from intent.rules.reading import read
from intent.rules.text import heard, words
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
    said = (*read(pack.message, pack.catalogue).agents, *named_agents(pack))
    return agent == referred_agent(pack) or agent in said


def asks_of_agent(pack: ContextPack) -> bool:
    """Return whether a question names an agent, and does not mean earlier talk of it."""
    return bool(named_agents(pack)) and read_recalling(pack.message) is None


def referred_agent(pack: ContextPack) -> str | None:
    """Return the agent that 'the first one' or 'it' means by what was shown and spoken of last."""
    known = {card.name for card in pack.catalogue.agents}
    if named_agents(pack):
        return None
    said = heard(pack.message)
    listed = _listed(said, pack.dialogue.shown_agents)
    recent = pack.dialogue.last_agent if _IT.search(said) else None
    return next((name for name in (listed, recent) if name in known), None)


def named_agents(pack: ContextPack) -> list[str]:
    """Return the agents whose names stand in the message, written out or shortened, in order."""
    return list(_named(heard(pack.message), tuple(card.name for card in pack.catalogue.agents)))


@lru_cache(maxsize=64)  # several readers of a turn ask this of the same message
def _named(message: str, names: tuple[str, ...]) -> tuple[str, ...]:
    said = message.lower()
    told = [name for name in names if name in said]
    places = {name: re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", said) for name in told}
    found = {name: match.start() for name, match in places.items() if match}
    return tuple(sorted(found, key=found.__getitem__)) or _spoken(words(message), _by_last_word(names))


@lru_cache(maxsize=64)
def _by_last_word(names: tuple[str, ...]) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Return the names of two or more words with their other words, by their last word."""
    found: dict[str, dict[str, Sequence[str]]] = defaultdict(dict)
    for name in names:
        *others, last = words(name) or [""]
        if others:
            found[last][name] = others
    return found


def _spoken(said: Sequence[str], names: Mapping[str, Mapping[str, Sequence[str]]]) -> tuple[str, ...]:
    """Return the agents that are called by words of their names: 'the jira monitor' is jira-overdue-monitor.

    It takes two of them, in order, the last one, which says what it is, among them; and of several agents
    that could be meant, none is.
    """
    found: list[str] = []
    for before, last in pairwise(said):
        meant = [name for name, others in names.get(last, {}).items() if before in others]
        found += meant if len(meant) == 1 else []
    return tuple(dict.fromkeys(found))


def _listed(message: str, shown: tuple[str, ...]) -> str | None:
    place, number = _PLACE.search(message), _NUMBER.search(message)
    found = PLACES[place[1].lower()] if place else int(number[1] or number[2]) - 1 if number else len(shown)
    return shown[found] if shown and -1 <= found < len(shown) else None
