"""The meaning of a recurrence's pieces so far, and the one rule they make together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, time
from typing import NoReturn

from intent.slots.times import PARTS
from omniforge.recurrence.rule import WEEKDAYS, Rule

_FREQ = {
    "minute": "MINUTELY",
    "hour": "HOURLY",
    "day": "DAILY",
    "week": "WEEKLY",
    "month": "MONTHLY",
    "year": "YEARLY",
}
_HOURS_A_DAY = {2: (9, 17), 3: (8, 12, 17), 4: (0, 6, 12, 18)}
_DAYS_A_WEEK = {2: ("MO", "TH"), 3: ("MO", "WE", "FR")}


class Refused(Exception):
    """The text can't be expressed as a rule. The argument is the offending piece."""


@dataclass
class Draft:
    """The meaning of a text's pieces so far."""

    today: date
    unit: str = ""
    step: int = 1
    days: tuple[str, ...] = ()
    dates: tuple[int, ...] = ()
    months: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    times: list[time] = field(default_factory=list)
    several: int = 1
    part: str = ""
    pattern: str = ""
    window: tuple[time, time] | None = None
    without_days: tuple[str, ...] = ()
    without_hours: tuple[int, ...] = ()
    without_months: tuple[int, ...] = ()
    count: int | None = None
    lasting: tuple[int, str] | None = None


def build_rule(draft: Draft) -> Rule:
    _take_several(draft)
    _take_part(draft)
    unit = draft.unit or ("week" if draft.days else "year" if draft.dates and draft.months else "day")
    if draft.without_days:
        draft.days = _rest_of_week(draft)
    if unit in ("minute", "hour"):
        return _often(draft, unit)
    if draft.window and not draft.times:
        draft.times = [draft.window[0]]
    if unit == "day" and draft.days:
        if draft.step > 1:
            _refuse()
        unit = "week"
    if unit in ("month", "year") and not (draft.places or _has_places(draft.days)):
        _refuse()
    rule = Rule(
        _FREQ[unit],
        draft.step,
        _months(draft),
        draft.dates,
        draft.days,
        places=draft.places,
        count=draft.count,
    )
    return _with_times(rule, draft)


def _has_places(days: tuple[str, ...]) -> bool:
    """Return whether each day has its position in a month: '-1FR'."""
    return all(len(day) > 2 for day in days)


def _months(draft: Draft) -> tuple[int, ...]:
    """Return the months meant, empty for all."""
    if not (draft.months or draft.without_months):
        return ()
    return tuple(month for month in (draft.months or range(1, 13)) if month not in draft.without_months)


def _refuse() -> NoReturn:
    raise Refused("")


def _rest_of_week(draft: Draft) -> tuple[str, ...]:
    """Return the days without the excluded ones. 'Weekly, but not Mondays' doesn't say which day it is."""
    if draft.unit == "week" and not draft.days:
        _refuse()
    if draft.unit in ("month", "year") or draft.places or any(len(day) > 2 for day in draft.days):
        _refuse()
    rest = tuple(day for day in draft.days or WEEKDAYS if day not in draft.without_days)
    return rest or _refuse()


def _take_several(draft: Draft) -> None:
    number, unit = draft.several, draft.unit
    if number == 1 or _is_given(draft):
        return
    if unit == "day" and number in _HOURS_A_DAY and not draft.times:
        draft.times = [time(hour) for hour in _HOURS_A_DAY[number]]
    elif unit == "hour" and 60 % number == 0:
        draft.unit, draft.step = "minute", 60 // number
    elif unit == "week" and number in _DAYS_A_WEEK and not draft.days:
        draft.days = _DAYS_A_WEEK[number]
    elif unit == "month" and number == 2 and not draft.dates and not draft.days:
        draft.dates = (1, 15)
    elif unit == "year" and number in (2, 3, 4, 6) and not draft.months:
        draft.months, draft.dates = tuple(range(1, 13, 12 // number)), draft.dates or (1,)
    else:
        _refuse()


def _is_given(draft: Draft) -> bool:
    """Return whether the text gives as many times or days as it counts: 'twice a day at 8 and 5'."""
    named = {"day": draft.times, "week": draft.days, "month": draft.dates or draft.days}.get(draft.unit, ())
    return len(named) == draft.several


def _take_part(draft: Draft) -> None:
    if not draft.part or draft.unit in ("minute", "hour"):
        return
    if not draft.times:
        draft.times = [time(PARTS[draft.part])]
        return
    late = {"afternoon": range(1, 12), "evening": range(1, 12), "night": range(6, 12)}.get(draft.part, ())
    draft.times = [one.replace(hour=one.hour + 12) if one.hour in late else one for one in draft.times]


def _with_times(rule: Rule, draft: Draft) -> Rule:
    """Return the rule with the given times."""
    times = sorted(draft.times)
    if any(one.hour in draft.without_hours for one in times):
        _refuse()
    draft.times = times
    return with_times(rule, times)


def with_times(rule: Rule, times: Sequence[time]) -> Rule:
    """Return the rule with its times in order, if there are several.

    BYSETPOS selects those at different minutes. Raises Refused if no rule can express them.
    """
    hours, minutes = tuple(sorted({one.hour for one in times})), tuple(sorted({one.minute for one in times}))
    if len(times) < 2:
        return rule
    if rule.places:
        _refuse()
    if len(minutes) > 1:
        if rule.freq not in ("DAILY", "WEEKLY") or rule.interval > 1:
            _refuse()
        every = [time(hour, minute) for hour in hours for minute in minutes]
        rule = replace(rule, freq="DAILY", places=tuple(every.index(one) + 1 for one in times))
    return replace(rule, hours=hours, minutes=minutes)


def _often(draft: Draft, unit: str) -> Rule:
    """Return the rule for every few minutes or hours, on some days or in a part of the day."""
    if draft.times or draft.part or draft.dates or draft.places or draft.step < 1:
        _refuse()
    months = tuple(month for month in draft.months or range(1, 13) if month not in draft.without_months)
    rule = Rule(
        _FREQ[unit], draft.step, months if len(months) < 12 else (), (), draft.days, count=draft.count
    )
    if draft.window and unit == "hour":
        first, last = draft.window
        hours = tuple(hour for hour in range(first.hour, 24, draft.step) if time(hour, first.minute) <= last)
        draft.times = [time(hour, first.minute) for hour in hours if hour not in draft.without_hours]
        return _with_times(replace(rule, freq="WEEKLY" if draft.days else "DAILY", interval=1), draft)
    hours = tuple(_window_hours(draft)) if draft.window or draft.without_hours else ()
    if hours and draft.step > 1 and unit == "hour":
        draft.times = [time(hour) for hour in range(0, 24, draft.step) if hour in hours]
        return _with_times(replace(rule, freq="WEEKLY" if draft.days else "DAILY", interval=1), draft)
    return replace(rule, hours=hours)


def _window_hours(draft: Draft) -> Iterator[int]:
    first, last = draft.window or (time(0), time(0))
    if first.minute or last.minute:
        _refuse()
    allowed = range(first.hour, last.hour or 24)
    return (hour for hour in allowed if hour not in draft.without_hours)
