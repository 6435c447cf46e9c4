"""Reads an agent by its work: 'the one that counts the parcels', 'the parcels agent'."""

from collections.abc import Mapping, Sequence
from itertools import takewhile, zip_longest

from intent.commands.grammar.slot_types import Words
from intent.commands.grammar.tokens import tokenize
from intent.commands.types import Reference
from intent.commands.words import at_start, key_of, table
from omniforge.projects.search.words import stems

_ONES = ("one", "ones")
_NEW = ("a", "an", "another")  # 'an agent that counts the parcels' doesn't exist yet
_LONGEST = 16  # words
_BEFORE = 4  # words that end with 'agent'
_SAME = 0.6  # of the longer word, as a common prefix: 'counts', 'counting'
_SHORTEST = 4  # letters of that prefix


def described_agent(words: Words) -> Reference | None:
    """Return the agent that the words describe. If none matches completely, `parts` are candidates.

    'The one' may be any other thing, so it requires a complete match.
    """
    folded = tuple(token.word for token in words.tokens if not token.is_mark)
    told = _told_of(folded[at_start("article", folded)[1] :])
    told = [] if all(key_of("ordinal", one) for one in told) else told  # 'the second agent' is in a list
    if not told or folded[0] in _NEW or not words.situation.agents or len(folded) > _LONGEST:
        return None
    works = _works(words)
    whole = [name for name, work in works.items() if all(_is_in(word, work) for word in told)]
    whole = whole or _running_then(words, told)
    if len(whole) == 1:
        return Reference(words.text, name=whole[0], kind="agent")
    near = whole or _near(works, told)
    if not whole and not _says_agent(folded):
        return None
    parts = tuple(Reference(name, name=name, kind="agent") for name in near or works)
    return Reference(words.text, kind="agent", parts=parts)


def hinted_agent(words: Words) -> Reference | None:
    """Return the agent that 'the one …' means in commands that only agents have, by its instructions too.

    If fewer than two words tell it, or several agents fit, `parts` are candidates.
    """
    folded = tuple(token.word for token in words.tokens if not token.is_mark)
    told = _hints(folded[at_start("article", folded)[1] :])
    is_more = bool({"and", "or"} & {*folded}) or any(one[0].isdigit() for one in folded)
    if not told or is_more or words.situation.at_hand == "thing" or len(folded) > _LONGEST:
        return None
    works = _works(words, in_full=True)
    whole = [name for name, work in works.items() if all(_is_in(word, work) for word in told)]
    if len(whole) == 1 and len(told) > 1:
        return Reference(words.text, name=whole[0], kind="agent")
    parts = tuple(Reference(name, name=name, kind="agent") for name in whole or _near(works, told))
    return Reference(words.text, kind="agent", parts=parts) if parts else None


def _hints(said: Sequence[str]) -> list[str]:
    """Return what is told of the one meant: 'one that …', '… one', 'whatever …'."""
    if key_of("may_be_agent", said[0] if said else ""):
        return _telling(said[1:])
    return _telling(said[:-1]) if said and key_of("may_be_agent", said[-1]) else []


def _near(works: Mapping[str, Sequence[str]], told: Sequence[str]) -> list[str]:
    """Return the agents of whose work some of the words tell."""
    return [name for name, work in works.items() if any(_is_in(word, work) for word in told)]


def _running_then(words: Words, told: Sequence[str]) -> list[str]:
    """Return the agents that run when words say: 'the Sunday one', unless that may be an event or a task."""
    if words.situation.at_hand == "thing" and not _says_agent([one.word for one in words.tokens]):
        return []
    return _runs_then(words, told)


def _runs_then(words: Words, told: Sequence[str]) -> list[str]:
    times = zip_longest(words.situation.agents, words.situation.agent_times, fillvalue="")
    return [name for name, time in times if all(_is_in(word, _plain(time)) for word in told)]


def agent_of_work(words: Words) -> Reference | None:
    """Return the one agent whose work contains all significant words: 'the thank-you letters'."""
    told = _telling(
        [token.word for token in words.tokens if not token.is_mark and not key_of("article", token.word)]
    )
    works = _works(words).items() if told else ()
    doing = [name for name, work in works if all(_is_in(word, work) for word in told)]
    return Reference(words.text, name=doing[0], kind="agent") if len(doing) == 1 else None


def agent_of_results(words: Words) -> Reference | None:
    """Return the one agent that 'the Friday list' comes from, as it runs then."""
    *told, what = [token.word for token in words.tokens if not token.is_mark] or [""]
    told = told[at_start("article", tuple(told))[1] :]
    found = _runs_then(words, told) if told and key_of("agent_result", what) else []
    return Reference(words.text, name=found[0], kind="agent") if len(found) == 1 else None


def _told_of(said: Sequence[str]) -> list[str]:
    """Return the words that describe its work, after 'one that' or before 'agent'."""
    if _is_head(said[:1]) and said[1:] and (key_of("describes_agent", said[1]) or said[1].endswith("ing")):
        return _telling(said[1:])
    return _telling(said[:-1]) if 1 < len(said) <= _BEFORE and _is_head(said[-1:]) else []


def _telling(said: Sequence[str]) -> list[str]:
    empty = table("tells_no_work")
    return [word for word in said if (word,) not in empty]


def _is_head(said: Sequence[str]) -> bool:
    return bool(said) and (said[0] in _ONES or _is_agent(said[0]))


def _is_agent(word: str) -> bool:
    return table("kind").get((word,)) == "agent"


def _says_agent(said: Sequence[str]) -> bool:
    return any(map(_is_agent, said))


def _works(words: Words, *, in_full: bool = False) -> dict[str, list[str]]:
    """Return the words of each agent's description, including its name, `in_full` also its instructions."""
    here = words.situation
    rules = here.agent_rules if in_full else ()
    told = zip_longest(here.agents, here.agent_work, rules, fillvalue="")
    return {name: _plain(f"{name.replace('-', ' ')} {work} {rule}") for name, work, rule in told}


def _plain(text: str) -> list[str]:
    return [one.word for one in tokenize(text) if not one.is_mark]


def _is_in(word: str, work: Sequence[str]) -> bool:
    return any(_is_same(word, other) for other in work)


def _is_same(word: str, other: str) -> bool:
    """Return whether two words are forms of one word: 'counts', 'counting'."""
    word, other = (key_of("other_form", one) or one for one in (word, other))
    if word == other or stems(word) == stems(other) != []:
        return True
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(word, other, strict=False)))
    return same >= _SHORTEST and same >= _SAME * max(len(word), len(other))
