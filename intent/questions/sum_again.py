"""Calculations over several sentences: 'and 20%?' after 'what is 15% of 2380', or a word problem."""

import re
from collections.abc import Callable, Iterable
from datetime import date
from functools import partial

from intent.commands.readers.measures import is_unit
from intent.commands.table_cells import stem
from intent.commands.words import key_of
from intent.data_files import pattern, words_of
from intent.slots.days import find_days
from intent.slots.fractions import in_decimals
from intent.slots.numbers import find_numbers
from intent.text import fold

_pattern = partial(pattern, "sum_again")

_LEADS = "|".join(sorted(words_of("work_questions", "goes_on"), key=len, reverse=True))
_BARE = _pattern("bare", flags=re.NOFLAG, leads=_LEADS)
_SHARED = ("between", "among")
_SENTENCE = re.compile(r"(?<=[^\W\d_])\.\s+")
_SENTENCES = _FIGURES = 2  # of a word problem
_POINTING = _pattern("pointing")
_TILL = _pattern("till")
_LATER = _pattern("later", flags=re.NOFLAG)
_ONE = _pattern("one")


def repeat_sum(messages: Iterable[str], is_sum: Callable[[str], bool]) -> str:
    """Return the previous calculation with the one figure changed that the last message names.

    Empty if it names none, or if several figures may be meant. Figures in words count.
    """
    sum_before, changed, figure = "", "", ""
    for said in map(_in_figures, messages):
        changed, figure = _changed(sum_before, said, figure) if sum_before and asks_again(said) else ("", "")
        changed = changed if changed and is_sum(changed) else ""
        sum_before = changed or (said if is_sum(said) else "")
    return changed


def asks_again(text: str) -> bool:
    """Return whether a text may be the same calculation with another figure: it is nothing but one."""
    found = _BARE.fullmatch(fold(_in_figures(text)).strip())
    return found is not None and bool(found["led"] or text.rstrip().endswith("?"))


def as_one_sentence(text: str) -> str:
    """Return a word problem that ends in a question as one sentence. Empty unless it has two figures."""
    parts = [part.strip() for part in _SENTENCE.split(text.strip())]
    is_story = len(parts) == _SENTENCES and parts[1].endswith("?") and len(_LATER.findall(text)) == _FIGURES
    return ", ".join(parts) if is_story else ""


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


def _changed(before: str, said: str, last: str) -> tuple[str, str]:
    """Return a calculation with its one figure of the same sort replaced, and the new figure. Empty unless
    there is exactly one. A bare figure may replace `last`, the one replaced before.
    """
    now = _BARE.fullmatch(fold(said).strip())
    old = fold(before)
    alike = [one for one in _LATER.finditer(old) if now and _is_alike(old, one, now)]
    alike = [one for one in alike if not _is_in_day(old, one)] or alike
    if len(alike) > 1:
        alike = [one for one in alike if one[0] == last]
    if now is None or len(alike) != 1:
        return "", ""
    found = alike[0]
    new = now["figure"] + (now["sort"] or found["sort"] or "")
    return f"{old[: found.start()]}{new}{old[found.end() :]}", new


def _in_figures(text: str) -> str:
    """Return a text with numbers in figures: '6 weeks', and '1 week' for 'a week'."""
    text = in_decimals(_ONE.sub("1 ", text))
    for one in reversed(find_numbers(text)):
        if not any(sign.isdigit() for sign in text[one.start : one.end]) and one.unit in ("", "%"):
            text = f"{text[: one.start]}{one.value:f}{one.unit}{text[one.end :]}"
    return text


def _is_in_day(old: str, found: re.Match[str]) -> bool:
    """Return whether a figure is part of a date."""
    return any(one.start <= found.start() < one.end for one in find_days(old, date.min))


def _is_alike(old: str, found: re.Match[str], now: re.Match[str]) -> bool:
    """Return whether two figures are of the same sort: both percent, of one noun, both measures, or bare."""
    before = _SHARED if now["before"] in _SHARED else (now["before"],)
    if now["before"] and not old[: found.start()].rstrip().endswith(tuple(f" {one}" for one in before)):
        return False
    was, sort = (_sort_of(one) for one in (found, now))
    if not sort:
        return was != "%"
    return stem(sort) == stem(was) or (_is_measure(sort) and _is_measure(was))


def _is_measure(sort: str) -> bool:
    return is_unit(sort) or key_of("day_unit", sort) != ""


def _sort_of(found: re.Match[str]) -> str:
    """Return what a figure counts: 'days' in '3 working days'."""
    said = (found["sort"] or "").strip().replace("percent", "%").split()
    return said[-1] if said else ""
