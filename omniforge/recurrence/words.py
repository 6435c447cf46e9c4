"""Recurrence rules in English, as `read_recurrence` reads them back."""

import itertools
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, time

from omniforge.english import join_words
from omniforge.recurrence.rule import UNITS, WEEKDAYS, WEEKEND, WORKDAYS, Rule

_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = tuple(f"{date(2000, month, 1):%B}" for month in range(1, 13))
_PLACES = {
    0: "every", 1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", -1: "last", -2: "second last",
}  # fmt: skip
_MOST_TIMES = 12  # per day; more are given as a number
_QUARTERS: dict[tuple[int, ...], str] = {(1, 4, 7, 10): "first", (3, 6, 9, 12): "last"}


def describe(rrule: str, at: time | None = None) -> str:
    """Return a rule in English: 'every weekday at 08:30', 'on demand' for an empty one."""
    if not rrule:
        return "on demand"
    rule = Rule.read(rrule)
    often = _steps(rule) if rule.freq in ("MINUTELY", "HOURLY") else _stepped_hours(rule, at)
    if often:
        return f"{often}{_on_days(rule)}{_end(rule)}"
    return f"{_days(rule, 'every day')}{_at([f'{one:%H:%M}' for one in rule.times(at)])}{_end(rule)}"


def _at(times: Sequence[str]) -> str:
    if len(times) > _MOST_TIMES:
        return f", {len(times)} times from {times[0]} to {times[-1]}"
    return f" at {join_words(times)}" if times else ""


def _on_days(rule: Rule) -> str:
    if rule.dates or rule.places or any(len(day) > 2 for day in rule.days):
        return f" {_days(rule, '')}"
    groups = {(): "", WORKDAYS: " on weekdays", WEEKEND: " on weekends"}
    days = groups.get(rule.days)
    if days is None:
        days = f" on {join_words([f'{name}s' for name in _weekday_names(rule.days)])}"
    return days + _in_months(rule)


def _steps(rule: Rule) -> str:
    every = _every(rule)
    if rule.freq == "HOURLY" and rule.minutes not in ((), (0,)):
        every += f" at {join_words(list(map(str, rule.minutes)))} past"
    last = rule.freq == "MINUTELY"
    parts = [f"from {one[0]:02}:00 to {(one[-1] + last) % 24:02}:00" for one in _in_a_row(rule.hours)]
    return f"{every} {join_words(parts)}" if parts else every


def _in_a_row(hours: Sequence[int]) -> list[list[int]]:
    """Return hours grouped into consecutive runs: [[8, 9], [13]]."""
    groups = itertools.groupby(enumerate(sorted(hours)), lambda pair: pair[1] - pair[0])
    return [[hour for _, hour in group] for _, group in groups]


def _stepped_hours(rule: Rule, at: time | None) -> str:
    """Return 'every 3 hours from 08:00 to 17:00' for equidistant times of day."""
    times = rule.times(at)
    steps = {(right.hour - left.hour) for left, right in itertools.pairwise(times)}
    if len(times) < 4 or len(steps) != 1 or len(rule.minutes) > 1:
        return ""
    every = _every(Rule("HOURLY", steps.pop()))
    return f"{every} from {times[0]:%H:%M} to {times[-1]:%H:%M}"


def _every(rule: Rule) -> str:
    if (rule.freq, rule.interval) == ("MONTHLY", 3):
        return "every quarter"
    unit = UNITS[rule.freq]
    return f"every {unit}" if rule.interval == 1 else f"every {rule.interval} {unit}s"


def _days(rule: Rule, plain: str) -> str:
    if rule.freq in ("MONTHLY", "YEARLY") and rule.interval > 1 and (rule.dates or rule.days):
        days = _days(replace(rule, interval=1), plain)
        days = days.removeprefix("every year ").removesuffix(" of every month")
        return f"every {rule.interval} {UNITS[rule.freq]}s {days}"
    if rule.places and len(rule.minutes) < 2:
        kind = {WORKDAYS: "working day", WEEKEND: "weekend day", WEEKDAYS: "day"}.get(rule.days, "")
        places = join_words([_place(one) for one in rule.places])
        return f"on the {places} {kind or join_words(_weekday_names(rule.days))} {_of_months(rule)}"
    if rule.dates or any(len(day) > 2 for day in rule.days):
        return _dated(rule)
    if rule.freq in ("MONTHLY", "YEARLY") and not rule.days:
        months = _in_months(rule)
        return (
            f"every {join_words(_month_names(rule.months))}"
            if rule.freq == "YEARLY" and months
            else _every(rule) + months
        )
    return _weekdays(rule, plain) + _in_months(rule)


def _in_months(rule: Rule) -> str:
    others = [month for month in range(1, 13) if month not in rule.months]
    if not rule.months or not others:
        return ""
    if len(others) < 6:
        return f" except in {join_words(_month_names(others))}"
    return f" in {join_words(_month_names(rule.months))}"


def _dated(rule: Rule) -> str:
    if rule.freq == "YEARLY" and rule.months and rule.dates:
        dates = [f"{date} {month}" for month in _month_names(rule.months) for date in map(_date, rule.dates)]
        return f"every year on {join_words(dates)}"
    months = _of_months(rule)
    named = [_date_words(one) for one in rule.dates] or _nth_weekdays(rule.days)
    if rule.dates == (1,) and months == "of every quarter":
        named = ["first day"]
    weekdays = " or ".join(_weekday_names([day[-2:] for day in rule.days if rule.dates]))
    return f"on the {join_words(named)} {months}{f' that is a {weekdays}' if weekdays else ''}"


def _date(day: int) -> str:
    return str(day) if day > 0 else f"the {_place(day)} day of"


def _of_months(rule: Rule) -> str:
    if quarter := _QUARTERS.get(rule.months):
        at_end = (
            rule.places[:1] == (-1,) or rule.dates[:1] == (-1,) or (rule.days[:1] and rule.days[0][0] == "-")
        )
        if (quarter == "last") == bool(at_end):
            return "of every quarter"
    if rule.months:
        return f"of {join_words(_month_names(rule.months))}"
    if rule.freq == "YEARLY":
        return "of every year"
    return "of every month"


def _weekdays(rule: Rule, plain: str) -> str:
    if not rule.days:
        return plain if rule.freq == "DAILY" and rule.interval == 1 else _every(rule)
    every = "every" if rule.interval == 1 else f"every {rule.interval} weeks on"
    groups = {WORKDAYS: "weekday", WEEKEND: "weekend", WEEKDAYS: "day"}
    if rule.days in groups:
        return f"{every} {groups[rule.days]}"
    if len(rule.days) == 6:
        return f"every day except {_weekday_names([one for one in WEEKDAYS if one not in rule.days])[0]}"
    places = [WEEKDAYS.index(one) for one in rule.days]
    if len(places) > 2 and places == list(range(places[0], places[-1] + 1)) and rule.interval == 1:
        return f"{_NAMES[places[0]]} to {_NAMES[places[-1]]}"
    return f"{every} {join_words(_weekday_names(rule.days))}"


def _weekday_names(days: Sequence[str]) -> list[str]:
    return [_NAMES[WEEKDAYS.index(day)] for day in days]


def _month_names(months: Sequence[int]) -> list[str]:
    return [_MONTHS[month - 1] for month in months]


def _nth_weekdays(days: Sequence[str]) -> list[str]:
    """Return 'second and fourth Tuesday' if all have the same weekday."""
    places = [_PLACES[int(day[:-2] or 0)] for day in days]
    names = _weekday_names([day[-2:] for day in days])
    if len(set(names)) == 1:
        return [f"{join_words(places)} {names[0]}"]
    return [f"{place} {name}" for place, name in zip(places, names, strict=True)]


def _place(place: int) -> str:
    return _PLACES.get(place) or ordinal(place)


def _date_words(day: int) -> str:
    return ordinal(day) if day > 0 else f"{_place(day)} day"


def _end(rule: Rule) -> str:
    if rule.count:
        return f", {rule.count} times" if rule.count > 1 else ", once"
    return f" until {rule.until.day} {rule.until:%B %Y}" if rule.until else ""


def ordinal(number: int) -> str:
    """Return '1st', '22nd', '13th'."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if 10 < number % 100 < 20 else ending}"
