"""Puts misspelt words of an order right: its first verb or question word, and the kind that it is about."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from intent.commands.catalogue import JOINTS, templates, verbs
from intent.commands.tokens import Token
from intent.commands.words import table

_LEAST = 4  # letters of a word that may be misspelt
_NEAR = 8  # words behind the verb among which the kind may stand
_WHO = "who"  # what follows is a deed, and no order: "who lost" is no "list"
_SHORT_VERBS = {"creat": "create", "ad": "add", "dd": "add", "aad": "add", "addd": "add"}


def respell(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return the tokens with the words put right that are no words of orders, but nearly are."""
    found, since_start = list[Token](), 0
    for token in tokens:
        word = _put_right(token, since_start)
        found.append(replace(token, word=word) if word else token)
        starts, asks = token.ends_sentence or token.word in JOINTS, token.word == _WHO
        since_start = 0 if starts else since_start + (not token.is_mark) + asks
    return tuple(found)


def _put_right(token: Token, since_start: int) -> str:
    """Return what a word should be; empty if it is one, or no other is near."""
    if token.is_quoted or since_start > _NEAR or not token.word.isalpha() or token.word in _known():
        return ""
    if since_start > 1:
        return _nearest(token.word, _kinds())
    return _SHORT_VERBS.get(token.word) or _nearest(token.word, _orders()) or _nearest(token.word, _kinds())


def _nearest(word: str, known: Sequence[str]) -> str:
    """Return the one known word that is one slip away; empty if there is none, or several."""
    if len(word) < _LEAST:
        return ""
    near = process.extract_iter(word, known, scorer=OSA.distance, score_cutoff=1)
    found = [one for one, _, _ in near if len(one) >= _LEAST]
    found = [one for one in found if one[0] == word[0]] or found  # 'creat' is no 'treat'
    found = [one for one in found if len(one) == len(word)] or found  # 'taks' is 'task', not 'tasks'
    longest = max(found, key=len, default="")
    return longest if all(longest.startswith(one) for one in found) else ""


@cache
def _orders() -> tuple[str, ...]:
    asking = (form[0] for form in table("question_word"))
    return tuple(sorted({*asking, *(word for word in verbs() if word.isalpha())}))


@cache
def _kinds() -> tuple[str, ...]:
    return tuple(sorted(form[0] for form in table("kind") if len(form) == 1))


@cache
def _known() -> frozenset[str]:
    """Return the words that templates begin with, the kinds of things, and what is no slip."""
    firsts = (one.pattern.firsts for one in templates())
    told = (form[0] for form in table("no_slip"))
    return frozenset[str]().union(*firsts, told) | frozenset(_kinds())
