"""Finds the different subject of a sentence: 'the limit for nitrate', if the question is about arsenic."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise

from intent.data_files import pattern
from intent.questions.synonyms import words_in
from intent.text import fold
from omniforge.projects.search.words import stems

_OF = pattern("contrasts", "of")
_KIND = pattern("contrasts", "kind")
_NAMED_BEFORE = pattern("contrasts", "named_before")
_POINTED = pattern("contrasts", "pointed")
_CLAUSE = pattern("contrasts", "clause")
_PAIR = 2


def find_contrasted(question: str, sentence: str) -> frozenset[str]:
    """Return the stems of a question's subject if a sentence says the same about something else.

    Empty if the sentence names less, or more, than the question: then it may still be about the same.
    """
    said = _heads(sentence)
    for head, asked in _heads(question).items():
        other = said.get(head, asked)
        if asked - other and other - asked:
            return asked - other
    return frozenset()


def contrasts(verb: str, others: Iterable[str], sentence: str) -> bool:
    """Return whether a sentence has a verb about one thing and mentions the others in a separate clause.

    'The buyer pays a deposit and has two weeks for a survey' doesn't say who pays for the survey.
    """
    clauses = [words_in(one) for one in _CLAUSE.split(fold(sentence))]
    last = max((place for place, clause in enumerate(clauses) if verb in clause), default=len(clauses))
    said, rest = (frozenset().union(*some) for some in (clauses[: last + 1], clauses[last + 1 :]))
    there = frozenset(others)
    return bool(there & rest) and not there & said


def kinds_in(question: str) -> Mapping[str, str]:
    """Return the stem before each noun with an article, by noun: 'spare' for 'the spare keys'."""
    pairs = (stems(one["of"] or one["subject"]) for one in _KIND.finditer(fold(question)))
    return {pair[1]: pair[0] for pair in pairs if len(pair) == _PAIR}


def is_of_other_kind(noun: str, sentence: str) -> bool:
    """Return whether a sentence says of which kind the thing is: 'head nurse' for the stem of 'nurse'."""
    words = re.findall(r"[^\W\d_][\w'-]*", fold(sentence))
    return any(stems(word) == [noun] and stems(before) for before, word in pairwise(words))


def refers_to(noun: str, sentence: str) -> bool:
    """Return whether a sentence refers to a thing named before: 'the key', not 'each key'."""
    return any(noun in stems(one["thing"]) for one in _NAMED_BEFORE.finditer(fold(sentence)))


def is_pointed_to(noun: str, question: str) -> bool:
    """Return whether a question points to a thing named before: 'that depot'."""
    return any(noun in stems(one["thing"]) for one in _POINTED.finditer(fold(question)))


@lru_cache(maxsize=2048)
def _heads(text: str) -> Mapping[str, frozenset[str]]:
    """Return the attributes of each noun in a text: 'the price of the week ticket' has week and ticket."""
    found = ((stems(one["head"]), frozenset(stems(one["of"]))) for one in _OF.finditer(text))
    return {head[0]: of for head, of in found if head and of}
