"""Connecting a person's calendar to a CalDAV account instead of our own store."""

from collections.abc import Mapping

from django.db import transaction

from omniforge.calendar.selectors import calendar_of
from omniforge.tenants import audit
from omniforge.tenants.access import Access


def connect_account(*, access: Access, url: str, username: str, password: str) -> None:
    """Move the person's calendar to a CalDAV server. `url` is the calendar's or the server's.

    The server is contacted at once. Raises InvalidInput by field if it has no such calendar or account, and
    RequestRefused or RequestFailed if it cannot be reached. Events stored here are kept, and come back with
    `disconnect_account`.
    """
    from omniforge.calendar.caldav.client import Account, CalDavClient  # loads the HTTP client
    from omniforge.calendar.caldav.discovery import find_calendar

    access.require_writer()
    account = Account(url=url, username=username, password=password)
    found = find_calendar(CalDavClient(account), url)
    _set_account(access, {**account, "url": str(found)}, "calendar.connected", found.host)


def disconnect_account(*, access: Access) -> None:
    """Use our own store again, and delete the account. Events on its server stay there."""
    access.require_writer()
    _set_account(access, {}, "calendar.disconnected", "")


@transaction.atomic
def _set_account(access: Access, account: Mapping[str, object], action: str, host: str) -> None:
    calendar = calendar_of(access)
    calendar.account = dict(account)
    calendar.save(update_fields=["account"])
    audit.record(access=access, action=action, target=calendar, reason=host)
