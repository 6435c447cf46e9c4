"""Which calendar a person has, and which store holds its events."""

from urllib.parse import urlsplit
from uuid import UUID
from zoneinfo import ZoneInfo

from omniforge.calendar.models import Calendar
from omniforge.calendar.own_store import OwnStore
from omniforge.calendar.store import CalendarStore
from omniforge.tenants.access import Access


def calendar_of(access: Access) -> Calendar:
    """Return the person's calendar in this workspace, with its tenant. It is created on first use."""
    calendars = Calendar.objects.select_related("tenant")
    return calendars.get_or_create(tenant_id=access.tenant_id, user_id=access.user_id)[0]


def account_host(calendar: Calendar) -> str:
    """Return the host of a calendar's CalDAV account, empty if it is stored here."""
    return urlsplit(calendar.account.get("url", "")).hostname or ""


def store_of(access: Access, turn_id: UUID | None = None) -> CalendarStore:
    """Return the store of the person's calendar, whose changes a turn makes, if one is given."""
    return store_for(calendar_of(access), turn_id)


def store_for(calendar: Calendar, turn_id: UUID | None = None) -> CalendarStore:
    """Return a calendar's store: its CalDAV account if it has one, else our database."""
    zone = ZoneInfo(calendar.tenant.time_zone)
    if not calendar.account:
        return OwnStore(calendar.pk, zone, turn_id)
    from omniforge.calendar.caldav.store import CalDavStore  # loads iCalendar: 8 MB that most never need

    return CalDavStore(calendar.pk, zone, calendar.account)
