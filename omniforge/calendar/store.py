"""The interface of calendar stores."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol
from uuid import UUID
from zoneinfo import ZoneInfo

from omniforge.calendar.appointment import Appointment

MISSING = "There is no such event in this calendar. It may have been deleted."


class CalendarStore(Protocol):
    """The events of one person's calendar. All methods block. Those of a `remote` one wait for a network.

    `zone` is the workspace's. Returned times are in it. Methods raise NotFound for an unknown id.
    """

    calendar_id: UUID
    zone: ZoneInfo
    remote: bool

    def between(self, since: datetime, until: datetime) -> Sequence[Appointment]:
        """Return the events in this period, earliest first. Each occurrence of a series is one event."""

    def get(self, event_id: str) -> Appointment:
        """Return one event."""

    def add(self, appointment: Appointment) -> Appointment:
        """Store a new event under its id. If the id exists already, return that event."""

    def replace(self, appointment: Appointment) -> Appointment:
        """Overwrite an event."""

    def remove(self, event_id: str) -> None:
        """Delete an event, of a series only this occurrence."""
