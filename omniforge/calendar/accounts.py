"""The CalDAV account in which a person's calendar may be kept instead of with us."""

from collections.abc import Mapping

from django.db import transaction

from omniforge.calendar.selectors import calendar_of
from omniforge.tenants import audit
from omniforge.tenants.access import Access


def connect_account(*, access: Access, url: str, username: str, password: str) -> None:
    """Keep the person's calendar from now on at a CalDAV server: `url` is the calendar's or the server's.

    The server is asked at once. Raises InvalidInput by field where it has no such calendar or account, and
    RequestRefused or RequestFailed where it cannot be reached. Events kept with us stay, and come back with
    `disconnect_account`.
    """
    from omniforge.calendar.caldav.client import Account, CalDavClient  # loads the HTTP client
    from omniforge.calendar.caldav.discovery import find_calendar

    access.require_writer()
    account = Account(url=url, username=username, password=password)
    found = find_calendar(CalDavClient(account), url)
    _set_account(access, {**account, "url": str(found)}, "calendar.connected", found.host)


def disconnect_account(*, access: Access) -> None:
    """Keep the calendar with us again, and forget the account. What is on its server stays there."""
    access.require_writer()
    _set_account(access, {}, "calendar.disconnected", "")


@transaction.atomic
def _set_account(access: Access, account: Mapping[str, object], action: str, host: str) -> None:
    calendar = calendar_of(access)
    calendar.account = dict(account)
    calendar.save(update_fields=["account"])
    audit.record(access=access, action=action, target=calendar, reason=host)
