"""When something happens, as a value: day, time of day, length and recurrence."""

from dataclasses import dataclass, replace
from datetime import date, time, timedelta


@dataclass(frozen=True, slots=True)
class Moment:
    """When something happens. Parts that aren't given are None or empty.

    `first` to `last` are the days, `at` to `ends` the times, `part` a part of the day without a time.
    `problem` are words that restrict it in a way no calendar can express: then ignore everything else.
    """

    first: date | None = None
    last: date | None = None
    at: time | None = None
    ends: time | None = None
    part: str = ""
    length: timedelta | None = None
    all_day: bool = False
    rrule: str = ""
    every: str = ""
    problem: str = ""
    loose: bool = False  # `at` may be twelve hours later; the purpose decides
    guessed: bool = False  # `at` is in the afternoon because '5:15' says nothing else
    weekday: bool = False  # only a weekday; the caller decides which week

    @property
    def has_time(self) -> bool:
        return self.at is not None or self.all_day

    def __bool__(self) -> bool:
        return bool(self.first or self.has_time or self.part or self.length or self.rrule or self.problem)

    def completed_by(self, other: "Moment") -> "Moment":
        """Return the moment with missing parts taken from another."""
        names = ("first", "last", "at", "ends", "part", "length", "all_day", "rrule", "every")
        lacking = {name: getattr(other, name) for name in names if not getattr(self, name)}
        if self.has_time:
            lacking = {
                name: value
                for name, value in lacking.items()
                if name not in ("at", "ends", "all_day", "part")
            }
        return replace(self, **lacking)
