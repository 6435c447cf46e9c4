"""Conversion between events and our own rows."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from omniforge.calendar.appointment import Appointment
from omniforge.calendar.models import CalendarEvent


def single_in(row: CalendarEvent) -> Appointment:
    """Return the event of a row, with its times as stored (UTC)."""
    texts = {name: row.details[name] for name in ("title", "place", "notes")}
    return Appointment(
        id=str(row.pk),
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        all_day=row.all_day,
        changed_at=row.updated_at,
        **texts,
    )


def series_in(row: CalendarEvent) -> Appointment:
    """Return the first occurrence with the rule, in the zone of its local times."""
    zone, lasts = ZoneInfo(row.details["zone"]), timedelta(seconds=row.details["lasts"])
    starts_at = row.starts_at.astimezone(zone)
    return replace(
        single_in(row),
        starts_at=starts_at,
        ends_at=starts_at + lasts,
        repeats=True,
        rule=row.rule,
        left_out=_days(row, "left_out"),
        changed_alone=_days(row, "changed_alone"),
    )


def _days(row: CalendarEvent, name: str) -> tuple[date, ...]:
    return tuple(map(date.fromisoformat, row.details.get(name, ())))


def fields_of(appointment: Appointment) -> dict[str, Any]:
    """Return the row's fields for an event."""
    details = {"title": appointment.title, "place": appointment.place, "notes": appointment.notes}
    fields = {
        "details": details,
        "starts_at": appointment.starts_at,
        "ends_at": appointment.ends_at,
        "all_day": appointment.all_day,
        "rule": appointment.rule,
    }
    return fields | _fields_of_series(appointment, details) if appointment.rule else fields


def _fields_of_series(series: Appointment, details: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields in which a series' row differs: it ends with its last occurrence."""
    from omniforge.calendar.own_series import last_end

    lasts = (series.ends_at - series.starts_at).total_seconds()
    more = {"zone": str(series.starts_at.tzinfo), "lasts": lasts}
    more |= {
        name: [f"{day:%Y%m%d}" for day in getattr(series, name)] for name in ("left_out", "changed_alone")
    }
    return {"details": {**details, **more}, "ends_at": last_end(series)}
