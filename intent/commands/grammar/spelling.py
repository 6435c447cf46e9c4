"""Corrects spelling in an order: its first verb or question word, and its kind of thing."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from intent.commands.catalogue import JOINTS, templates, verbs
from intent.commands.grammar.tokens import Token
from intent.commands.words import table

_LEAST = 4  # fewest letters of a correctable word
_NEAR = 8  # words after the verb among which the kind may come
_WHO = "who"  # a verb follows, and no order: "who lost" is not "list"
_SHORT_VERBS = {"creat": "create", "ad": "add", "dd": "add", "aad": "add", "addd": "add"}


def respell(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return the tokens with near misses of order words corrected."""
    found, since_start = list[Token](), 0
    for token in tokens:
        word = _put_right(token, since_start)
        found.append(replace(token, word=word) if word else token)
        starts, asks = token.ends_sentence or token.word in JOINTS, token.word == _WHO
        since_start = 0 if starts else since_start + (not token.is_mark) + asks
    return tuple(found)


def _put_right(token: Token, since_start: int) -> str:
    """Return a word's correction, empty if it is correct, or no known word is near."""
    if token.is_quoted or since_start > _NEAR or not token.word.isalpha() or token.word in _known():
        return ""
    if since_start > 1:
        return _nearest(token.word, _kinds())
    return _SHORT_VERBS.get(token.word) or _nearest(token.word, _orders()) or _nearest(token.word, _kinds())


def _nearest(word: str, known: Sequence[str]) -> str:
    """Return the one known word at edit distance one, empty if there is none, or several."""
    if len(word) < _LEAST:
        return ""
    near = process.extract_iter(word, known, scorer=OSA.distance, score_cutoff=1)
    found = [one for one, _, _ in near if len(one) >= _LEAST]
    found = [one for one in found if one[0] == word[0]] or found  # 'creat' is not 'treat'
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
    """Return the words that begin templates, the kinds of things, and words that must not be corrected."""
    firsts = (one.pattern.firsts for one in templates())
    told = (form[0] for form in table("no_slip"))
    return frozenset[str]().union(*firsts, told) | frozenset(_kinds())
