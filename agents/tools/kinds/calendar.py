"""The tools of the person's calendar. An event is named by its title, with its day where several have it."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, Field

from agents.calendar import services
from agents.calendar.appointment import Appointment
from agents.calendar.rule import EXAMPLE
from agents.calendar.selectors import store_of
from agents.calendar.store import CalendarStore
from agents.calendar.validation import midnight
from agents.counting import counted
from agents.events import Operation
from agents.tools.context import CallContext
from agents.tools.tool import Effect, ToolArguments, ToolResult, tool
from omniforge.database import in_database

T = TypeVar("T")
_MOST = 50  # events in one result
_TIME = "ISO 8601; without an offset it is in the workspace's time zone."
_EVENT = Field(description="The event's title, or a part of it, or its id.", min_length=1, max_length=500)
_DAY = Field(None, description="The day on which it begins, where several events have this title.")


class Span(ToolArguments):
    since: datetime | None = Field(None, description=f"From when; today, if left out. {_TIME}")
    until: datetime | None = Field(None, description=f"Until when; a week later, if left out. {_TIME}")


class NewEvent(ToolArguments):
    title: str
    starts_at: datetime = Field(description=_TIME)
    ends_at: datetime | None = Field(None, description=f"An hour later, if left out. {_TIME}")
    all_day: bool = Field(False, description="Whether it takes whole days.")
    place: str = ""
    notes: str = ""
    rule: str = Field(
        "",
        description="Only for what repeats: an RRULE (RFC 5545) of FREQ (DAILY, WEEKLY, MONTHLY, YEARLY), "
        f"INTERVAL, BYDAY, BYMONTHDAY, and COUNT or UNTIL (the last day), as {EXAMPLE}.",
        max_length=200,
    )


class EventChange(ToolArguments):
    event: str = _EVENT
    day: date | None = _DAY
    title: str | None = Field(None, description="A new title.")
    starts_at: datetime | None = Field(
        None, description=f"Where only this is given, it keeps its length. {_TIME}"
    )
    ends_at: datetime | None = Field(None, description=_TIME)
    place: str | None = None
    notes: str | None = None


class NamedEvent(ToolArguments):
    event: str = _EVENT
    day: date | None = _DAY
    whole_series: bool = Field(False, description="Of what repeats all of it, not this one occurrence.")


class EventShown(BaseModel):
    """An event as a model reads it: `when` says its weekday too, `every` how its series repeats."""

    id: str
    title: str
    when: str
    starts_at: datetime
    ends_at: datetime
    place: str | None
    notes: str | None
    repeats: bool
    every: str | None

    @classmethod
    def of(cls, event: Appointment) -> "EventShown":
        return cls(
            id=event.id,
            title=event.title,
            when=event.when,
            starts_at=event.starts_at,
            ends_at=event.ends_at,
            place=event.place or None,
            notes=event.notes[:300] or None,
            repeats=event.repeats,
            every=event.every or None,
        )


class EventList(ToolResult):
    """Events, earliest first; `more` tells how many were left out for length."""

    events: list[EventShown]
    more: int = 0

    def summary(self) -> str:
        return counted(len(self.events) + self.more, "event")


class EventChanged(ToolResult):
    """What became of an event."""

    action: Literal["create", "update", "delete"]
    event: EventShown
    whole_series: bool = False

    def summary(self) -> str:
        when, every = self.event.when, self.event.every
        if self.whole_series:
            when = every or "all of the series"
        elif every and self.action == "create":
            when = f"{when}, {every}"
        return f"{self.event.title}, {when}: {self.action}d"

    def operations(self) -> Sequence[Operation]:
        return [Operation(self.action, "event", self.event.title, "done", self.event.id)]


@tool(said="Looking into the calendar", outside=True)
async def calendar_list_events(arguments: Span, context: CallContext) -> EventList:
    """List what is in the person's calendar between two times, a year at most, earliest first.

    Each event comes with its id, title, weekday and times. Use it before you say that somebody is free.
    """
    since = _zoned(arguments.since, context) or midnight(context.now)
    until = _zoned(arguments.until, context) or since + timedelta(days=7)
    found = await _in_calendar(context, services.list_events, since=since, until=until)
    return EventList(
        events=[EventShown.of(event) for event in found[:_MOST]], more=max(0, len(found) - _MOST)
    )


@tool(said='Adding "{title}" to the calendar', effect=Effect.WRITE)
async def calendar_create_event(arguments: NewEvent, context: CallContext) -> EventChanged:
    """Add an event to the person's calendar, once or repeating. It invites nobody and sends nothing."""
    fields = _fields(arguments, context)
    event = await _in_calendar(context, services.create_event, key=context.key, **fields)
    return EventChanged(action="create", event=EventShown.of(event))


@tool(said='Changing "{event}" in the calendar', effect=Effect.WRITE)
async def calendar_update_event(arguments: EventChange, context: CallContext) -> EventChanged:
    """Move or change an event of the person's calendar; of a series it changes the one occurrence.

    Only what is given changes. Where the title fits several events you are told which: name the day too.
    """
    event = await _named(arguments.event, arguments.day, context)
    changes = _fields(arguments, context, leave_out=("event", "day"))
    changed = await _in_calendar(context, services.update_event, event_id=event.id, **changes)
    return EventChanged(action="update", event=EventShown.of(changed))


@tool(said='Deleting "{event}" from the calendar', effect=Effect.IRREVERSIBLE)
async def calendar_delete_event(arguments: NamedEvent, context: CallContext) -> EventChanged:
    """Delete an event from the person's calendar for good; of a series one occurrence, or all of it."""
    whole = arguments.whole_series
    event = await _named(arguments.event, arguments.day, context, whole_series=whole)
    whole = whole and event.repeats
    await _in_calendar(context, services.delete_event, event_id=event.series if whole else event.id)
    return EventChanged(action="delete", event=EventShown.of(event), whole_series=whole)


async def _named(
    event: str, day: date | None, context: CallContext, *, whole_series: bool = False
) -> Appointment:
    wanted = {"event": event, "day": day, "whole_series": whole_series}
    return await _in_calendar(context, services.find_event, now=context.now, **wanted)


async def _in_calendar(context: CallContext, service: Callable[..., T], **arguments: Any) -> T:
    """Call a service on the person's calendar, where it neither holds up the event loop nor the database."""
    calendar: CalendarStore = await in_database(store_of, context.access)
    if calendar.remote:
        return await asyncio.to_thread(service, calendar=calendar, **arguments)
    return await in_database(service, calendar=calendar, **arguments)


def _fields(
    arguments: ToolArguments, context: CallContext, leave_out: tuple[str, ...] = ()
) -> dict[str, Any]:
    """Return what was said of an event, its times with their zone."""
    said = arguments.model_dump(exclude=set(leave_out), exclude_none=True)
    return {
        name: _zoned(value, context) if isinstance(value, datetime) else value for name, value in said.items()
    }


def _zoned(time: datetime | None, context: CallContext) -> datetime | None:
    return time.replace(tzinfo=context.now.tzinfo) if time and time.tzinfo is None else time
