"""Calculations over several sentences: a word problem, or a question that counts from a day told before."""

import re
from datetime import date
from functools import partial

from intent.data_files import pattern
from intent.slots.days import find_days

_pattern = partial(pattern, "sum_again")

_SENTENCE = re.compile(r"(?<=[^\W\d_])\.\s+")
_SENTENCES = _FIGURES = 2  # of a word problem
_POINTING = _pattern("pointing")
_TILL = _pattern("till")
_CORRECTED, _OTHER = _pattern("corrected"), _pattern("other")
_LATER = _pattern("later", flags=re.NOFLAG)


def as_one_sentence(text: str) -> str:
    """Return a word problem that ends in a question as one sentence. Empty unless it has two figures."""
    parts = [part.strip() for part in _SENTENCE.split(text.strip())]
    is_story = len(parts) == _SENTENCES and parts[1].endswith("?") and len(_LATER.findall(text)) == _FIGURES
    return ", ".join(parts) if is_story else ""


def with_other_figure(before: str, text: str) -> str:
    """Return what was said before with the figure that a text puts right, or gives anew: 'and 7%?'

    Empty unless exactly one figure there can be meant.
    """
    said = _CORRECTED.match(text.strip()) or _OTHER.match(text.strip())
    places = [one for one in _LATER.finditer(before) if said and _is_replaced(said, one)]
    if not said or len(places) != 1:
        return ""
    start, end = places[0].span("figure")
    return f"{before[:start]}{said['new']}{before[end:]}"


def gives_other_figure(text: str) -> bool:
    """Return whether a text only gives another figure: 'and 7%?'"""
    return bool(_OTHER.match(text.strip()))


def _is_replaced(said: re.Match[str], figure: re.Match[str]) -> bool:
    """Return whether a new figure puts another one right, or is of the same sort: '7%' after '19%'."""
    told = said.groupdict()
    if "old" in told:
        return figure["figure"] == told["old"]
    return bool(told["sort"]) and (figure["sort"] or "").strip() == told["sort"].strip()


def with_stated_day(text: str, today: date) -> str:
    """Return the question of 'we open on 4 May. Which day is a week before that?' with its day filled in."""
    first, _, asked = text.strip().rpartition(". ")
    return with_named_day(first, asked, today) if asked.endswith("?") else ""


def with_named_day(before: str, asked: str, today: date) -> str:
    """Return 'what is due before then?' with the one day named before, empty if there is none."""
    days = [one for one in find_days(before, today) if not before[: one.start].lower().endswith("day of ")]
    is_plain = len(days) == 1 and days[0].first == days[0].last
    if is_plain and (till := _TILL.fullmatch(asked.strip(" ?!."))):
        return f"how many {till['unit'] or 'days'} until {days[0].first:%-d %B %Y}?"
    if not is_plain or find_days(asked, today):
        return ""
    day = before[days[0].start : days[0].end]
    told, count = _POINTING.subn(lambda one: f"{one['way']} {day}", asked)
    return told if count == 1 else ""
