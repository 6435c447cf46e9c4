"""A recurrence as a rule of RFC 5545: read, written, and stepped.

The time of day is given beside the rule, as `at`; a rule with several a day has BYHOUR and BYMINUTE.
"""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any

from dateutil.rrule import rrulestr

WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
WORKDAYS, WEEKEND = WEEKDAYS[:5], WEEKDAYS[5:]
DEFAULT_TIME = time(9)
_CLOCK_CHANGE = timedelta(hours=3)  # more than any clock is put forward or back
UNITS = {
    "MINUTELY": "minute", "HOURLY": "hour",
    "DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year",
}  # fmt: skip
_LISTS = {
    "BYMONTH": "months", "BYMONTHDAY": "dates", "BYDAY": "days", "BYHOUR": "hours", "BYMINUTE": "minutes",
    "BYSETPOS": "places",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rule:
    """An RRULE by its parts: `days` is BYDAY ('MO', '-1FR'), `dates` BYMONTHDAY, `places` BYSETPOS."""

    freq: str
    interval: int = 1
    months: tuple[int, ...] = ()
    dates: tuple[int, ...] = ()
    days: tuple[str, ...] = ()
    hours: tuple[int, ...] = ()
    minutes: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    count: int | None = None
    until: date | None = None

    @classmethod
    def read(cls, text: str) -> "Rule":
        """Return the rule that a text like 'FREQ=WEEKLY;BYDAY=TU' is. Raises ValueError."""
        pairs = (part.partition("=") for part in text.upper().removeprefix("RRULE:").split(";") if part)
        parts = {name: value for name, _, value in pairs}
        if parts.get("FREQ") not in UNITS or parts.keys() - {"FREQ", "INTERVAL", "COUNT", "UNTIL", *_LISTS}:
            raise ValueError("not a rule that is known here")
        listed: dict[str, Any] = {
            one: _values(name, parts[name]) for name, one in _LISTS.items() if name in parts
        }
        return cls(
            parts["FREQ"],
            int(parts.get("INTERVAL", 1)),
            count=int(parts["COUNT"]) if "COUNT" in parts else None,
            until=datetime.strptime(parts["UNTIL"][:8], "%Y%m%d").date() if "UNTIL" in parts else None,
            **listed,
        )

    def __str__(self) -> str:
        parts = [f"FREQ={self.freq}"] + ([f"INTERVAL={self.interval}"] if self.interval > 1 else [])
        listed = ((name, getattr(self, field)) for name, field in _LISTS.items())
        parts += [f"{name}={','.join(map(str, values))}" for name, values in listed if values]
        parts += [f"COUNT={self.count}"] if self.count else []
        return ";".join(parts + ([f"UNTIL={self.until:%Y%m%d}"] if self.until else []))

    def text(self) -> str:
        """Return the rule as a calendar program takes it: to it UNTIL is a moment, here the day's last."""
        end = f";UNTIL={self.until:%Y%m%d}T235959" if self.until else ""
        return f"{replace(self, until=None)}{end}"

    def times(self, at: time | None) -> list[time]:
        """Return the times of day; empty if neither the rule nor `at` names one."""
        if not self.hours or self.freq in ("MINUTELY", "HOURLY"):
            return [at] if at else []
        times = [
            time(*one) for one in itertools.product(self.hours, self.minutes or (at.minute if at else 0,))
        ]
        picked = self.places if len(self.minutes) > 1 else ()
        return [times[place - 1] for place in picked] or times


def _values(name: str, text: str) -> tuple[int, ...] | tuple[str, ...]:
    values = text.split(",")
    if name != "BYDAY":
        return tuple(map(int, values))
    if not all(re.fullmatch(r"(?:[+-]?[1-5])?(?:MO|TU|WE|TH|FR|SA|SU)", one) for one in values):
        raise ValueError("not a list of weekdays")
    return tuple(values)


def pin(rrule: str, day: date) -> str:
    """Return a rule that names its days: what 'every month' leaves to its first day is taken from `day`."""
    rule = Rule.read(rrule)
    if rule.freq == "WEEKLY" and not rule.days:
        rule = replace(rule, days=(WEEKDAYS[day.weekday()],))
    if rule.freq in ("MONTHLY", "YEARLY") and not rule.dates and not rule.days:
        rule = replace(rule, dates=(day.day,))
    if rule.freq == "YEARLY" and not rule.months:
        rule = replace(rule, months=(day.month,))
    if rule.freq == "MONTHLY" and 12 % rule.interval == 0 and rule.interval > 1 and not rule.months:
        months = sorted((day.month - 1 + more) % 12 + 1 for more in range(0, 12, rule.interval))
        rule = replace(rule, interval=1, months=tuple(months))
    return str(rule)


def next_time(rrule: str, at: time | None, after: datetime, start: date) -> datetime | None:
    """Return the first time after `after`, in its time zone, that a rule which began on `start` names.

    A time that the clock skips is as much later as the clock was put forward. One that it shows twice is the
    first of them; what is due each hour, or more often, leaves out what is skipped and goes on in both.
    """
    if not rrule:
        return None
    rule, zone = Rule.read(rrule), after.tzinfo
    earliest: datetime | None = None
    for step in _steps(rule, at, start, after.replace(tzinfo=None) - _CLOCK_CHANGE):
        if earliest and step - _CLOCK_CHANGE > earliest.astimezone(zone).replace(tzinfo=None):
            break
        due = [one for one in _moments(step, zone, often=_is_frequent(rule)) if one > after.astimezone(UTC)]
        earliest = min([*due, *([earliest] if earliest else [])], default=None)
    return earliest.astimezone(zone) if earliest else None


def _steps(rule: Rule, at: time | None, start: date, after: datetime) -> Iterator[datetime]:
    """Yield the local times from `after` on that a rule names."""
    first = datetime.combine(start, at or (rule.times(at) or [DEFAULT_TIME])[0])
    if rule.freq in ("MINUTELY", "HOURLY"):
        first = _near(rule, datetime.combine(start, time()), after)
    steps: Iterator[datetime] = rrulestr(rule.text(), dtstart=first).xafter(after)
    return steps


def _moments(step: datetime, zone: tzinfo | None, *, often: bool) -> tuple[datetime, ...]:
    """Return when, in UTC, the clock of a zone shows a local time."""
    moment = step.replace(tzinfo=zone).astimezone(UTC)
    if not often:
        return (moment,)
    if moment.astimezone(zone).replace(tzinfo=None) != step:
        return ()
    return (moment, step.replace(tzinfo=zone, fold=1).astimezone(UTC))


def _is_frequent(rule: Rule) -> bool:
    return rule.freq == "MINUTELY" or (rule.freq == "HOURLY" and rule.interval == 1)


def _near(rule: Rule, first: datetime, after: datetime) -> datetime:
    """Return a later beginning with the same steps, so that years of minutes are not walked through."""
    step = timedelta(**{"minutes" if rule.freq == "MINUTELY" else "hours": rule.interval})
    return first if rule.count or after < first else first + (after - first) // step * step
