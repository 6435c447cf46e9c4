"""Tells apart sentences about two cases of the same: 'cancelled two days ahead' and 'on the same day'."""

import re
from collections.abc import Sequence

from intent.data_files import pattern, words_of
from intent.slots.times import find_durations
from intent.text import fold
from omniforge.projects.search.words import stems

_CONDITION = pattern("contrasts", "condition", flags=re.NOFLAG)
_DENIES = pattern("contrasts", "denies", flags=re.NOFLAG)
_ALIKE = 2  # stems that two cases share, at least


def fitting_cases(question: str, sentences: Sequence[str], at: int) -> tuple[str, ...]:
    """Return the sentence at an index, or a neighbour that fits a question's case better, several if it is
    uncertain which fits.
    """
    said, near = sentences[at], range(max(0, at - 1), min(at + 2, len(sentences)))
    others = [one for one in near if one != at and _are_alike(said, sentences[one])]
    if better := next((sentences[one] for one in others if _fits(question, sentences[one], said)), ""):
        return (better,)
    if not (_has_other_length(question, said) or _has_other_condition(question, said)):
        return (said,)
    doubtful = [one for one in near if one > at and _begins_case(sentences[one])] or others
    return tuple(sentences[one] for one in near if one == at or one in doubtful)


def _are_alike(said: str, other: str) -> bool:
    return len({*stems(said)} & {*stems(other)}) >= _ALIKE


def _fits(question: str, one: str, other: str) -> bool:
    """Return whether a question has more of the words that only one of two sentences has."""
    asked = _words(question)
    return len((_words(one) - _words(other)) & asked) > len((_words(other) - _words(one)) & asked)


def _has_other_length(question: str, said: str) -> bool:
    """Return whether both say how long, and not the same: 'three days ahead', 'two days ahead'."""
    asked, told = ({one[:2] for one in find_durations(text)} for text in (question, said))
    return bool(asked and told) and asked.isdisjoint(told)


def _has_other_condition(question: str, said: str) -> bool:
    """Return whether both have a condition, and only one of them denies it: 'if it isn't justified'."""
    asked, told = (_CONDITION.search(fold(text)) for text in (question, said))
    if not (asked and told and {*stems(asked["case"])} & {*stems(told["case"])}):
        return False
    return bool(_DENIES.search(asked["case"])) is not bool(_DENIES.search(told["case"]))


def _begins_case(sentence: str) -> bool:
    """Return whether a sentence goes on with another case: 'After that half the fee is due.'"""
    if _CONDITION.match(fold(sentence)):
        return True
    return fold(sentence).split(maxsplit=1)[0].strip(",") in _case_words()


def _words(text: str) -> frozenset[str]:
    """Return the stems of a text, and the words that tell cases apart."""
    return frozenset(stems(text)) | (_case_words() & frozenset(fold(text).replace(",", " ").split()))


def _case_words() -> frozenset[str]:
    return words_of("questions", "cases")
