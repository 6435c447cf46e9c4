"""A calendar event as a value, for every store. (Our own rows are `models.CalendarEvent`.)"""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from omniforge.recurrence.words import describe

_OCCURRENCE = re.compile(r"(.+)@(\d{8}(?:T\d{6}Z?)?)")


@dataclass(frozen=True, slots=True)
class Appointment:
    """An event, or one occurrence of a series. Both times have a zone. The end is exclusive."""

    id: str  # in its calendar; for an occurrence: its series, '@' and its original start
    title: str
    starts_at: datetime
    ends_at: datetime
    all_day: bool = False  # starts and ends at midnight in its zone
    place: str = ""
    notes: str = ""
    repeats: bool = False  # is an occurrence of a series
    changed_at: datetime = datetime(2000, 1, 1, tzinfo=UTC)
    # the rule of the series, from this occurrence on; on a CalDAV server only while it is created
    rule: str = ""
    left_out: tuple[date, ...] = ()  # days of a series without an occurrence
    changed_alone: tuple[date, ...] = ()  # those of them whose occurrence became a single event

    @property
    def series(self) -> str:
        """Return the id of the occurrence's series, empty for a single event."""
        return parts_of(self.id)[0] if self.repeats else ""

    @property
    def every(self) -> str:
        """Describe how a series repeats, 'every Tuesday', empty if that is unknown."""
        return describe(self.rule) if self.rule else ""

    @property
    def when(self) -> str:
        """Format the time in the zone of the start: 'Fri 20 Nov 2026, 10:00 to 11:00'."""
        began, ended = self.starts_at, self.ends_at.astimezone(self.starts_at.tzinfo)
        if self.all_day:
            last = ended - timedelta(days=1)
            return f"{began:%a %d %b %Y}{_until(began, last, '')}, all day"
        return f"{began:%a %d %b %Y, %H:%M}" + (_until(began, ended, ", %H:%M") or f" to {ended:%H:%M}")


def parts_of(event_id: str) -> tuple[str, str]:
    """Split an id into the event's id, which may contain an '@' itself, and the occurrence's name."""
    found = _OCCURRENCE.fullmatch(event_id)
    return (found[1], found[2]) if found else (event_id, "")


def _until(began: datetime, ended: datetime, time: str) -> str:
    return f" to {ended.strftime(f'%a %d %b %Y{time}')}" if ended.date() > began.date() else ""
