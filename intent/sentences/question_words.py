"""How questions are worded: the phrases with which each kind opens, and words that say nothing in them."""

import re
from enum import StrEnum
from functools import cache, partial

from intent.data_files import data_of
from intent.sentences.contractions import expand
from intent.text import fold
from omniforge.projects.search.words import stems

listed = partial(data_of, "questions")
SMALL = (
    r"(?:\W|\b(?:and|so|but|or|also|then|on|at|for|in|from|to|by|of|und|y|et|please|ok|okay|well|hey|hi)\b)*"
)
START = rf"^{SMALL}"
CLAUSE = rf"^(?:[^?]*?[,;:.!] +)??{SMALL}"
HEAD_ENDS = (
    r"\b(?:of|for|in|at|on|to|from|with|by|after|before|during|within|over|throughout|until|till|between|than|"
    r"no|due|next|coming|when|if|that|who|von|fur|im|am|bei|nach|vor)\b(?!-)"
)


class Asked(StrEnum):
    """What kind of answer is wanted."""

    PERSON = "person"
    TIME = "time"
    PLACE = "place"
    AMOUNT = "amount"
    DURATION = "duration"
    REASON = "reason"
    MANNER = "manner"
    YES_NO = "yes_no"
    THING = "thing"


def begins(said: str, phrases: str, before: str = CLAUSE) -> bool:
    """Return whether a folded text begins with one of some phrases, a pattern, behind what may go before."""
    return bool(re.match(rf"{before}(?:{phrases})\b", said))


@cache
def phrases(table: str, *kinds: str) -> str:
    """Return a pattern of the phrases of some kinds, the longest first."""
    found = (phrase.strip() for kind in kinds for phrase in listed()[table][kind].split("|"))
    return "|".join(re.escape(expand(fold(one))) for one in sorted(found, key=len, reverse=True))


def folded(text: str) -> str:
    """Return a folded text in which 'whats' is 'what is', and 'wat' is 'what'."""
    said = re.sub(rf"\b(?:{'|'.join(_slips())})\b", lambda one: _slips()[one[0]], fold(text))
    return expand(said)


@cache
def _slips() -> dict[str, str]:
    """Return question words by the ways in which they are often misspelt."""
    return {slip: right for right, slips in listed()["slips"].items() for slip in slips.split()}


@cache
def fillers() -> frozenset[str]:
    """Return the stems that could stand in any question."""
    return frozenset(stems(" ".join((listed()["words"]["filler"], *particles()))))


@cache
def particles() -> frozenset[str]:
    """Return the words that a language strews into questions, and that say nothing in any: 'denn', 'pues'."""
    return frozenset(" ".join(listed()["particles"].values()).split())


@cache
def light_words() -> frozenset[str]:
    """Return the stems that say little of what is asked."""
    return frozenset(stems(listed()["words"]["light"]))


@cache
def pronouns() -> frozenset[str]:
    """Return the words for what was named before."""
    return frozenset(listed()["words"]["pronouns"].split())
