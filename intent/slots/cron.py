"""Converts recurrence rules to cron lines of five fields, and back."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, time

from croniter import croniter

from omniforge.recurrence.rule import DEFAULT_TIME, WEEKDAYS, Rule, pin

_PINNED = date(2024, 1, 1)  # a Monday, and the first of its month and year


def to_cron(rrule: str, at: time | None = None) -> str | None:
    """Return five cron fields for a rule, '' for none, or None if cron can't express exactly the same.

    Defaults are 9:00, Monday, the 1st and January. `describe(*from_cron(cron))` puts them in words.
    """
    if not rrule:
        return ""
    rule = Rule.read(pin(rrule, _PINNED))
    days = _cron_days(rule)
    clock = _cron_clock(rule, at)
    if rule.count or rule.until or not clock or not days:
        return None
    return f"{clock} {days}"


def _cron_clock(rule: Rule, at: time | None) -> str:
    if rule.freq == "MINUTELY":
        hours = ",".join(map(str, rule.hours)) or "*"
        if rule.interval % 60 or rule.interval == 0:
            return "" if 60 % rule.interval else f"{_step(rule.interval)} {hours}"
        rule = replace(rule, freq="HOURLY", interval=rule.interval // 60)
    if rule.freq == "HOURLY":
        minute = ",".join(map(str, rule.minutes)) or (at.minute if at else 0)
        if 24 % rule.interval or (rule.hours and rule.interval > 1):
            return ""
        return f"{minute} {','.join(map(str, rule.hours)) or _step(rule.interval)}"
    if len(rule.minutes) > 1 and not rule.places:
        return f"{','.join(map(str, rule.minutes))} {','.join(map(str, rule.hours))}"
    times = rule.times(at) or [DEFAULT_TIME]
    hours = ",".join(str(one.hour) for one in times)
    return f"{times[0].minute} {hours}" if len({one.minute for one in times}) == 1 else ""


def _step(number: int) -> str:
    return "*" if number == 1 else f"*/{number}"


def _cron_days(rule: Rule) -> str:
    weekly = rule.freq in ("DAILY", "WEEKLY", "MONTHLY", "YEARLY")
    if (
        (weekly and rule.interval > 1)
        or (rule.places and len(rule.minutes) < 2)
        or (rule.dates and rule.days)
    ):
        return ""
    if any(day < -1 for day in rule.dates):
        return ""
    dates = ",".join("L" if day == -1 else str(day) for day in rule.dates) or "*"
    days = [_cron_weekday(day) for day in rule.days]
    if "" in days:
        return ""
    return f"{dates} {_cron_months(rule.months)} {_cron_weekdays(days)}"


def _cron_months(months: Sequence[int]) -> str:
    step = 12 // len(months) if months else 1
    if step > 1 and tuple(months) == tuple(range(1, 13, step)):
        return f"*/{step}" if step < 12 else "1"
    return ",".join(map(str, months)) or "*"


def _cron_weekdays(days: Sequence[str]) -> str:
    if list(days) == ["1", "2", "3", "4", "5"]:
        return "1-5"
    return "*" if len(days) == 7 else ",".join(sorted(days)) or "*"


def _cron_weekday(day: str) -> str:
    number = (WEEKDAYS.index(day[-2:]) + 1) % 7
    place = int(day[:-2] or 0)
    if place == -1:
        return f"L{number}"
    return "" if place < 0 else f"{number}#{place}" if place else str(number)


def from_cron(cron: str) -> tuple[str, time | None] | None:
    """Return the rule and time equivalent to a cron line, ('', None) for an empty one.

    None if no rule is equivalent, for example if days of the month and of the week are both given: cron
    takes either.
    """
    if not cron:
        return "", None
    if len(cron.split()) != 5:
        return None
    try:
        expanded, nth = croniter.expand(cron)[:2]
    except (ValueError, KeyError):
        return None
    fields: dict[str, list[int]] = dict(
        zip(("minutes", "hours", "dates", "months", "days"), map(_numbers, expanded), strict=True)
    )
    if fields["dates"] and fields["days"]:
        return None
    days = tuple(sorted(_rule_days(fields["days"], nth), key=lambda day: (WEEKDAYS.index(day[-2:]), day)))
    return _of_fields(cron.split(), fields, days)


def _numbers(field: Sequence[int | str]) -> list[int]:
    return [] if field[0] == "*" else [-1 if one == "l" else int(one) for one in field]


def _rule_days(days: Sequence[int], nth: Mapping[int, object]) -> list[str]:
    named = []
    for day in days:
        places = nth.get(day) or [""]
        code = WEEKDAYS[(day - 1) % 7]
        named += [f"{-1 if place == 'l' else place}{code}" for place in sorted(places, key=str)]  # type: ignore[call-overload]
    return list(dict.fromkeys(named))


def _of_fields(
    text: Sequence[str], fields: Mapping[str, list[int]], days: tuple[str, ...]
) -> tuple[str, time | None]:
    minutes, hours = tuple(fields["minutes"]), tuple(fields["hours"])
    rule = Rule(
        _cron_freq(fields, days), months=tuple(fields["months"]), dates=tuple(fields["dates"]), days=days
    )
    is_weekly = not rule.dates and all(len(day) == 2 for day in days)
    if often := _frequent(rule, minutes, hours, text[1]) if is_weekly else None:
        return str(often), None
    named = replace(rule, hours=hours or tuple(range(24)), minutes=minutes or tuple(range(60)))
    at = time(named.hours[0], named.minutes[0])
    return (str(rule), at) if len(hours) == len(minutes) == 1 else (str(named), at)


def _frequent(rule: Rule, minutes: Sequence[int], hours: Sequence[int], hours_text: str) -> Rule | None:
    """Return the rule for a run every few minutes or hours, or None if the times must be listed."""
    step = 60 // (len(minutes) or 60)
    if len(minutes) != 1 and list(minutes or range(60)) == list(range(0, 60, step)):
        return replace(rule, freq="MINUTELY", interval=step, hours=tuple(hours))
    is_step = re.fullmatch(r"\*/\d+", hours_text) and 24 % (hours[1] if len(hours) > 1 else 24) == 0
    if hours and not (is_step and len(minutes) == 1):
        return None
    named = tuple(minutes) if tuple(minutes) != (0,) else ()
    return replace(rule, freq="HOURLY", interval=24 // (len(hours) or 24), minutes=named)


def _cron_freq(fields: Mapping[str, list[int]], days: Sequence[str]) -> str:
    if fields["dates"] or any(len(day) > 2 for day in days):
        few = len(fields["months"]) == 1
        return "YEARLY" if few and fields["dates"] else "MONTHLY"
    return "WEEKLY" if days else "DAILY"
