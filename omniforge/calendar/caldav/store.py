"""Events of a calendar on a CalDAV server."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import chain
from urllib.parse import quote, unquote
from uuid import UUID
from zoneinfo import ZoneInfo

import httpx2
import icalendar

from omniforge.calendar import ical, series
from omniforge.calendar.appointment import Appointment, parts_of
from omniforge.calendar.caldav.client import Account, CalDavClient
from omniforge.calendar.caldav.multistatus import Resource, calendar_query, read_multistatus
from omniforge.calendar.store import MISSING
from omniforge.errors import Conflict, NotFound

logger = logging.getLogger(__name__)
_XML = {"Depth": "1", "Content-Type": "application/xml; charset=utf-8"}
_ICALENDAR = {"Content-Type": "text/calendar; charset=utf-8"}


@dataclass(frozen=True, slots=True)
class _Found:
    """An event on the server: its resource and the occurrence's name (empty: the whole event)."""

    url: httpx2.URL
    etag: str
    calendar: icalendar.Calendar
    event: icalendar.Event
    occurrence: str


class CalDavStore:
    """Events on a server. An event's id is the last part of its address, '@' and the occurrence's name."""

    remote = True

    def __init__(self, calendar_id: UUID, zone: ZoneInfo, account: Account) -> None:
        self.calendar_id = calendar_id
        self.zone = zone
        self._client = CalDavClient(account)
        self._address = httpx2.URL(account["url"].rstrip("/") + "/")

    def between(self, since: datetime, until: datetime) -> Sequence[Appointment]:
        asked = calendar_query(*(f"{time.astimezone(UTC):%Y%m%dT%H%M%SZ}" for time in (since, until)))
        body = self._client.send("REPORT", self._address, asked, _XML).body
        listed = (self._listed(resource, since, until) for resource in read_multistatus(body))
        return sorted(chain.from_iterable(listed), key=lambda event: (event.starts_at, event.id))

    def get(self, event_id: str) -> Appointment:
        found = self._find(event_id)
        return self._appointment(parts_of(event_id)[0], found.occurrence, found.event)

    def add(self, appointment: Appointment) -> Appointment:
        calendar, name = ical.new_calendar(), f"{appointment.id}.ics"
        calendar.add_component(ical.new_component(_stamped(appointment), appointment.id))
        calendar.add_missing_timezones()
        try:
            self._put(self._address_of(name), calendar, {"If-None-Match": "*"})
        except Conflict:  # it was added before
            return self.get(name)
        return replace(appointment, id=name)

    def replace(self, appointment: Appointment) -> Appointment:
        found = self._find(appointment.id)
        ical.write(found.event, appointment, datetime.now(UTC))
        if found.occurrence:
            series.drop_override(found.calendar, found.occurrence)
            found.calendar.add_component(found.event)
        self._put(found.url, found.calendar, _unchanged(found))
        return appointment

    def remove(self, event_id: str) -> None:
        found = self._find(event_id)
        if found.occurrence:
            series.exclude_occurrence(found.calendar, found.event)
            self._put(found.url, found.calendar, _unchanged(found))
        else:
            self._client.send("DELETE", found.url, headers=_unchanged(found))

    def _listed(self, resource: Resource, since: datetime, until: datetime) -> list[Appointment]:
        """Return a resource's events in this period, none if it is not iCalendar."""
        name = unquote(resource.href.rstrip("/").rpartition("/")[2])
        try:
            calendar = icalendar.Calendar.from_ical(resource.text("c:calendar-data"))
            found = series.occurrences(calendar, since, until)
            return [self._appointment(name, occurrence, event) for occurrence, event in found]
        except ical.BADLY_WRITTEN as error:  # One event must not hide all others.
            logger.warning(
                "an event of calendar %s cannot be read: %s", self.calendar_id, type(error).__name__
            )
            return []

    def _find(self, event_id: str) -> _Found:
        name, occurrence = parts_of(event_id)
        url = self._address_of(name)
        answer = self._client.send("GET", url)
        try:
            calendar = icalendar.Calendar.from_ical(answer.body)
            event = series.find_occurrence(calendar, occurrence)
        except ical.BADLY_WRITTEN:
            event = None
        if event is None:
            raise NotFound(MISSING)
        return _Found(url, answer.etag, calendar, event, occurrence)

    def _address_of(self, name: str) -> httpx2.URL:
        """Return the address of a resource. Raises NotFound for a name that points outside the calendar."""
        if "/" in name or set(name) <= {"."}:
            raise NotFound(MISSING)
        return self._address.join(quote(name, safe=""))

    def _put(self, url: httpx2.URL, calendar: icalendar.Calendar, conditions: dict[str, str]) -> None:
        self._client.send("PUT", url, calendar.to_ical(), _ICALENDAR | conditions)

    def _appointment(self, name: str, occurrence: str, event: icalendar.Event) -> Appointment:
        event_id = f"{name}@{occurrence}" if occurrence else name
        return ical.read(event, event_id, self.zone, repeats=bool(occurrence))


def _stamped(appointment: Appointment) -> Appointment:
    return replace(appointment, changed_at=datetime.now(UTC))


def _unchanged(found: _Found) -> dict[str, str]:
    return {"If-Match": found.etag} if found.etag else {}
