"""How an event repeats: of the recurrence rules of RFC 5545 (section 3.3.10) those that people use."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Self

from dateutil.rrule import rrulestr

from omniforge.errors import InvalidInput

_DAYS = {"MO": "Mon", "TU": "Tue", "WE": "Wed", "TH": "Thu", "FR": "Fri", "SA": "Sat", "SU": "Sun"}
_PLACES = {"": "", "1": "first ", "2": "second ", "3": "third ", "4": "fourth ", "5": "fifth ", "-1": "last "}
_UNITS = {"DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year"}
_DAY = rf"(?:[1-5]|-1)?(?:{'|'.join(_DAYS)})"
_DATE = r"(?:-1|[1-9]|[12]\d|3[01])"
_PARTS = {
    "FREQ": "|".join(_UNITS),
    "INTERVAL": r"[1-9]\d?",
    "BYDAY": rf"{_DAY}(?:,{_DAY})*",
    "BYMONTHDAY": rf"{_DATE}(?:,{_DATE})*",
    "COUNT": r"[1-9]\d{0,2}",
    "UNTIL": r"\d{8}(?:T\d{6}Z?)?",
}
_LOOKED_AHEAD = 1_500  # days: a fifth Monday on the 31st is rare
EXAMPLE = "FREQ=WEEKLY;BYDAY=TU;UNTIL=20270228"


@dataclass(frozen=True, slots=True)
class SeriesRule:
    """A recurrence rule. `unit` is its FREQ; `until` is the last day on which the event may begin."""

    unit: str
    interval: int = 1
    days: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()
    times: int | None = None
    until: date | None = None

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the rule that a text like 'FREQ=WEEKLY;BYDAY=TU' is. Raises InvalidInput for `rule`.

        Of a time in UNTIL only the day counts.
        """
        parts = _parts(text)
        rule = cls(
            unit=parts["FREQ"],
            interval=int(parts.get("INTERVAL", 1)),
            days=tuple(filter(None, parts.get("BYDAY", "").split(","))),
            dates=tuple(filter(None, parts.get("BYMONTHDAY", "").split(","))),
            times=int(parts["COUNT"]) if "COUNT" in parts else None,
            until=_day(parts["UNTIL"]) if "UNTIL" in parts else None,
        )
        if wrong := next(_wrong(rule), None):
            raise _refused(wrong)
        return rule

    def __str__(self) -> str:
        """Return the rule as RFC 5545 writes it, but with a day in UNTIL whatever the event's time."""
        return ";".join([*self._pattern(), *self._end()])

    def _pattern(self) -> list[str]:
        parts = [f"FREQ={self.unit}"]
        if self.interval > 1:
            parts.append(f"INTERVAL={self.interval}")
        listed = {"BYDAY": self.days, "BYMONTHDAY": self.dates}
        return parts + [f"{name}={','.join(values)}" for name, values in listed.items() if values]

    def first_day(self, day: date) -> date:
        """Return the first day from `day` on that fits the rule. Raises InvalidInput where none does."""
        pattern = ";".join(replace(self, interval=1)._pattern())
        end = day + timedelta(days=_LOOKED_AHEAD)
        rule = f"{pattern};UNTIL={end:%Y%m%d}"
        days: Iterable[datetime] = rrulestr(rule, dtstart=datetime.combine(day, time()))
        found = next((one.date() for one in days), None)
        if found is None or (self.until and found > self.until):
            raise _refused("By this rule it never takes place.")
        return found

    def later_by(self, days: int) -> "SeriesRule":
        """Return the rule of an event that is moved by some days. Raises InvalidInput if it can't be said."""
        if not days or not (self.days or self.dates):
            return self
        if self.dates or any(len(day) > 2 for day in self.days):
            raise _refused("What takes place on a day of the month cannot be moved by days as a series.")
        names = list(_DAYS)
        return replace(self, days=tuple(names[(names.index(day) + days) % 7] for day in self.days))

    @property
    def words(self) -> str:
        """Say the rule for people: 'every week on Tue and Thu until 28 Feb 2027'."""
        unit = _UNITS[self.unit]
        every = f"every {unit}" if self.interval == 1 else f"every {self.interval} {unit}s"
        on = " and ".join([*map(_day_in_words, self.days), *map(_date_in_words, self.dates)])
        return f"{every}{f' on {on}' if on else ''}{self._end_in_words()}"

    def _end(self) -> list[str]:
        if self.times:
            return [f"COUNT={self.times}"]
        return [f"UNTIL={self.until:%Y%m%d}"] if self.until else []

    def _end_in_words(self) -> str:
        if self.times:
            return f", {self.times} times" if self.times > 1 else ", once"
        return f" until {self.until:%d %b %Y}" if self.until else ""


def _parts(text: str) -> dict[str, str]:
    pairs = [part.partition("=") for part in text.strip().upper().removeprefix("RRULE:").split(";") if part]
    parts = {name: value for name, _, value in pairs}
    for name, value in parts.items():
        if name not in _PARTS:
            raise _refused(f"{name[:20]} is not known here, only {', '.join(_PARTS)}.")
        if not re.fullmatch(_PARTS[name], value):
            raise _refused(f"{name} cannot be {value[:20]!r}.")
    if "FREQ" not in parts or len(parts) < len(pairs):
        raise _refused("It names FREQ once, and each other part at most once.")
    return parts


def _wrong(rule: SeriesRule) -> Iterator[str]:
    """Tell what RFC 5545 does not allow, and what it allows but people misread."""
    if rule.times and rule.until:
        yield "It ends by COUNT or by UNTIL, not by both."
    if rule.dates and rule.unit != "MONTHLY":
        yield "BYMONTHDAY is for FREQ=MONTHLY."
    if rule.unit != "MONTHLY" and any(len(day) > 2 for day in rule.days):
        yield "In BYDAY numbers are for FREQ=MONTHLY."
    if rule.unit == "DAILY" and rule.days and rule.interval > 1:
        yield "With BYDAY and an INTERVAL it is FREQ=WEEKLY."
    if rule.unit == "YEARLY" and rule.days:
        yield "FREQ=YEARLY repeats on the day on which the event begins, and has no BYDAY."


def _day(text: str) -> date:
    try:
        return datetime.strptime(text[:8], "%Y%m%d").date()
    except ValueError:
        raise _refused(f"{text[:8]} is no day.") from None


def _day_in_words(day: str) -> str:
    place = _PLACES[day[:-2]]
    return f"{'the ' if place else ''}{place}{_DAYS[day[-2:]]}"


def _date_in_words(day: str) -> str:
    return "the last day" if day == "-1" else f"day {day}"


def _refused(wrong: str) -> InvalidInput:
    said = f"{wrong} A rule looks like {EXAMPLE}."
    return InvalidInput(f"rule: {said}", fields={"rule": [said]})
