"""What a task cannot do without, and how it is asked for: a place, models, a route, dates."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

_PLACE = re.compile(
    r"\b(?:in|for|at|around)\s+(?P<value>[A-Z][\w'-]*(?:[ ,]+[A-Z][\w'-]*)*|\d{4,6})(?=[\s,.?!]|$)"
)
_ROUTE = re.compile(r"\b(?:from\s+)?(?P<value>[A-Z][\w ]+? to [A-Z][\w ]+?)(?=[,.?!]|\s+(?:on|in|from)\b|$)")
_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_DATES = re.compile(
    rf"\b(?P<value>(?:(?:{_MONTHS})[a-z]* \d{{1,2}}(?:\s*(?:-|–|to)\s*(?:(?:{_MONTHS})[a-z]* )?\d{{1,2}})?)"
    rf"|\d{{4}}-\d\d-\d\d(?: to \d{{4}}-\d\d-\d\d)?|(?:today|tomorrow|next \w+))\b",
    re.I,
)
_COMPARED = re.compile(
    r"\bcompare\s+(?P<first>.+?)\s+(?:vs\.?|versus|with|to|and)\s+(?P<second>.+?)(?:\s+(?:in|as)\s+an?\b.*)?[.?!]*$",
    re.I,
)
_TOPICS = re.compile(r"\b(?:first|second|third|last|them|these|those|results?|it)\b", re.I)


@dataclass(frozen=True, slots=True)
class Need:
    """Something that tasks of one kind need: `given` finds it in the words of the task itself."""

    name: str
    question: str
    given: Callable[[str], str]


def _finding(pattern: re.Pattern[str]) -> Callable[[str], str]:
    def find(text: str) -> str:
        """Return what the pattern finds, or an empty string."""
        found = pattern.search(text)
        return found["value"].strip() if found else ""

    return find


def _models(text: str) -> str:
    """Return what is compared where it is told apart enough: with a number, or in more than a word each."""
    found = _COMPARED.search(text)
    if not found or _TOPICS.search(text):
        return text
    sides = (found["first"], found["second"])
    return " and ".join(sides) if all(len(one.split()) > 1 or re.search(r"\d", one) for one in sides) else ""


_WHERE = Need("place", "Which place do you mean? A city or a ZIP code is enough.", _finding(_PLACE))
_KINDS: tuple[tuple[re.Pattern[str], tuple[Need, ...]], ...] = (
    (
        re.compile(r"\bflights?\b", re.I),
        (
            Need("route", "Where are you flying from, and where to?", _finding(_ROUTE)),
            Need("dates", "On which dates?", _finding(_DATES)),
        ),
    ),
    (
        re.compile(r"\bbook\b.*\b(?:restaurant|table)\b", re.I),
        (Need("place", "What kind of food, and where?", _finding(_PLACE)),),
    ),
    (
        re.compile(r"\b(?:weather|forecast for the day)\b(?!-)|\bnear (?:me|us|here|by)\b|\bnearby\b", re.I),
        (_WHERE,),
    ),
    (
        _COMPARED,
        (Need("models", "Which ones exactly? Name the two models that I shall compare.", _models),),
    ),
)


def needs(task: str) -> tuple[Need, ...]:
    """Return what a task of this kind cannot do without; nothing for most."""
    return next((wanted for pattern, wanted in _KINDS if pattern.search(task)), ())


def missing(task: str, said: Mapping[str, str]) -> Need | None:
    """Return what is to be asked next, or None where all is known."""
    return next((need for need in needs(task) if not said.get(need.name) and not need.given(task)), None)


def filled_in(task: str, said: Mapping[str, str]) -> str:
    """Return the task with what was said to its questions, as a search would be worded."""
    return " ".join([_without_gaps(task), *_answers(task, said)]).strip()


def _answers(task: str, said: Mapping[str, str]) -> Iterator[str]:
    for need in needs(task):
        if answer := said.get(need.name):
            yield answer.strip(" .!?")


def _without_gaps(task: str) -> str:
    return re.sub(r"\s*\b(?:near (?:me|us|here|by)|nearby)\b", "", task, flags=re.I)
