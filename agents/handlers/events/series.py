"""How an event repeats: by another rhythm, on other days, until another day, and when it takes place."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from agents.handlers.events.appointments import Event, days_of, events_between, find_events
from agents.handlers.events.which_event import reference_in, resolve_event
from agents.handlers.events.words import SHOWN, clock_of, listed_events, when_of
from agents.handlers.numbers.dates import format_long_day
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.tools.counts import counted
from intent.commands import Command
from intent.slots.moment import Moment
from intent.slots.recurrence import Recurrence
from omniforge.errors import InvalidInput
from omniforge.recurrence.rule import Rule
from omniforge.tables.markdown import plain

_FEW = 3  # dates that show how often something is


async def repeat_event(task: Task, command: Command) -> Answer:
    """Let an event repeat as the words say. Of a series what they leave open stays as it was."""
    event = await resolve_event(task, command, whole=True)
    rule, times = _wanted(command, event)
    given = await task.call("calendar", do="update", event=event.id, whole_series=True, rule=rule, **times)
    changed = given["events"][0]
    coming = await _coming(task, changed["id"])
    next_one = f" Next: {when_of(coming[0])}." if coming else " None of them is still to come."
    moved = bool(coming) and not event.repeats and coming[0].starts_at.date() > event.starts_at.date()
    left = f" It's no longer on {format_long_day(event.starts_at.date())}." if moved else ""
    return Answer(f"**{plain(event.title)}** repeats {changed['every']} now.{next_one}{left}")


def _wanted(command: Command, event: Event) -> tuple[str, dict[str, Any]]:
    """Return the rule that is asked for, or parts of one, and the time of day if one is said."""
    if last := command.slots.get("last"):
        if not event.repeats:
            raise InvalidInput(f"**{plain(event.title)}** doesn't repeat, so it has no end to change.")
        return f"UNTIL={last:%Y%m%d}", {}
    said: Recurrence = command.slots["repeats"]
    if not said.time:
        return _rule_of(said, event), {}
    starts = datetime.combine(event.starts_at.date(), said.time, event.starts_at.tzinfo)
    return _rule_of(said, event), {"starts_at": starts.isoformat()}


def _rule_of(said: Recurrence, event: Event) -> str:
    """Return the rule of what was said. Of a series that gets other days it is only these and the end."""
    rule = Rule.read(said.rrule)
    if said.says_interval or not event.repeats or not rule.days:
        return said.rrule
    until = [f"UNTIL={rule.until:%Y%m%d}"] if rule.until else []
    return ";".join([f"BYDAY={','.join(rule.days)}", *until])


async def _coming(task: Task, series: str) -> Sequence[Event]:
    """Return the events of a series that are still to come."""
    events = await events_between(task, *days_of(task, Moment()))
    return [one for one in events if one.series == series and one.starts_at >= task.pack.now]


async def list_dates(task: Task, command: Command) -> Answer:
    """Say on which days an event takes place from now on, and how many they are."""
    found = await find_events(task, reference_in(command))
    coming = [one for one in found if one.starts_at >= task.pack.now]
    if not found or len({one.title.casefold() for one in coming}) > 1:
        raise NoSuchTarget
    if not coming:
        return Answer(f"**{plain(found[0].title)}** isn't in your calendar again.")
    asks_often = command.slots.get("ask") == "often"
    shown = coming[: _FEW if asks_often else SHOWN]
    more = f"\n\n{len(coming) - len(shown)} more in the coming months." if len(coming) > len(shown) else ""
    every = f", {shown[0].every}" if asks_often and shown[0].every else ""
    lines = "\n".join(f"- {format_long_day(_day(one))}, {clock_of(one)}" for one in shown)
    often = counted(len(coming), "time")
    return Answer(
        f"**{plain(shown[0].title)}**{every}, {often} from now on:\n\n{lines}{more}", listed_events(shown)
    )


def _day(event: Event) -> date:
    return event.starts_at.date()
