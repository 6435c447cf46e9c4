"""Reads how an event repeats: 'every Tuesday until March', 'every other week', 'monthly on the 15th'."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import NamedTuple

from agents.calendar.rule import Rule
from agents.compute.spoken_days import SpokenDays, find_spoken_days
from agents.plans.by_rules.ends import End, read_end
from agents.schedules.days import find_days
from agents.schedules.vocabulary import COUNT, DAY, DAYS, EVERY, count, fold

_CODES = ("SU", "MO", "TU", "WE", "TH", "FR", "SA")  # as cron counts them
_UNITS = {"day": "DAILY", "week": "WEEKLY", "month": "MONTHLY", "year": "YEARLY", "dai": "DAILY"}
_FEW = re.compile(rf"\b{EVERY} (?P<n>{COUNT}) (?:(?P<unit>day|week|month|year)s?|(?P<name>{DAY})s?)\b")
_NAMED = re.compile(rf"\b{DAY}s?\b|\d|week-?day|work-?day|working|business|weekend|last day|first day|end of")
_PLAIN = re.compile(rf"^(?:on )?(?:{EVERY} (?:single )?)?(?P<unit>day|dai|week|month|year)(?:ly)?$")
_BEFORE_PATTERN = re.compile(r"(?:\b(?:on|every|each|the)\s+)+$")
_BEFORE_DAY = re.compile(r"(?:\b(?:starting|beginning|from|as of|on)\s+)+$")
_LEFT_OVER = re.compile(rf"\b(?:{EVERY}|{DAY}s?)\b")


class Repeating(NamedTuple):
    """A rule, the day that it begins with or after (None: to be asked), and where in the text it stands."""

    rule: Rule
    first: date | None
    spans: tuple[tuple[int, int], ...]


class _Pattern(NamedTuple):
    rule: Rule
    span: tuple[int, int]


def read_repeating(text: str, today: date) -> Repeating | None:
    """Return how what a text tells of repeats; None where it does not, or in a way that no rule says.

    It begins on the day that is named; without one tomorrow, if the rule names its days.
    """
    folded = fold(text)
    end = read_end(folded, today)
    without_end = _blank(folded, [end.span]) if end else folded
    pattern = _pattern(without_end)
    if pattern is None:
        return None
    rest = _blank(without_end, [pattern.span])
    day = find_spoken_days(rest, today)
    spans = [pattern.span, *([end.span] if end else []), *([_from(rest, day)] if day else [])]
    if _LEFT_OVER.search(_blank(folded, spans)):
        return None
    first = day.first if day else _tomorrow(pattern.rule, today)
    return Repeating(_ending(pattern.rule, end, first or today), first, tuple(sorted(spans)))


def _tomorrow(rule: Rule, today: date) -> date | None:
    """Return from when on a rule holds that needs no day to begin with."""
    by_itself = rule.unit == "DAILY" or rule.days or rule.dates
    return today + timedelta(days=1) if by_itself else None


def _from(text: str, day: SpokenDays) -> tuple[int, int]:
    before = _BEFORE_DAY.search(text[: day.start])
    return before.start() if before else day.start, day.end


def _ending(rule: Rule, end: End | None, first: date) -> Rule:
    if end and end.lasts:
        return replace(rule, until=rule.first_day(first) + end.lasts - timedelta(days=1))
    return replace(rule, times=end.times, until=end.until) if end else rule


def _pattern(text: str) -> _Pattern | None:
    if match := _FEW.search(text):
        return _every_few(match)
    found = find_days(text)
    if found is None:
        return None
    said = text[found.start : found.end]
    plain = _PLAIN.match(said)
    rule = Rule(_UNITS[plain["unit"]]) if plain else _of_cron(found.fields) if _NAMED.search(said) else None
    before = _BEFORE_PATTERN.search(text[: found.start])
    return _Pattern(rule, (before.start() if before else found.start, found.end)) if rule else None


def _every_few(match: re.Match[str]) -> _Pattern:
    if match["name"]:
        code = _CODES[DAYS[match["name"]]]
        return _Pattern(Rule("WEEKLY", count(match["n"]), (code,)), match.span())
    return _Pattern(Rule(_UNITS[match["unit"]], count(match["n"])), match.span())


def _of_cron(fields: str) -> Rule | None:
    """Return the rule of the days that cron's fields name: '* * 1-5', '15 * *', 'L * *', '* * 1#2'."""
    dates, month, days = fields.split()
    if month != "*":
        return None
    if dates != "*":
        return Rule("MONTHLY", dates=tuple(dates.replace("L", "-1").split(",")))
    if "#" in days:
        day, place = days.split("#")
        return Rule("MONTHLY", days=(f"{place}{_CODES[int(day)]}",))
    return Rule("WEEKLY", days=tuple(_CODES[day] for day in _weekdays(days)))


def _weekdays(days: str) -> Sequence[int]:
    first, _, last = days.partition("-")
    return range(int(first), int(last) + 1) if last else [int(day) % 7 for day in days.split(",")]


def _blank(text: str, spans: Sequence[tuple[int, int]]) -> str:
    for start, end in spans:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text
