"""The calendar store in our own database."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import chain
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from omniforge.calendar.appointment import Appointment, parts_of
from omniforge.calendar.changes import Image, image_of, record_change
from omniforge.calendar.models import CalendarEvent
from omniforge.calendar.own_rows import fields_of, series_in, single_in
from omniforge.calendar.store import MISSING
from omniforge.calendar.validation import midnight
from omniforge.errors import InvalidInput, NotFound
from omniforge.storage.ids import new_id

_MOST = 2_000  # events in one answer
_HALF_A_DAY = timedelta(hours=12)
_MOST_SERIES = 100  # per calendar, not counting past ones


class OwnStore:
    """Events in our database. Changes are recorded; those by a turn can be undone."""

    remote = False

    def __init__(self, calendar_id: UUID, zone: ZoneInfo, turn_id: UUID | None = None) -> None:
        self.calendar_id = calendar_id
        self.zone = zone
        self._turn_id = turn_id

    def between(self, since: datetime, until: datetime) -> Sequence[Appointment]:
        rows = self._events.filter(starts_at__lt=until, ends_at__gt=since).order_by("starts_at", "pk")[:_MOST]
        every = chain.from_iterable(self._taking_place(row, since, until) for row in rows)
        found = (one for one in every if one.starts_at < until and one.ends_at > since)
        return sorted(found, key=lambda event: (event.starts_at, event.id))[:_MOST]

    def get(self, event_id: str) -> Appointment:
        row_id, occurrence = parts_of(event_id)
        row = self._row(row_id)
        return self._occurrence(row, occurrence) if occurrence else self._appointment(row)

    @transaction.atomic
    def add(self, appointment: Appointment) -> Appointment:
        if appointment.rule:
            self._require_room()
        row, is_new = self._events.get_or_create(
            pk=appointment.id, calendar_id=self.calendar_id, defaults=fields_of(appointment)
        )
        if is_new:
            self._record(row.pk, {}, image_of(row))
        return self._appointment(row)

    @transaction.atomic
    def replace(self, appointment: Appointment) -> Appointment:
        """Store a changed event. A changed occurrence leaves its series and becomes a single event."""
        row_id, occurrence = parts_of(appointment.id)
        if occurrence:
            self._leave_out(row_id, occurrence, "left_out", "changed_alone")
            return self.add(replace(appointment, id=str(new_id())))
        row = self._row(row_id, lock=True)
        before = image_of(row)
        for name, value in fields_of(appointment).items():
            setattr(row, name, value)
        row.save()
        self._record(row.pk, before, image_of(row))
        return self._appointment(row)

    @transaction.atomic
    def remove(self, event_id: str) -> None:
        row_id, occurrence = parts_of(event_id)
        if occurrence:
            return self._leave_out(row_id, occurrence, "left_out")
        row = self._row(row_id, lock=True)
        self._record(row.pk, image_of(row), {})
        row.delete()

    def _leave_out(self, row_id: str, occurrence: str, *lists: str) -> None:
        """Add an occurrence's day to these lists of its series."""
        row = self._row(row_id, lock=True)
        before = image_of(row)
        self._occurrence(row, occurrence)
        row.details = row.details | {name: [*row.details.get(name, ()), occurrence] for name in lists}
        row.save()
        self._record(row.pk, before, image_of(row))

    def _record(self, event_id: UUID, before: Image, after: Image) -> None:
        if before != after:
            record_change(self.calendar_id, self._turn_id, event_id, before, after)

    @property
    def _events(self) -> QuerySet[CalendarEvent]:
        return CalendarEvent.objects.filter(calendar_id=self.calendar_id)

    def _row(self, event_id: str, *, lock: bool = False) -> CalendarEvent:
        events = self._events.select_for_update() if lock else self._events
        try:
            return events.get(pk=UUID(event_id))
        except (ValueError, CalendarEvent.DoesNotExist):
            raise NotFound(MISSING) from None

    def _require_room(self) -> None:
        """Raise InvalidInput if the calendar has the maximum number of series."""
        if self._events.exclude(rule="").filter(ends_at__gt=timezone.now()).count() >= _MOST_SERIES:
            full = f"A calendar holds {_MOST_SERIES} events that repeat. Delete one that is no longer needed."
            raise InvalidInput(f"rule: {full}", fields={"rule": [full]})

    def _taking_place(self, row: CalendarEvent, since: datetime, until: datetime) -> list[Appointment]:
        if not row.rule:
            return [self._appointment(row)]
        from omniforge.calendar.own_series import expand  # loads iCalendar: 8 MB that most never need

        found = expand(series_in(row), row.details["left_out"], since, until)
        return [self._here(occurrence) for occurrence in found]

    def _occurrence(self, row: CalendarEvent, name: str) -> Appointment:
        from omniforge.calendar.own_series import find

        found = find(series_in(row), row.details["left_out"], name) if row.rule else None
        if found is None:
            raise NotFound(MISSING)
        return self._here(found)

    def _appointment(self, row: CalendarEvent) -> Appointment:
        return self._here(series_in(row) if row.rule else single_in(row))

    def _here(self, event: Appointment) -> Appointment:
        """Return the event in the workspace's zone. A whole-day event keeps its date in every zone."""
        times = (self._time(time, event) for time in (event.starts_at, event.ends_at))
        starts_at, ends_at = times
        return replace(event, starts_at=starts_at, ends_at=ends_at)

    def _time(self, time: datetime, event: Appointment) -> datetime:
        if event.all_day and event.rule:
            return time.replace(tzinfo=self.zone)
        here = time.astimezone(self.zone)
        return midnight(here + _HALF_A_DAY) if event.all_day else here  # midnight in its own zone
