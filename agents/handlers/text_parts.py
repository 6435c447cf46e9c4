"""Extracts parts of a text: sentences, words, dates, addresses, numbers, and its key sentences verbatim."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial

from intent.data_files import pattern
from intent.sentences.stems import content_words
from intent.slots.days import find_days
from intent.slots.text import sentences as split_sentences

_pattern = partial(pattern, "text_parts")

_BULLET = re.compile(r"^\s*(?:[-*•–]|#{1,6}|\d+[.)])\s+")
_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_LINK = re.compile(r"\bhttps?://[^\s<>\"')\]]+[\w/]|\bwww\.[^\s<>\"')\]]+[\w/]")
_PHONE = re.compile(r"(?<![\w.,])\+?\(?\d{1,4}\)?(?:[ /-]\(?\d{2,5}\)?){2,5}(?!\w)")
_NUMBER = _pattern("number")
_NAME = _pattern("name", flags=re.NOFLAG)
_DECISION = _pattern("decision")
_OPEN_POINT = _pattern("open_point")
_ACTION = _pattern("action")
MAIN = 3  # sentences of a summary


def sentences(text: str) -> list[str]:
    """Return a text's sentences and lines, without list markers."""
    found = (_BULLET.sub("", part.words).strip() for part in split_sentences(text))
    return [one for one in found if len(one) > 1]


def units_of(text: str, unit: str) -> Sequence[str]:
    """Return a text's words, sentences, lines, paragraphs or characters."""
    match unit:
        case "words":
            return re.findall(r"\w+(?:[’'.-]\w+)*", text)
        case "sentences":
            return sentences(text)
        case "lines":
            return [line.strip() for line in text.splitlines() if line.strip()]
        case "paragraphs":
            return [part.strip() for part in re.split(r"\n\s*\n", text) if part.strip()]
        case _:
            return list(text.strip())


def find_mentions(text: str, what: str, today: date) -> list[str]:
    """Return all mentions of a kind in a text, as written, in order and without duplicates."""
    found = _dates(text, today) if what == "dates" else _FINDERS[what](text)
    return list(dict.fromkeys(one.strip() for one in found))


def _dates(text: str, today: date) -> list[str]:
    return [text[day.start : day.end] for day in find_days(text, today)]


def _numbers(text: str) -> list[str]:
    return [one.strip(" ,.") for one in _NUMBER.findall(_EMAIL.sub(" ", text))]


def _having(pattern: re.Pattern[str]) -> Callable[[str], list[str]]:
    """Return a function that finds the sentences that match a pattern."""
    return lambda text: [one for one in sentences(text) if pattern.search(one)]


_FINDERS: Mapping[str, Callable[[str], list[str]]] = {
    "emails": _EMAIL.findall,
    "links": _LINK.findall,
    "phones": _PHONE.findall,
    "numbers": _numbers,
    "names": _NAME.findall,
    "decisions": _having(_DECISION),
    "actions": _having(_ACTION),
    "open_points": _having(_OPEN_POINT),
    "points": sentences,
}


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
