"""A hypothetical question: 'if it moved to 3 May, what would be due until then?'"""

import re
from datetime import date
from functools import cache, partial

from intent.data_files import words_of
from intent.sentences.question_words import listed
from intent.slots.days import find_days
from intent.text import fold

_words = partial(words_of, "questions")
_CLAUSE = re.compile(r"[,;:.!?]\s+|\s+[-–—]\s+|\s+")


def read_supposed(message: str, today: date) -> str:
    """Return the question after a hypothesis, with its day filled in, else empty.

    It is answered from the current data, and changes nothing.
    """
    said = fold(message)
    if len(said) != len(message) or not re.match(rf"\W*(?:{listed()['words']['supposing']})\b", said):
        return ""
    asked = _asked_at(said)
    days = find_days(message[:asked], today) if asked else []
    if len(days) != 1 or days[0].first != days[0].last:
        return ""
    question = re.split(r"[?!.](?:\s|$)", message[asked:], maxsplit=1)[0]
    day = days[0].last
    found = _pointing().search(question)
    if found is None:
        return ""
    return f"{question[: found.start()]}{found['by']} {day.day} {day:%B %Y}{question[found.end() :]}?"


def _asked_at(said: str) -> int:
    """Return where the question begins after a hypothesis, 0 if there is none."""
    for mark in _CLAUSE.finditer(said):
        if _asking().match(said, mark.end()):
            return mark.end()
    return 0


@cache
def _asking() -> re.Pattern[str]:
    return re.compile(rf"\W*(?:{_either('asks_work')})\b")


@cache
def _pointing() -> re.Pattern[str]:
    """Return the pattern for references to the hypothetical day: 'until then'."""
    return re.compile(rf"\b(?P<by>{_either('until_then')}) (?:{_either('then')})\b", re.I)


def _either(name: str) -> str:
    return "|".join(one.replace("_", " ") for one in sorted(_words(name), key=len, reverse=True))
