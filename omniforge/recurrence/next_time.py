"""The next occurrence of a rule in a time zone."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from dateutil.rrule import rrulestr

from omniforge.recurrence.rule import DEFAULT_TIME, Rule

_CLOCK_CHANGE = timedelta(hours=3)  # more than any DST change


def next_time(rrule: str, at: time | None, after: datetime, start: date) -> datetime | None:
    """Return the first occurrence after `after`, in its time zone, of a rule that started on `start`.

    A time that the clock skips is later by as much as the clock jumps. Of a repeated time the first one
    counts. Hourly and more frequent rules leave out skipped times and include both repeated ones.
    """
    if not rrule:
        return None
    rule, zone = Rule.read(rrule), after.tzinfo
    earliest: datetime | None = None
    for step in _steps(rule, at, start, after.replace(tzinfo=None) - _CLOCK_CHANGE):
        if earliest and step - _CLOCK_CHANGE > earliest.astimezone(zone).replace(tzinfo=None):
            break
        due = [one for one in _moments(step, zone, often=_is_frequent(rule)) if one > after.astimezone(UTC)]
        earliest = min([*due, *([earliest] if earliest else [])], default=None)
    return earliest.astimezone(zone) if earliest else None


def _steps(rule: Rule, at: time | None, start: date, after: datetime) -> Iterator[datetime]:
    """Yield the local times of a rule from `after` on."""
    first = datetime.combine(start, at or (rule.times(at) or [DEFAULT_TIME])[0])
    if rule.freq in ("MINUTELY", "HOURLY"):
        first = _near(rule, datetime.combine(start, time()), after)
    steps: Iterator[datetime] = rrulestr(rule.text(), dtstart=first).xafter(after)
    return steps


def _moments(step: datetime, zone: tzinfo | None, *, often: bool) -> tuple[datetime, ...]:
    """Return the UTC moments of a local time in a zone: none, one or two."""
    moment = step.replace(tzinfo=zone).astimezone(UTC)
    if not often:
        return (moment,)
    if moment.astimezone(zone).replace(tzinfo=None) != step:
        return ()
    return (moment, step.replace(tzinfo=zone, fold=1).astimezone(UTC))


def _is_frequent(rule: Rule) -> bool:
    return rule.freq == "MINUTELY" or (rule.freq == "HOURLY" and rule.interval == 1)


def _near(rule: Rule, first: datetime, after: datetime) -> datetime:
    """Return a later start with the same steps, so that minutely rules don't step through years."""
    step = timedelta(**{"minutes" if rule.freq == "MINUTELY" else "hours": rule.interval})
    return first if rule.count or after < first else first + (after - first) // step * step
