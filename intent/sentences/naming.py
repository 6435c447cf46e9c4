"""Whether one text names what another calls something, word by word."""

import re

from intent.data_files import words_of
from intent.sentences.stems import stem

_EMPTY = words_of("word_lists", "empty_in_titles")


def folded(text: str) -> str:
    """Return a text without what two spellings of one name may differ in: case, and white space."""
    return " ".join(text.split()).casefold()


def significant_words(text: str) -> frozenset[str]:
    """Return the words that tell, without their endings; numbers count, they tell Q3 from Q4."""
    said = (word.strip("_") for word in re.findall(r"\w+", text.casefold()))
    return frozenset(stem(stem(word)) for word in said if word and word not in _EMPTY)


def is_named_in(title: str, text: str) -> bool:
    """Return whether all telling words of a title stand in a text."""
    told = significant_words(title)
    return bool(told) and told <= significant_words(text)
