"""The wording of questions: the opening phrases of each kind, and filler words."""

import re
from enum import StrEnum
from functools import cache, partial

from intent.data_files import data_of
from intent.sentences.contractions import expand
from intent.text import fold
from omniforge.projects.search.words import stems

listed = partial(data_of, "questions")
SMALL = (
    r"(?:\W|\b(?:and|so|but|or|also|then|on|at|for|in|from|to|by|of|within|after|under|over|above|below|beyond|between|about|roughly|around|und|y|et|"
    r"please|ok|okay|well|hey|hi)\b)*"
)
START = rf"^{SMALL}"
CLAUSE = rf"^(?:[^?]*?[,;:.!] +)??{SMALL}"
HEAD_ENDS = (
    r"\b(?:of|for|in|at|on|to|from|with|by|after|before|during|within|over|throughout|until|till|between|than|"
    r"no|due|next|coming|when|if|that|who|von|fur|im|am|bei|nach|vor)\b(?!-)"
)


class Asked(StrEnum):
    """The kind of answer wanted."""

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
    """Return whether a folded text begins with one of some phrases (a pattern), after optional words."""
    return bool(re.match(rf"{before}(?:{phrases})\b", said))


@cache
def phrases(table: str, *kinds: str) -> str:
    """Return a pattern of the phrases of some kinds, longest first."""
    found = (phrase.strip() for kind in kinds for phrase in listed()[table][kind].split("|"))
    return "|".join(re.escape(expand(fold(one))) for one in sorted(found, key=len, reverse=True))


def folded(text: str) -> str:
    """Return a folded text with 'whats' as 'what is', and 'wat' as 'what'."""
    said = re.sub(rf"\b(?:{'|'.join(_slips())})\b", lambda one: _slips()[one[0]], fold(text))
    return expand(said)


@cache
def _slips() -> dict[str, str]:
    """Return question words by their common misspellings."""
    return {slip: right for right, slips in listed()["slips"].items() for slip in slips.split()}


@cache
def fillers() -> frozenset[str]:
    """Return stems that may occur in any question."""
    return frozenset(stems(" ".join((listed()["words"]["filler"], *particles()))))


@cache
def particles() -> frozenset[str]:
    """Return a language's modal particles, which add nothing to a question: 'denn', 'pues'."""
    return frozenset(" ".join(listed()["particles"].values()).split())


@cache
def stems_listed(name: str) -> frozenset[str]:
    """Return the stems of a list of words: "light" ones say little about the subject."""
    return frozenset(stems(listed()["words"][name]))
