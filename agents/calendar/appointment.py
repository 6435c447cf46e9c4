"""An event of a calendar as a value, wherever it is kept. (A row of ours: `agents.models.CalendarEvent`.)"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta


@dataclass(frozen=True, slots=True)
class Appointment:
    """An event, or one occurrence of a series (`repeats`). Both times have a zone; the end is not part of it.

    `id` names it in its calendar. One of whole days (`all_day`) begins and ends at midnight of its zone.
    """

    id: str
    title: str
    starts_at: datetime
    ends_at: datetime
    all_day: bool = False
    place: str = ""
    notes: str = ""
    repeats: bool = False
    changed_at: datetime = datetime(2000, 1, 1, tzinfo=UTC)

    @property
    def when(self) -> str:
        """Say its time for people, in the zone that it begins in: 'Fri 20 Nov 2026, 10:00 to 11:00'."""
        began, ended = self.starts_at, self.ends_at.astimezone(self.starts_at.tzinfo)
        if self.all_day:
            last = ended - timedelta(days=1)
            return f"{began:%a %d %b %Y}{_until(began, last, '')}, all day"
        return f"{began:%a %d %b %Y, %H:%M}" + (_until(began, ended, ", %H:%M") or f" to {ended:%H:%M}")


def _until(began: datetime, ended: datetime, time: str) -> str:
    return f" to {ended.strftime(f'%a %d %b %Y{time}')}" if ended.date() > began.date() else ""
