"""An event of a calendar as a value, wherever it is kept. (A row of ours: `models.CalendarEvent`.)"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from omniforge.recurrence.words import describe

_OCCURRENCE = re.compile(r"(.+)@(\d{8}(?:T\d{6}Z?)?)")


@dataclass(frozen=True, slots=True)
class Appointment:
    """An event, or one occurrence of a series. Both times have a zone; the end is not part of it."""

    id: str  # in its calendar; of an occurrence its series, '@' and when it would have begun
    title: str
    starts_at: datetime
    ends_at: datetime
    all_day: bool = False  # it begins and ends at midnight of its zone
    place: str = ""
    notes: str = ""
    repeats: bool = False  # it is an occurrence of a series
    changed_at: datetime = datetime(2000, 1, 1, tzinfo=UTC)
    # how the series repeats (`rule.py`), from this occurrence on; of a CalDAV server only while it is made
    rule: str = ""

    @property
    def series(self) -> str:
        """Return the id of the series of which this is an occurrence; empty for an event by itself."""
        return parts_of(self.id)[0] if self.repeats else ""

    @property
    def every(self) -> str:
        """Say for people how a series repeats, as far as that is known: 'every Tuesday'."""
        return describe(self.rule) if self.rule else ""

    @property
    def when(self) -> str:
        """Say its time for people, in the zone that it begins in: 'Fri 20 Nov 2026, 10:00 to 11:00'."""
        began, ended = self.starts_at, self.ends_at.astimezone(self.starts_at.tzinfo)
        if self.all_day:
            last = ended - timedelta(days=1)
            return f"{began:%a %d %b %Y}{_until(began, last, '')}, all day"
        return f"{began:%a %d %b %Y, %H:%M}" + (_until(began, ended, ", %H:%M") or f" to {ended:%H:%M}")


def parts_of(event_id: str) -> tuple[str, str]:
    """Return the id of an event, in which there may be an '@' too, and the name of its occurrence."""
    found = _OCCURRENCE.fullmatch(event_id)
    return (found[1], found[2]) if found else (event_id, "")


def _until(began: datetime, ended: datetime, time: str) -> str:
    return f" to {ended.strftime(f'%a %d %b %Y{time}')}" if ended.date() > began.date() else ""
