"""Contractions and their long forms: "mustn't" is "must not"."""

import re
from collections.abc import Mapping

from intent.data_files import data_of, words_of

_data = data_of("contractions")
ENDINGS: Mapping[str, str] = _data["endings"]
IS = words_of("contractions", "is")
_BARE_ENDINGS = {"s": "is", "nt": "not", "re": "are", "ve": "have"}
_WHOLE: Mapping[str, tuple[str, ...]] = {
    said: tuple(meant.split()) for said, meant in _data["whole"].items()
} | {
    f"{word}{ending}": (word, _BARE_ENDINGS[ending])
    for ending, words in _data["bare"].items()
    for word in words.split()
}
_WORD = re.compile(r"\b\w+(?:'\w+)?")


def whole(word: str) -> tuple[str, ...]:
    """Return the words that a folded contraction means, empty for other words."""
    return _WHOLE.get(word, ())


def expand(said: str) -> str:
    """Return a folded text with its contractions expanded."""
    return _WORD.sub(lambda one: _expanded(one[0]), said)


def _expanded(word: str) -> str:
    if parts := whole(word):
        return " ".join(parts)
    head, mark, tail = word.partition("'")
    if mark and tail == "s" and head in IS:
        return f"{head} is"
    ending = next((one for one in ENDINGS if mark and word.endswith(one) and len(word) > len(one)), "")
    return f"{word.removesuffix(ending)} {ENDINGS[ending]}" if ending else word
