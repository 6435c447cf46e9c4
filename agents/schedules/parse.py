"""Words of people to a schedule."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from agents.schedules.clock import Time, find_times
from agents.schedules.cron import is_cron
from agents.schedules.days import Days, find_days
from agents.schedules.vocabulary import AT_ONCE, COUNT, EVERY, any_of, count, fold
from agents.schedules.vocabulary import ON_DEMAND as ON_DEMAND_WORDS
from agents.schedules.words import describe_cron


@dataclass(frozen=True, slots=True)
class Schedule:
    """A cron expression in the tenant's time zone (empty: only on demand) and the same in words."""

    cron: str
    words: str


ON_DEMAND = Schedule("", describe_cron(""))


class _Found(NamedTuple):
    cron: str
    spans: tuple[tuple[int, int], ...]


def parse_schedule(text: str, *, asked: bool = False) -> Schedule | None:
    """Return the schedule that `text` names, or None. The closest that cron can say is taken and said back.

    `asked`: the text answers 'how often?', so a bare '9am' is every day and a bare 'Monday' every Monday.
    """
    found = _find(fold(text), asked)
    return Schedule(found.cron, describe_cron(found.cron)) if found else None


def cut_schedule(text: str, *, asked: bool = False) -> str:
    """Return `text` without the words that say when; `asked` as in `parse_schedule`."""
    found = _find(fold(text), asked)
    for start, end in found.spans if found else ():
        text = _blank(text, (start, end))
    return re.sub(r"(?:\s*,)+", ",", " ".join(text.split())).strip(" ,")


def _find(text: str, asked: bool) -> _Found | None:
    if cron := _written_cron(text):
        return cron
    if match := re.search(ON_DEMAND_WORDS, text):
        return _Found("", (match.span(),))
    return _interval(text, asked) or _several_a_day(text, asked) or _days_and_times(text, asked)


def _written_cron(text: str) -> _Found | None:
    for match in re.finditer(r"(?<!\S)(?:[\d*][\d*/,#l-]*\s+){4}[\d*][\d*/,#l-]*(?!\S)", text):
        if is_cron(match[0].upper()):
            return _Found(" ".join(match[0].upper().split()), (match.span(),))
    return None


_MINUTES = rf"\b{EVERY} (?P<n>{COUNT}) (?:minutes?|mins?|minuten?|minutos?)\b"
_HOURS = rf"\b{EVERY} (?P<n>{COUNT}) ?(?:hours?|hrs?|h|stunden?|horas?)\b"
_FIXED = {
    any_of(rf"{EVERY} half[ -](?:an )?hour|half[ -]hourly|halbstundlich|cada media hora"): "*/30 *",
    any_of(rf"{EVERY} quarter (?:of an )?hour|viertelstundlich|cada cuarto de hora"): "*/15 *",
    any_of(rf"hourly|{EVERY} hour|stundlich|{EVERY} (?:stunde|hora)|(?:once )?(?:an|per) hour"): "0 *",
    any_of(rf"{EVERY} (?:minute|minuto)|minutely"): "* *",
    AT_ONCE: "*/5 *",  # cron knows no 'as it happens'; this is the closest that is said back
}


def _interval(text: str, asked: bool) -> _Found | None:
    match = re.search(_MINUTES, text)
    clock = _every_minutes(count(match["n"])) if match else ""
    if not match and (match := re.search(_HOURS, text)):
        clock = _every_minutes(60 * count(match["n"]))
    for pattern, fixed in _FIXED.items() if not match else ():
        if match := re.search(pattern, text):
            clock = fixed
            break
    if not match:
        return None
    days = find_days(_blank(text, match.span()), asked=asked)
    by_week = days if days and days.fields.startswith("* * ") else None
    return _found(clock, by_week, match.span())


def _every_minutes(minutes: int) -> str:
    """Return the first two fields of the interval nearest to `minutes` that divides an hour or a day."""
    if minutes < 60:
        step = min((1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30), key=lambda n: abs(n - minutes))
        return "* *" if step == 1 else f"*/{step} *"
    step = min((1, 2, 3, 4, 6, 8, 12), key=lambda n: abs(n * 60 - minutes))
    return "0 *" if step == 1 else f"0 */{step}"


_TIMES_A_DAY = rf"\b(?P<n>{COUNT})(?: times| mal| veces)? (?:a|per|am|pro|al) (?:day|tag|dia)\b"
_HOURS_A_DAY = {1: "9", 2: "9,17", 3: "8,12,17", 4: "*/6", 6: "*/4", 8: "*/3", 12: "*/2"}


def _several_a_day(text: str, asked: bool) -> _Found | None:
    match = re.search(_TIMES_A_DAY, text)
    if not match or count(match["n"]) < 2:
        return None
    nearest = min(_HOURS_A_DAY, key=lambda n: abs(n - count(match["n"])))
    times = find_times(_blank(text, match.span()))
    clock = _clock(times) if len(times) > 1 else f"0 {_HOURS_A_DAY[nearest]}"
    return _found(clock, None, match.span(), *((time.start, time.end) for time in times))


def _days_and_times(text: str, asked: bool) -> _Found | None:
    days = find_days(text, asked=asked)
    times = find_times(_blank(text, (days.start, days.end)) if days else text)
    if not days and not (asked and times):
        return None
    if days and not times:
        times = [time for time in find_times(text) if days.start <= time.start < days.end]
    return _found(_clock(times), days, *((time.start, time.end) for time in times))


def _clock(times: list[Time]) -> str:
    """Return minute and hour fields; times at other minutes than the first one's do not fit into one cron."""
    if not times:
        return "0 9"
    minute = times[0].minute
    hours = sorted({time.hour for time in times if time.minute == minute})
    return f"{minute} {','.join(map(str, hours))}"


def _found(clock: str, days: Days | None, *spans: tuple[int, int]) -> _Found:
    here = ((days.start, days.end),) if days else ()
    return _Found(f"{clock} {days.fields if days else '* * *'}", here + spans)


def _blank(text: str, span: tuple[int, int]) -> str:
    return text[: span[0]] + " " * (span[1] - span[0]) + text[span[1] :]
