"""Whose calendar it is, and where its events are kept."""

from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from omniforge.calendar.models import Calendar
from omniforge.calendar.own_store import OwnStore
from omniforge.calendar.store import CalendarStore
from omniforge.tenants.access import Access


def calendar_of(access: Access) -> Calendar:
    """Return the person's calendar in this workspace, with its tenant; it is made when first asked for."""
    calendars = Calendar.objects.select_related("tenant")
    return calendars.get_or_create(tenant_id=access.tenant_id, user_id=access.user_id)[0]


def account_host(calendar: Calendar) -> str:
    """Return the host of the CalDAV account that a calendar is kept in; empty where it is kept with us."""
    return urlsplit(calendar.account.get("url", "")).hostname or ""


def store_of(access: Access) -> CalendarStore:
    """Return where the events of the person's calendar are."""
    return store_for(calendar_of(access))


def store_for(calendar: Calendar) -> CalendarStore:
    """Return where a calendar's events are: in its CalDAV account where it has one, else with us."""
    zone = ZoneInfo(calendar.tenant.time_zone)
    if not calendar.account:
        return OwnStore(calendar.pk, zone)
    from omniforge.calendar.caldav.store import CalDavStore  # loads iCalendar: 8 MB that most never need

    return CalDavStore(calendar.pk, zone, calendar.account)
