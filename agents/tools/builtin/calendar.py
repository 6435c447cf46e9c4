"""The tool for the person's calendar. An event is named by its title, and by its day if several share it."""

import asyncio
import re
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, Literal, TypeVar

from pydantic import Field, field_validator
from pydantic.config import JsonDict

from agents.failures import ToolFailed
from agents.tools.calendar_result import CalendarResult, EventShown, every_without
from agents.tools.context import CallContext
from agents.tools.schemas import UNTOLD
from agents.tools.series import collapse_series, each_occurrence
from agents.tools.tool import Ask, Effect, Risk, ToolArguments, tool
from agents.tools.workspace.scope import Scope
from intent.schedules.left_out import read_days
from omniforge.calendar import services
from omniforge.calendar.appointment import Appointment, parts_of
from omniforge.calendar.rule import EXAMPLE
from omniforge.calendar.selectors import store_of
from omniforge.calendar.store import CalendarStore
from omniforge.calendar.validation import midnight
from omniforge.storage.database import in_database

T = TypeVar("T")
_MOST = 40  # events in one result
_NONE = "EXDATE:"  # no day is left out any more
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_FIELDS = ("title", "starts_at", "ends_at", "all_day", "place", "notes", "rule")
_VERBS = {"list": "Looking into", "create": "Adding to", "update": "Changing", "delete": "Deleting from"}
# Points the model to the tool that lists everything, including events.
_CHANGES: JsonDict = {"enum": ["create", "update", "delete"]}


class CalendarWork(ToolArguments):
    """One action on the calendar."""

    do: Literal["list", "create", "update", "delete"] = Field(json_schema_extra=_CHANGES)
    event: str = Field("", max_length=500, description="Title or id.")
    day: date | None = Field(None, description="If several have the title.")
    since: datetime | None = Field(None, json_schema_extra=UNTOLD)  # today
    until: datetime | None = Field(None, json_schema_extra=UNTOLD)  # a week on
    title: str | None = Field(None, max_length=500)
    starts_at: datetime | None = Field(
        None,
        description="ISO, in the workspace's zone.",
    )
    ends_at: datetime | None = Field(
        None, description="Else an hour later, or as long as before. A date: inclusive."
    )
    all_day: bool | None = None
    place: str | None = None
    notes: str | None = None
    rule: str | None = Field(
        None, max_length=600, description=f"{EXAMPLE}, EXDATE lines: all of them, moved days too."
    )
    whole_series: bool = Field(False, description="All, not one occurrence.")

    @field_validator("ends_at", "until", mode="before")
    @classmethod
    def _through_the_day(cls, given: Any) -> Any:
        """Make a day given as the end inclusive, as people mean it."""
        day = date.fromisoformat(given) if isinstance(given, str) and _DAY.fullmatch(given) else None
        return f"{day + timedelta(days=1)}T00:00:00" if day else given


def _said(arguments: Mapping[str, Any]) -> str:
    what = arguments.get("title") if arguments["do"] == "create" else arguments.get("event")
    named = f': "{what}"{_which(arguments)}' if what else ""
    return f"{_VERBS[arguments['do']]} the calendar{named}"


def _which(arguments: Mapping[str, Any]) -> str:
    """Say which event of this name is changed or deleted: the whole series, or one day's."""
    if arguments["do"] not in ("update", "delete"):
        return ""
    if arguments.get("whole_series") is True:
        return ", the whole series"
    day = str(arguments.get("day") or "") or parts_of(str(arguments.get("event")))[1][:8]
    try:
        return f", {date.fromisoformat(day):%a %d %b %Y}"
    except ValueError:  # not validated yet, or none given
        return ""


def _to_decide(arguments: Mapping[str, Any], scope: Scope) -> str:
    """Say which event is meant by title and day, without waiting for a server."""
    store = store_of(scope.access)
    if arguments["do"] != "delete" or store.remote:
        return _said(arguments)
    found = _found(arguments, scope)
    return f'{_VERBS["delete"]} the calendar: "{found.title}"{_which(arguments) or f", {found.when}"}'


def _found(arguments: Mapping[str, Any], scope: Scope) -> Appointment:
    wanted = _wanted(CalendarWork.model_validate(arguments))
    return services.find_event(calendar=store_of(scope.access), now=scope.now, **wanted)


def _deletes(arguments: Mapping[str, Any], scope: Scope) -> list[str]:
    """Return the title of the event that a call deletes."""
    return [_found(arguments, scope).title] if arguments["do"] == "delete" else []


def _lasts(arguments: Mapping[str, Any], scope: Scope) -> bool:
    """Return whether `undo` can't bring a deleted event back: a calendar of another service isn't undone."""
    return arguments["do"] == "delete" and store_of(scope.access).remote


def _check(arguments: CalendarWork, scope: Scope) -> None:
    """Raise a deletion's errors before anybody is asked, without waiting for a server."""
    store = store_of(scope.access)
    if arguments.do == "delete" and not store.remote:
        services.find_event(calendar=store, now=scope.now, **_wanted(arguments))


_ACTS = {
    "list": Risk(Effect.READ, Ask.NEVER),
    "create": Risk(Effect.WRITE, Ask.NEVER),
    "update": Risk(Effect.WRITE, Ask.NEVER),
    "delete": Risk(Effect.WRITE, Ask.AFTER_STRANGERS),
}


@tool(
    said=_said,
    effect=Effect.WRITE,
    acts=_ACTS,
    acts_in=lambda arguments: [arguments.do],
    lasts=_lasts,
    deletes=_deletes,
    check=_check,
    to_decide=_to_decide,
    outside=True,
    undoable=True,
    timeout=30,
)
async def calendar(arguments: CalendarWork, context: CallContext) -> CalendarResult:
    """Add, change or delete events of the person's own calendar, which `list` shows. Nobody is invited or
    reminded.
    """
    result = await _done(arguments, context)
    asked = _zoned(arguments.starts_at, context)
    result._is_elsewhen = asked not in (None, *(event.starts_at for event in result.events))
    result._of_service = (await in_database(store_of, context.access)).remote
    return result


async def _done(arguments: CalendarWork, context: CallContext) -> CalendarResult:
    match arguments.do:
        case "list":
            return await _listed(arguments, context)
        case "create":
            return _result("created", await _created(arguments, context))
        case "update":
            return await _updated(arguments, context)
        case "delete":
            return await _deleted(arguments, context)


async def _listed(arguments: CalendarWork, context: CallContext) -> CalendarResult:
    since = _zoned(arguments.since, context) or midnight(context.now)
    until = _zoned(arguments.until, context) or since + timedelta(days=7)
    found = await _in_calendar(context, services.list_events, since=since, until=until)
    named_days = arguments.since or arguments.until
    told = each_occurrence(found) if named_days else collapse_series(found)
    events = [EventShown.of(*one) for one in told[:_MOST]]
    return CalendarResult(events=events, total=len(told), more=max(0, len(told) - _MOST) or None)


async def _created(arguments: CalendarWork, context: CallContext) -> Appointment:
    if not (arguments.title and arguments.starts_at):
        raise ToolFailed("To add an event give its title and starts_at.")
    fields = _fields(arguments, context) | _repeating(arguments.rule, context)
    return await _in_calendar(context, services.create_event, key=context.key, **fields)


def _repeating(rule: str | None, context: CallContext) -> dict[str, Any]:
    """Return a rule without its excluded days, and those days, if it names any or has an empty EXDATE line.

    Raises ToolFailed for a malformed day.
    """
    zone = context.now.tzinfo or UTC
    lines = (rule or "").split()
    without = [line for line in lines if line.startswith("EXDATE")]
    rest = {"rule": " ".join(one for one in lines if one not in without)}
    try:
        days = read_days([one for one in without if one != _NONE], zone)
    except ValueError:
        raise ToolFailed("Write the days that are left out as EXDATE:20261225,20261229.") from None
    return rest | {"without": days} if without else rest


async def _updated(arguments: CalendarWork, context: CallContext) -> CalendarResult:
    event = await _named(arguments, context)
    whole = arguments.whole_series and event.repeats
    if arguments.rule:
        fields = _fields(arguments, context) | _repeating(arguments.rule, context)
        changed = await _in_calendar(context, services.repeat_event, event_id=event.id, **fields)
        return _result("updated", changed, whole=arguments.whole_series)
    service = services.update_series if whole else services.update_event
    fields = _fields(arguments, context, "rule")
    changed = await _in_calendar(context, service, event_id=event.id, **fields)
    return _result("updated", changed, whole=arguments.whole_series, of_series=None if whole else event)


async def _deleted(arguments: CalendarWork, context: CallContext) -> CalendarResult:
    event = await _named(arguments, context)
    whole = arguments.whole_series and event.repeats
    await _in_calendar(context, services.delete_event, event_id=event.series if whole else event.id)
    return _result("deleted", event, whole=arguments.whole_series, of_series=None if whole else event)


async def _named(arguments: CalendarWork, context: CallContext) -> Appointment:
    return await _in_calendar(context, services.find_event, now=context.now, **_wanted(arguments))


def _wanted(arguments: CalendarWork) -> dict[str, Any]:
    """Return the fields that name the event. Raises ToolFailed if there are none."""
    if not arguments.event:
        raise ToolFailed("Name the event: its title or id.")
    return {"event": arguments.event, "day": arguments.day, "whole_series": arguments.whole_series}


async def _in_calendar(context: CallContext, service: Callable[..., T], **arguments: Any) -> T:
    """Call a calendar service outside the event loop and without holding a database connection."""
    store: CalendarStore = await in_database(store_of, context.access, context.turn_id)
    if store.remote:
        return await asyncio.to_thread(service, calendar=store, **arguments)
    return await in_database(service, calendar=store, **arguments)


def _fields(arguments: CalendarWork, context: CallContext, *left_out: str) -> dict[str, Any]:
    """Return the given fields of an event, with times in their zone."""
    said = arguments.model_dump(include=set(_FIELDS) - set(left_out), exclude_none=True)
    return {
        name: _zoned(value, context) if isinstance(value, datetime) else value for name, value in said.items()
    }


def _zoned(moment: datetime | None, context: CallContext) -> datetime | None:
    return moment.replace(tzinfo=context.now.tzinfo) if moment and moment.tzinfo is None else moment


def _result(
    done: Literal["created", "updated", "deleted"],
    event: Appointment,
    *,
    whole: bool = True,
    of_series: Appointment | None = None,
) -> CalendarResult:
    """Return the result for an event: the `whole` series, or one occurrence `of_series`."""
    series = every_without(of_series, changed=done == "updated") if of_series else ""
    result = CalendarResult(done=done, events=[EventShown.of(event)], total=1, series=series or None)
    result._whole = whole
    return result
