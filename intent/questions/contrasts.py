"""Finds of what else a sentence speaks than a question: 'the limit for nitrate', not 'for arsenic'."""

from collections.abc import Mapping
from functools import lru_cache

from intent.data_files import pattern
from omniforge.projects.search.words import stems

_OF = pattern("contrasts", "of")


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


@lru_cache(maxsize=2048)
def _heads(text: str) -> Mapping[str, frozenset[str]]:
    """Return of what each noun is by a text: 'the price of the week ticket' is one of week and ticket."""
    found = ((stems(one["head"]), frozenset(stems(one["of"]))) for one in _OF.finditer(text))
    return {head[0]: of for head, of in found if head and of}
