"""Extracts parts of a text: its sentences, and the key ones verbatim."""

import re
from collections import Counter

from intent.sentences.stems import content_words
from intent.slots.text import sentences as split_sentences

_BULLET = re.compile(r"^\s*(?:[-*•–]|#{1,6}|\d+[.)])\s+")
MAIN = 3  # sentences of a summary


def sentences(text: str) -> list[str]:
    """Return a text's sentences and lines, without list markers."""
    found = (_BULLET.sub("", part.words).strip() for part in split_sentences(text))
    return [one for one in found if len(one) > 1]


def main_sentences(text: str, most: int = MAIN) -> list[str]:
    """Return the sentences with a text's commonest words, verbatim and in order.

    Headings and table rows don't count, unless there is nothing else.
    """
    said = list(dict.fromkeys(sentences(_prose(text)) or sentences(text)))
    common = Counter(word for one in said for word in content_words(one))

    def weight(sentence: str) -> float:
        words = content_words(sentence)
        return sum(common[word] - 1 for word in words) / (len(words) + 3)

    best = set(sorted(said, key=weight, reverse=True)[:most])
    return [one for one in said if one in best]


def _prose(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith(("#", "|")))
