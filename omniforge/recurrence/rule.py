"""A recurrence rule of RFC 5545, parsed and written.

The time of day is separate, as `at`. A rule with several times a day has BYHOUR and BYMINUTE.
"""

import itertools
import re
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from typing import Any

WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
WORKDAYS, WEEKEND = WEEKDAYS[:5], WEEKDAYS[5:]
DEFAULT_TIME = time(9)
UNITS = {
    "MINUTELY": "minute", "HOURLY": "hour",
    "DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year",
}  # fmt: skip
_LISTS = {
    "BYMONTH": "months", "BYMONTHDAY": "dates", "BYDAY": "days", "BYHOUR": "hours", "BYMINUTE": "minutes",
    "BYSETPOS": "places",
}  # fmt: skip
_DAY, _NUMBER = rf"(?:[+-]?[1-5])?(?:{'|'.join(WEEKDAYS)})", r"[+-]?\d+"
_FORMS = dict.fromkeys(_LISTS, rf"{_NUMBER}(?:,{_NUMBER})*") | {
    "FREQ": "|".join(UNITS), "INTERVAL": _NUMBER, "COUNT": _NUMBER,
    "BYDAY": rf"{_DAY}(?:,{_DAY})*", "UNTIL": r"\d{8}(?:T\d{6}Z?)?",
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
        """Parse a rule like 'FREQ=WEEKLY;BYDAY=TU'. Raises ValueError."""
        parts = _parts(text)
        listed: dict[str, Any] = {
            one: _values(name, parts[name]) for name, one in _LISTS.items() if name in parts
        }
        return cls(
            parts["FREQ"],
            int(parts.get("INTERVAL", 1)),
            count=int(parts["COUNT"]) if "COUNT" in parts else None,
            until=_day(parts["UNTIL"]) if "UNTIL" in parts else None,
            **listed,
        )

    def __str__(self) -> str:
        parts = [f"FREQ={self.freq}"] + ([f"INTERVAL={self.interval}"] if self.interval > 1 else [])
        listed = ((name, getattr(self, field)) for name, field in _LISTS.items())
        parts += [f"{name}={','.join(map(str, values))}" for name, values in listed if values]
        parts += [f"COUNT={self.count}"] if self.count else []
        return ";".join(parts + ([f"UNTIL={self.until:%Y%m%d}"] if self.until else []))

    def text(self) -> str:
        """Return the rule for calendar programs, in which UNTIL is a moment: the end of the day."""
        end = f";UNTIL={self.until:%Y%m%d}T235959" if self.until else ""
        return f"{replace(self, until=None)}{end}"

    def times(self, at: time | None) -> list[time]:
        """Return the times of day, empty if neither the rule nor `at` names one."""
        if not self.hours or self.freq in ("MINUTELY", "HOURLY"):
            return [at] if at else []
        times = [
            time(*one) for one in itertools.product(self.hours, self.minutes or (at.minute if at else 0,))
        ]
        picked = self.places if len(self.minutes) > 1 else ()
        return [times[place - 1] for place in picked] or times


def _parts(text: str) -> dict[str, str]:
    pairs = [part.partition("=") for part in text.strip().upper().removeprefix("RRULE:").split(";") if part]
    parts = {name: value for name, _, value in pairs}
    for name, value in parts.items():
        if name not in _FORMS:
            raise ValueError(f"{name[:20]} is not known here.")
        if not re.fullmatch(_FORMS[name], value):
            raise ValueError(f"{name} cannot be {value[:20]!r}.")
    if "FREQ" not in parts or len(parts) < len(pairs):
        raise ValueError("It names FREQ once, and each other part at most once.")
    return parts


def _values(name: str, text: str) -> tuple[int, ...] | tuple[str, ...]:
    values = text.split(",")
    return tuple(values) if name == "BYDAY" else tuple(map(int, values))


def _day(text: str) -> date:
    """Return the day of UNTIL, ignoring a time."""
    try:
        return datetime.strptime(text[:8], "%Y%m%d").date()
    except ValueError:
        raise ValueError(f"{text[:8]} is no day.") from None


def pin(rrule: str, day: date) -> str:
    """Return a rule with explicit days: those that 'every month' leaves open come from `day`."""
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
