"""Reads agents and skills as people name them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from functools import lru_cache

from intent.commands.grammar.slot_types import Words, slot_type
from intent.commands.grammar.tokens import split_at, tokenize
from intent.commands.readers.agents.descriptions import (
    agent_of_results,
    agent_of_work,
    described_agent,
    hinted_agent,
)
from intent.commands.readers.agents.values import read_channel, read_slug
from intent.commands.readers.things.references import read_reference
from intent.commands.types import Reference
from intent.commands.words import at_start, key_of, table
from intent.commands.work.conditions import conditions_after
from intent.commands.work.exceptions import allows_exceptions, exclude, split_exceptions
from intent.slots.days import find_days
from intent.slots.recurrence import ANY_DAY, find_recurrence

_Read = Callable[[Words], Reference | None]
_LISTING = {"and", ",", "&", "plus", "und", "y", "e", "both", "as", "well"}
_LIKE = 0.8  # ratio from which a word counts as a typo of another
_SHORTEST_TYPO = 5  # letters
_BOTH, _TWO = "both", 2
_NEW = ("a", "an", "another", "one", "new", "some")
_ONES = ("one", "ones")


@slot_type("agents")
def _agents(words: Words) -> tuple[Reference, ...] | None:
    """Return the agents that words name or refer to. Several are joined by 'and'.

    'It' is an agent only if one is at hand: most commands for agents also apply to other things.
    """
    return _each(words, _named_or_at_hand)


@slot_type("known_agents")
def _known_agents(words: Words) -> tuple[Reference, ...] | None:
    """Return agents that are there: 'make an agent: …' is about a new one."""
    return None if words.tokens[0].word in _NEW else _agents(words)


@slot_type("any_agents")
def _any_agents(words: Words) -> tuple[Reference, ...] | None:
    """Return agents for commands that only agents have: 'it' is one unless a thing is at hand."""
    return _each(words, _named_or_pointed)


@slot_type("due_agents")
def _due_agents(words: Words) -> tuple[Reference, ...] | None:
    """Return agents that may be due: 'everything' is work, unless agents are spoken of."""
    of_work = key_of("all_of_agents", words.text) == "things" and words.situation.at_hand != "agent"
    return None if of_work else _any_agents(words)


@slot_type("all_agents")
def _all_agents(words: Words) -> tuple[Reference, ...] | None:
    """Return all agents, or all that were spoken of: 'them all'."""
    found = _named_or_pointed(words)
    return (found,) if found and found.is_all else None


@slot_type("named_agents")
def _named_agents(words: Words) -> tuple[Reference, ...] | None:
    """Return agents given by their names or their work."""
    return _each(words, _called)


@slot_type("agents_by_name")
def _agents_by_name(words: Words) -> tuple[Reference, ...] | None:
    """Return agents given by their names only."""
    found = _each(words, _named)
    return found if found and all(one.name for one in found) else None


@slot_type("other_agents")
def _other_agents(words: Words) -> tuple[Reference, ...] | None:
    """Return the agents not meant last: 'the other one'."""
    found = _other(words)
    return (found,) if found else None


@slot_type("at_hand_agents")
def _at_hand_agents(words: Words) -> tuple[Reference, ...] | None:
    """Return the agent last spoken of, as 'it'."""
    return _each(words, lambda one: _named_or_at_hand(one) if table("pronoun").get(_folded(one)) else None)


@slot_type("placed_agents")
def _placed_agents(words: Words) -> tuple[Reference, ...] | None:
    """Return an agent by its index in the list shown: 'the second one'."""
    ends_name = _is_kind(words.tokens[-1].word)  # so that a title begins behind 'the second one'
    found = _named_or_at_hand(words) if ends_name else None
    return (found,) if found and found.place is not None else None


def _each(words: Words, read: _Read) -> tuple[Reference, ...] | None:
    whole = _all_but(words, read) or read(words)
    if whole:
        return (whole,)
    parts = _parts(words)
    found = [read(part) for part in parts] if len(parts) > 1 else []
    return tuple(one for one in found if one) if found and all(found) else None


def _all_but(words: Words, read: _Read) -> Reference | None:
    """Return all agents minus the exceptions: 'all agents except X and Y'."""
    cut = split_exceptions(words)
    found, rest = (read(cut[0]), _each(cut[1], _named_or_placed)) if cut else (None, None)
    return exclude(found, rest) if found and rest and allows_exceptions(found) else None


def _named_or_placed(words: Words) -> Reference | None:
    """Return an agent by its name, or by its index in the list shown."""
    if found := _named(words):
        return found
    pointed = _pointed(words)
    return pointed if pointed and pointed.place is not None else None


def _parts(words: Words) -> list[Words]:
    return [words.part(row) for row in split_at(words.tokens, _LISTING) if row]


def _named_or_at_hand(words: Words) -> Reference | None:
    if found := _other(words) or _called(words):
        return found
    found = _pointed(words)
    is_at_hand = found and (words.situation.at_hand == "agent" or _says_agent(words))
    return found if is_at_hand else None


def _named_or_pointed(words: Words) -> Reference | None:
    found = _other(words) or _called(words) or _pointed(words) or agent_of_work(words)
    return found or hinted_agent(words) or _unknown(words)


def _other(words: Words) -> Reference | None:
    """Return the agents not meant last, if agents are at hand: 'the other agent'."""
    found = _pointed(words)
    says = found is not None and (_says_agent(words) or words.situation.at_hand != "thing")
    return found if found and found.is_other and says else None


def _unknown(words: Words) -> Reference | None:
    """Return what looks like an agent's name but is none: 'the invoice-bot'."""
    folded = _folded(words)
    size = at_start("article", folded)[1]
    bare = [one for one in words.tokens[size:] if not _is_kind(one.word)]
    name = read_slug(words.part(bare)) if bare else None
    return Reference(words.text, name=name, kind="agent") if name else None


def _called(words: Words) -> Reference | None:
    """Return an agent by its name or its work."""
    found = _named(words)
    return found if found and found.name else described_agent(words) or agent_of_results(words) or found


def _says_agent(words: Words) -> bool:
    return any(table("kind").get((word,)) == "agent" for word in _folded(words))


def _named(words: Words) -> Reference | None:
    """Return an agent by its name or some of its words. `parts` are the candidates if several match."""
    said = _telling(words)
    fitting = [name for name in words.situation.agents if said and _fits(said, name)]
    exact = [name for name in fitting if _apart(name) == tuple(said)]
    if fitting and not exact and _means_more(words):
        return None
    if exact or len(fitting) == 1:
        return Reference(words.text, name=(exact or fitting)[0], kind="agent")
    parts = tuple(Reference(name, name=name, kind="agent") for name in fitting)
    return Reference(words.text, kind="agent", parts=parts) if parts else None


def _means_more(words: Words) -> bool:
    """Return whether part of a name has a meaning of its own: 'overdue', 'open tasks', 'every day'."""
    if _says_agent(words) or any(word in _ONES for word in _folded(words)):
        return False
    if find_recurrence(words.text, ANY_DAY) or find_days(words.text, ANY_DAY):
        return True
    bare = words.tokens[at_start("article", _folded(words))[1] :]
    if bare and conditions_after(words, bare):
        return True
    found = read_reference(words)
    return found is not None and not found.name and bool(found.conditions or found.kind)


def _pointed(words: Words) -> Reference | None:
    """Return a pronoun, an index in the list shown, or 'the agent', unless a project's thing is at hand."""
    if every := key_of("all_of_agents", words.text):
        return Reference(words.text, kind="agent", is_all=True, is_plural=True, is_pronoun=every == "them")
    found = read_reference(words)
    if found is None or found.name or found.kind not in ("", "agent", "thing"):
        return None
    says_agent = found.kind == "agent"
    if any(not (says_agent and one.field == "assignee") for one in found.conditions):  # 'my agents'
        return None
    if (spoken := words.situation.spoken_agent) and _is_single(found, says_agent):
        return Reference(words.text, name=spoken, kind="agent")
    points = found.is_pronoun or found.place is not None or says_agent or found.is_all
    if not points or (words.situation.at_hand == "thing" and not says_agent):
        return None
    number = _TWO if _BOTH in _folded(words) else found.number
    return replace(found, kind="agent", number=number)


def _is_single(found: Reference, says_agent: bool) -> bool:
    """Return whether words refer to the one named last: 'it', 'that agent'."""
    points = (found.is_pronoun and not found.is_other) or says_agent
    return points and not (found.is_plural or found.is_all or found.place is not None)


def _telling(words: Words) -> list[str]:
    """Return the words of a name without article, 'agent', 'one' and possessive."""
    folded = _folded(words)
    _, size = at_start("article", folded)
    rest = [word for token in words.tokens[size:] for word in _apart(token.text) if word != "'s"]
    own = {word for name in words.situation.agents for word in _apart(name)}
    return [word for word in rest if not _is_kind(word) or (word in own and len(rest) > 1)]


def _is_kind(word: str) -> bool:
    return table("kind").get((word,)) in ("agent", "thing")


def _folded(words: Words) -> tuple[str, ...]:
    return tuple(token.word for token in words.tokens)


@lru_cache(maxsize=4096)
def _apart(text: str) -> tuple[str, ...]:
    tokens = tokenize(text.replace("-", " ").replace("_", " "))
    return tuple(one.word for one in tokens if not one.is_mark)


def _fits(said: Sequence[str], name: str) -> bool:
    own = _apart(name)
    return len(said) <= len(own) + 1 and all(any(_alike(word, other) for other in own) for word in said)


def _alike(word: str, other: str) -> bool:
    """Return whether two words are equal except for a plural or a typo."""
    if word == other or word.rstrip("s") == other.rstrip("s"):
        return True
    long = min(len(word), len(other)) >= _SHORTEST_TYPO
    return long and SequenceMatcher(None, word, other).ratio() >= _LIKE


@slot_type("skill", free=True)
def _skill(words: Words) -> str | None:
    """Return the name of the one skill that the words match, or the words themselves as a name."""
    said = [word for word in _telling(words) if word not in ("skill", "skills", "capability")]
    fitting = [name for name in words.situation.skills if said and _fits(said, name)]
    exact = [name for name in fitting if _apart(name) == tuple(said)]
    if exact or len(fitting) == 1:
        return (exact or fitting)[0]
    is_name = len(said) <= 4 and not read_channel(words) and not any(map(_is_no_name, said))
    return "-".join(said) if said and is_name else None


def _is_no_name(word: str) -> bool:
    is_other = table("pronoun").get((word,)) or key_of("article", word)
    return bool(is_other or word == "to" or word[0].isdigit())


@slot_type("known_skill")
def _known_skill(words: Words) -> str | None:
    """Return the name of the one existing skill that the words match."""
    found = _skill(words)
    return found if found in words.situation.skills else None
