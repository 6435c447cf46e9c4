"""Finds of what else a sentence speaks than a question: 'the limit for nitrate', not 'for arsenic'."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from intent.data_files import pattern
from intent.questions.synonyms import words_in
from intent.text import fold
from omniforge.projects.search.words import stems

_OF = pattern("contrasts", "of")
_KIND = pattern("contrasts", "kind")
_NAMED_BEFORE = pattern("contrasts", "named_before")
_CLAUSE = pattern("contrasts", "clause")
_PAIR = 2


def named_instead(question: str, sentence: str) -> frozenset[str]:
    """Return the stems of what a question asks of where a sentence says the same of something else.

    None if the sentence names less, or more, than the question: it may still speak of that.
    """
    said = _heads(sentence)
    for head, asked in _heads(question).items():
        other = said.get(head, asked)
        if asked - other and other - asked:
            return asked - other
    return frozenset()


def says_apart(verb: str, others: Iterable[str], sentence: str) -> bool:
    """Return whether a sentence says a verb of one thing and tells of the others in a clause of its own.

    'The buyer pays a deposit and has two weeks for a survey' doesn't say who pays for the survey.
    """
    clauses = [words_in(one) for one in _CLAUSE.split(fold(sentence))]
    last = max((place for place, clause in enumerate(clauses) if verb in clause), default=len(clauses))
    said, rest = (frozenset().union(*some) for some in (clauses[: last + 1], clauses[last + 1 :]))
    there = frozenset(others)
    return bool(there & rest) and not there & said


def kinds_in(question: str) -> Mapping[str, str]:
    """Return the stem before each noun that an article begins, by the noun: 'spare' of 'the spare keys'."""
    pairs = (stems(one["of"]) for one in _KIND.finditer(fold(question)))
    return {pair[1]: pair[0] for pair in pairs if len(pair) == _PAIR}


def refers_to(noun: str, sentence: str) -> bool:
    """Return whether a sentence speaks of a thing as of one named before: 'the key', not 'each key'."""
    return any(noun in stems(one["thing"]) for one in _NAMED_BEFORE.finditer(fold(sentence)))


@lru_cache(maxsize=2048)
def _heads(text: str) -> Mapping[str, frozenset[str]]:
    """Return of what each noun is by a text: 'the price of the week ticket' is one of week and ticket."""
    found = ((stems(one["head"]), frozenset(stems(one["of"]))) for one in _OF.finditer(text))
    return {head[0]: of for head, of in found if head and of}
