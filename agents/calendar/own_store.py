"""The calendar that we keep ourselves."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import QuerySet

from agents.calendar.appointment import Appointment
from agents.models import CalendarEvent
from omniforge.errors import NotFound

_MOST = 2_000  # events in one answer


class OwnStore:
    """Events in our database."""

    remote = False

    def __init__(self, calendar_id: UUID, zone: ZoneInfo) -> None:
        self.calendar_id = calendar_id
        self.zone = zone

    def between(self, since: datetime, until: datetime) -> Sequence[Appointment]:
        found = self._events.filter(starts_at__lt=until, ends_at__gt=since).order_by("starts_at", "pk")
        return [self._appointment(row) for row in found[:_MOST]]

    def get(self, event_id: str) -> Appointment:
        return self._appointment(self._row(event_id))

    def add(self, appointment: Appointment) -> Appointment:
        row, _ = self._events.get_or_create(
            pk=appointment.id, calendar_id=self.calendar_id, defaults=_fields(appointment)
        )
        return self._appointment(row)

    def replace(self, appointment: Appointment) -> Appointment:
        row = self._row(appointment.id)
        for name, value in _fields(appointment).items():
            setattr(row, name, value)
        row.save()
        return self._appointment(row)

    def remove(self, event_id: str) -> None:
        self._row(event_id).delete()

    @property
    def _events(self) -> QuerySet[CalendarEvent]:
        return CalendarEvent.objects.filter(calendar_id=self.calendar_id)

    def _row(self, event_id: str) -> CalendarEvent:
        try:
            return self._events.get(pk=UUID(event_id))
        except (ValueError, CalendarEvent.DoesNotExist):
            raise NotFound("There is no such event in this calendar. It may have been deleted.") from None

    def _appointment(self, row: CalendarEvent) -> Appointment:
        return Appointment(
            id=str(row.pk),
            starts_at=row.starts_at.astimezone(self.zone),
            ends_at=row.ends_at.astimezone(self.zone),
            all_day=row.all_day,
            changed_at=row.updated_at,
            **row.details,
        )


def _fields(appointment: Appointment) -> dict[str, Any]:
    return {
        "details": {"title": appointment.title, "place": appointment.place, "notes": appointment.notes},
        "starts_at": appointment.starts_at,
        "ends_at": appointment.ends_at,
        "all_day": appointment.all_day,
    }
