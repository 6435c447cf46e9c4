"""Lists the events of the person's calendar, each with who entered it."""

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from uuid import UUID

from agents.context.changers import ways_of
from agents.failures import ToolFailed
from agents.tools.calendar_result import every_in_words
from agents.tools.context import CallContext
from agents.tools.listers.listed import MONTH, YEAR, Listed, Wanted, days, page, span
from agents.tools.resolver import Resolver
from agents.tools.rows import Row, drop_empty
from agents.tools.series import collapse_series, each_occurrence
from omniforge.calendar import services as calendar
from omniforge.calendar.appointment import Appointment, parts_of
from omniforge.calendar.changes import event_changes
from omniforge.calendar.models import CalendarEvent
from omniforge.calendar.selectors import store_of
from omniforge.calendar.validation import LONGEST_SPAN
from omniforge.tenants.models import Tenant
from omniforge.tenants.services import retention_days_of

_NO_SPAN = "From {0} (due_after), due_before can be {0} to {1}: at most {2} days at a time."


def events(wanted: Wanted, resolver: Resolver, context: CallContext) -> Listed:
    """Return events of the person's calendar, by default those of a month from today.

    One with a title is looked for from a month back to eleven months ahead.
    """
    store = store_of(context.access)
    if store.remote:
        raise ToolFailed("Your calendar lies with another service: use calendar (do: list) to look into it.")
    given = wanted.conditions
    today, titled = context.now.date(), bool(given["title"])
    first = given["due_after"] or (today - MONTH if titled else today)
    last = given["due_before"] or first + (YEAR if titled else MONTH)
    latest = first + LONGEST_SPAN - timedelta(days=1)
    if not first <= last <= latest:
        raise ToolFailed(_NO_SPAN.format(first, latest, LONGEST_SPAN.days))
    since, until = days(first, last, context.now)
    found = calendar.list_events(calendar=store, since=since, until=until)
    fitting = [one for one in found if given.has_title(one.title)]
    named_days = given["due_after"] or given["due_before"]
    told = each_occurrence(fitting) if named_days else collapse_series(fitting)
    within = f"your calendar{span(given, first, last)}"
    entered = _entered([event for event, _ in told], context)
    return page(within, told, wanted, lambda one: _event_row(*one) | entered.get(parts_of(one[0].id)[0], {}))


def _event_row(event: Appointment, again: Sequence[str]) -> Row:
    return drop_empty(
        {
            "id": event.id,
            "title": event.title,
            "when": event.when,
            "starts": event.starts_at.isoformat(timespec="minutes"),
            "ends": event.ends_at.isoformat(timespec="minutes"),
            "place": event.place,
            "every": every_in_words(event),
            "again": list(again),
        }
    )


def _entered(events: Collection[Appointment], context: CallContext) -> Mapping[str, Row]:
    """Return by event how it was entered, nothing of one so old that its record may be erased."""
    ids = {UUID(parts_of(one.id)[0]) for one in events}
    changes = event_changes(context.access).filter(event_id__in=ids).order_by("id")
    turns = {one.event_id: one.turn_id for one in changes if not one.before}
    ways = ways_of(context.access, turns.values())
    tenant = Tenant.objects.get(pk=context.access.tenant_id)
    known_since = context.now - timedelta(days=retention_days_of(tenant))
    rows = CalendarEvent.objects.filter(pk__in=ids).values_list("pk", "created_at")
    return {str(pk): {"entered": ways[turns.get(pk)]} for pk, at in rows if pk in turns or at > known_since}
