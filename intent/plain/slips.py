"""Corrects typos in common words: letters swapped, left out or doubled."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from rapidfuzz.distance import OSA

from intent.commands.catalogue import load, verbs
from intent.commands.grammar.tokens import tokenize
from intent.commands.words import LANGUAGES, table
from intent.data_files import words_of

_LEAST, _FULL, _LONG = 3, 5, 10  # letters of a word that may have a typo, lack one, or have two typos


def meant_by(word: str, names: Sequence[str]) -> str:
    """Return a word's correction, at one typo's distance from a word of orders or one of the names."""
    if not word[:1].isalpha():  # '@name' is no typo
        return ""
    if "-" in word:
        near = [one for one in names if OSA.distance(word, one) <= 1 + (len(word) >= _LONG)]
        return near[0] if len(near) == 1 and word not in names else ""
    return _slips().get(word, "")


@cache
def _slips() -> Mapping[str, str]:
    """Return typos of common words that aren't words themselves, with the right words."""
    known = _known()
    found: dict[str, set[str]] = {}
    for word in known:
        for slip in (*_swapped(word), *(_miscounted(word) if word in words_of("slips", "small") else ())):
            found.setdefault(slip, set()).add(word)
    no_slip = known | words_of("slips", "words") | _foreign()
    return {slip: min(words) for slip, words in found.items() if len(words) == 1 and slip not in no_slip}


def _swapped(word: str) -> Iterator[str]:
    """Yield a word with two letters swapped."""
    for at in range(len(word) - 1):
        yield f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}"


def _miscounted(word: str) -> Iterator[str]:
    """Yield a word with one letter doubled or, except the first, left out. Short words may become others.

    The final 's' is never left out: 'hour' is no typo of 'hours'.
    """
    if len(word) >= _FULL:
        yield from (f"{word[:at]}{word[at + 1 :]}" for at in range(1, len(word) - word.endswith("s")))
    if len(word) > _LEAST:
        yield from (f"{word[:at]}{word[at]}{word[at:]}" for at in range(len(word)))


def _known() -> frozenset[str]:
    kinds = (form[0] for name in ("kind", "question_word") for form in table(name) if len(form) == 1)
    words = (*verbs(), *kinds, *words_of("slips", "small"))
    return frozenset(one for one in words if one.isalpha() and one.isascii() and len(one) >= _LEAST)


def _foreign() -> frozenset[str]:
    """Return the words of all languages' templates: 'est' is no typo of 'set'."""
    texts = (str(load(name, one)) for one in LANGUAGES for name in ("rules", "words", "things", "talk"))
    return frozenset(token.word for text in texts for token in tokenize(text))
