"""Stemming: words without common endings, so that 'reports', 'reporter' and 'reporting' match."""

import re
from collections.abc import Collection

from intent.data_files import words_of

_COMMON = words_of("word_lists", "common")
_DEEDS = words_of("word_lists", "deed_endings")
_VERB = 3  # letters of a verb's stem


def content_words(text: str) -> list[str]:
    """Return the significant words of `text`, in lower case, in order, without duplicates."""
    said = re.findall(r"[^\W\d_]{3,}", text.lower())
    return list(dict.fromkeys(word for word in said if word not in _COMMON))


def words_in(text: str) -> list[str]:
    """Return the words and numbers of `text`, in lower case, in order."""
    return re.findall(r"[^\W_]+", text.lower())


def stems_in(text: str, without: Collection[str] = ()) -> frozenset[str]:
    """Return the stems of the words of `text`, except those in `without`."""
    return frozenset(stem(word) for word in words_in(text) if word not in without)


def stem(word: str) -> str:
    """Return `word` without common endings, so that 'reports', 'reporter' and 'reporting' match."""
    word = word.removesuffix("es") if word.endswith("sses") else word
    if word.endswith("ss"):
        return word
    for ending in ("ings", "ing", "ers", "er", "ies", "es", "ed", "s", "y", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


def is_deed_of(noun: str, verb: str) -> bool:
    """Return whether a noun means a verb's action: 'inspection' and 'inspect', 'renewal' and 'renew'."""
    noun, verb = noun.casefold(), verb.casefold()
    bare = verb.removesuffix("e") if len(verb) > _VERB else verb
    nouns = {f"{one}{end}" for one in (bare, verb) for end in _DEEDS}
    return len(bare) >= _VERB and noun in nouns
