"""Which existing agent a message is about: named in it, indexed in a list, or named just before."""

import re
from collections.abc import Sequence

from intent.local.exchange import Exchange, list_items
from intent.local.text import read
from intent.text import words
from intent.types import ActionType, Catalogue
from omniforge.llm.types import ChatMessage

NEVER_ABOUT_AN_AGENT = {ActionType.CREATE_AGENT, ActionType.CREATE_SKILL, ActionType.MANAGE_PLATFORM}
_MAY_BE_GENERAL = {ActionType.QUERY_INFO, ActionType.EXECUTE_TASK}
_MAY_BE_DESCRIBED = {ActionType.UPDATE_AGENT, ActionType.ADD_SKILL_TO_AGENT}
_LONGEST_FOLLOW_UP = 14  # words
_SHORTEST_HINT = 4  # letters
_PLACES = {
    0: "first 1st one 1 top former erste ersten primero primera premier premiere primeiro primeira primo "
    "pehla pehle eerste pierwszy",
    1: "second 2nd two 2 zweite zweiten segundo segunda deuxieme secondo doosra dusra tweede drugi middle",
    2: "third 3rd three 3 dritte dritten tercero tercera troisieme terceiro terceira terzo teesra derde",
    3: "fourth 4th four 4 vierte cuarto cuarta quatrieme quarto",
    4: "fifth 5th five 5 funfte quinto quinta cinquieme",
    -1: "last bottom latter letzte letzten ultimo ultima dernier derniere laatste ostatni",
}
_PLACE_OF = {word: place for place, listed in _PLACES.items() for word in listed.split()}
_MARKED = re.compile(r"\b(?:number|no\.?|nr\.?|option|#)\s*(\d{1,2})\b|^\s*(\d{1,2})\b", re.IGNORECASE)
_AMBIGUOUS_WORDS = {"one", "two", "three", "four", "five", "1", "2", "3", "4", "5"}


def place_in_list(text: str) -> int | None:
    """Return the list index that a text names: 1 for 'the second one', -1 for 'the last', else None."""
    if marked := _MARKED.search(text):
        return max(int(marked[1] or marked[2]) - 1, 0)
    tokens = words(text)
    short = len(tokens) <= 2
    found = [
        _PLACE_OF[token]
        for token in tokens
        if token in _PLACE_OF and (short or token not in _AMBIGUOUS_WORDS)
    ]
    return found[0] if found else None


def target_agent(
    action: ActionType, exchange: Exchange, history: Sequence[ChatMessage], catalogue: Catalogue
) -> str | None:
    """Return the name of the agent that the message is about, else None."""
    named = exchange.message.agents
    if action in NEVER_ABOUT_AN_AGENT:
        return None
    if named:
        return named[0]
    if action is ActionType.UNKNOWN:
        return None
    if pointed := _pointed_at(exchange.message.text, history, catalogue):
        return pointed
    return _named_before(action, exchange) or _described(action, exchange, catalogue)


def _pointed_at(message: str, history: Sequence[ChatMessage], catalogue: Catalogue) -> str | None:
    place = place_in_list(message)
    if place is None:
        return None
    for turn in reversed(history[-4:]):
        names = _listed_agents(turn.content, catalogue)
        if len(names) > 1 and -len(names) <= place < len(names):
            return names[place]
    return None


def _listed_agents(text: str, catalogue: Catalogue) -> list[str]:
    """Return the agents that a text lists, one per item. Without list markers, all that it names."""
    items = list_items(text)
    named = [read(item, catalogue).agents for item in items]
    if items and all(named):
        return [names[0] for names in named]
    return list(read(text, catalogue).agents) if not items else []


def _named_before(action: ActionType, exchange: Exchange) -> str | None:
    """Return the agent mentioned before, if the message follows up on it. 'the other' isn't the nearest."""
    if action in _MAY_BE_GENERAL and not _goes_on(exchange):
        return None
    before = [exchange.asked, exchange.reply, exchange.request, exchange.older]
    nearest = next((reading.agents[0] for reading in before if reading and reading.agents), None)
    if "other" in exchange.message.words and exchange.reply:
        return next((name for name in exchange.reply.agents if name != nearest), nearest)
    return nearest


def _goes_on(exchange: Exchange) -> bool:
    return len(exchange.message.words) <= _LONGEST_FOLLOW_UP and not exchange.message.has("topic_change")


def _described(action: ActionType, exchange: Exchange, catalogue: Catalogue) -> str | None:
    """Return the one agent with a word of the message in its name: field-report-digest for 'the digest'."""
    if action not in _MAY_BE_DESCRIBED:
        return None
    spoken = {_singular(word) for word in exchange.message.words if len(word) >= _SHORTEST_HINT}
    shared = {
        agent.name: len(spoken.intersection(map(_singular, words(agent.name)))) for agent in catalogue.agents
    }
    most = max(shared.values(), default=0)
    best = [name for name, count in shared.items() if count == most]
    return best[0] if most and len(best) == 1 else None


def _singular(word: str) -> str:
    return word.removesuffix("s")
