"""Where a calendar's events are: what every kind of store can do."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol
from uuid import UUID
from zoneinfo import ZoneInfo

from omniforge.calendar.appointment import Appointment

MISSING = "There is no such event in this calendar. It may have been deleted."


class CalendarStore(Protocol):
    """The events of one person's calendar. All methods block; those of a `remote` one wait for a network.

    `zone` is the workspace's; what comes out has its times in it. Each raises NotFound for an unknown id.
    """

    calendar_id: UUID
    zone: ZoneInfo
    remote: bool

    def between(self, since: datetime, until: datetime) -> Sequence[Appointment]:
        """Return what takes place in this time, earliest first, each occurrence of a series by itself."""

    def get(self, event_id: str) -> Appointment:
        """Return one event."""

    def add(self, appointment: Appointment) -> Appointment:
        """Store a new event under its id, once: where there is one of this id already, return that."""

    def replace(self, appointment: Appointment) -> Appointment:
        """Store an event anew."""

    def remove(self, event_id: str) -> None:
        """Delete an event for good; of a series only this occurrence."""
