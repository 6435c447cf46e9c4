"""The kinds of values that a question's words require: a sum of money, a length, the name of a firm."""

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from intent.data_files import data_of, pattern
from intent.sentences.question_forms import strip_lead
from intent.sentences.question_words import folded
from intent.text import fold

_ASKS = "asks_"
FORMS = frozenset(("age", "colour"))  # a sentence without these isn't even close


@lru_cache(maxsize=256)
def required_kinds(question: str) -> frozenset[str]:
    """Return the kinds of values that a question requires: 'length' for 'how deep is the pit?'"""
    asked = _both(question, strip_lead(folded(question)))
    return frozenset(kind for kind in _kinds() if _pattern(f"{_ASKS}{kind}").search(asked))


def lacks_any_of(kinds: Iterable[str], sentence: str) -> bool:
    """Return whether a sentence lacks one of these kinds."""
    said = _both(sentence, fold(sentence))
    return any(not _pattern(kind).search(said) for kind in kinds)


def is_undone(question: str, sentence: str) -> bool:
    """Return whether a sentence is only about a rejected proposal, but the question is about the fact."""
    said = fold(sentence)
    is_told = _pattern("put_forward").search(said) and _pattern("undone").search(said)
    asked = fold(question)
    return bool(is_told) and not (_pattern("put_forward").search(asked) or _pattern("undone").search(asked))


def _both(written: str, said: str) -> str:
    """Return a text as written and folded: in the former a capital marks a name."""
    return f"{written}\n{said}"


@cache
def _kinds() -> tuple[str, ...]:
    names = data_of("patterns/values")
    return tuple(name.removeprefix(_ASKS) for name in names if name.startswith(_ASKS))


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return pattern("values", name, flags=re.NOFLAG)
