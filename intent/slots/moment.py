"""When something takes place, as a value: day, time of day, length and recurrence together."""

from dataclasses import dataclass, replace
from datetime import date, time, timedelta


@dataclass(frozen=True, slots=True)
class Moment:
    """What words say of when: each part is None, or empty, if they don't.

    `first` to `last` are the days, `at` to `ends` the times, `part` a part of the day without a time.
    `problem` are words that restrict it in a way that no calendar can say: then nothing else counts.
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
    loose: bool = False  # `at` may as well be twelve hours later: what it is for decides
    weekday: bool = False  # only the name of a weekday: which week's is for who asks to find out

    @property
    def has_time(self) -> bool:
        return self.at is not None or self.all_day

    def __bool__(self) -> bool:
        return bool(self.first or self.has_time or self.part or self.length or self.rrule or self.problem)

    def completed_by(self, other: "Moment") -> "Moment":
        """Return the moment with what it lacks taken from another."""
        names = ("first", "last", "at", "ends", "part", "length", "all_day", "rrule", "every")
        lacking = {name: getattr(other, name) for name in names if not getattr(self, name)}
        if self.has_time:
            lacking = {
                name: value
                for name, value in lacking.items()
                if name not in ("at", "ends", "all_day", "part")
            }
        return replace(self, **lacking)
