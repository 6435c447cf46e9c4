"""A calendar as an iCalendar feed (RFC 5545) at an unguessable address."""

import secrets
from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from omniforge.calendar.appointment import Appointment
from omniforge.calendar.models import Calendar
from omniforge.calendar.selectors import calendar_of, store_for
from omniforge.errors import NotFound
from omniforge.storage.workspace_scope import across_workspaces, within_workspace
from omniforge.tenants import audit
from omniforge.tenants.access import Access
from omniforge.tenants.keys import hash_key
from omniforge.tenants.models import Membership

_BACK = timedelta(days=90)
_AHEAD = timedelta(days=275)


@transaction.atomic
def make_feed(access: Access) -> str:
    """Return the secret of a new feed, shown only now. The previous feed becomes invalid."""
    access.require_writer()
    calendar, secret = calendar_of(access), secrets.token_urlsafe(32)
    calendar.feed_hash = hash_key(secret)
    calendar.save(update_fields=["feed_hash"])
    audit.record(access=access, action="calendar.feed_made", target=calendar)
    return secret


def read_feed(secret: str) -> bytes:
    """Return the feed of this secret as iCalendar: the last 90 days and the next nine months.

    The same events give the same bytes. Raises NotFound if the secret isn't valid or its person isn't a
    member any more, and the CalDAV client's errors.
    """
    calendar, now = _found(secret), timezone.now()
    with within_workspace(calendar.tenant_id):
        return _rendered(calendar, store_for(calendar).between(now - _BACK, now + _AHEAD))


@across_workspaces()
def _found(secret: str) -> Calendar:
    calendar = Calendar.objects.select_related("tenant").filter(feed_hash=hash_key(secret)).first()
    if calendar is None or not _is_member(calendar):
        raise NotFound()
    return calendar


def _is_member(calendar: Calendar) -> bool:
    members = Membership.objects.filter(tenant_id=calendar.tenant_id, user_id=calendar.user_id)
    return members.filter(user__is_active=True).exists()


def _rendered(calendar: Calendar, events: Sequence[Appointment]) -> bytes:
    from omniforge.calendar import ical  # loads iCalendar: 8 MB that most never need

    feed = ical.new_calendar()
    feed.add("NAME", calendar.tenant.name)
    feed.add("X-WR-CALNAME", calendar.tenant.name)
    for event in events:
        feed.add_component(ical.new_component(event, f"{event.id}@{calendar.pk}"))
    return bytes(feed.to_ical())
