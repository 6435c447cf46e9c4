"""Days more or less of a schedule that is stored: 'Fridays too', 'not on Wednesdays any more'."""

from dataclasses import replace
from datetime import datetime

from intent.schedules import Schedule, check_schedule
from intent.slots import describe
from intent.slots.recurrence import Recurrence
from intent.slots.rules import WEEKDAYS, Rule


def with_days(stored: str, found: Recurrence, now: datetime) -> Recurrence | None:
    """Return the days of a weekly schedule with those of `found` beside them; None if that can't be said.

    Of an agent that runs on demand they are all.
    """
    rules, new = rules_of(stored, now), Rule.read(found.rrule) if found.rrule else Rule("DAILY")
    if not rules:
        return found
    if len(rules) > 1 or not _keeps_time(stored, found, now) or rules[0].interval > 1:
        return None
    if _is_daily(rules[0]):
        return _on(found, {*WEEKDAYS})
    return _on(found, {*new.days, *rules[0].days}) if rules[0].freq == new.freq == "WEEKLY" else None


def without_days(stored: str, found: Recurrence, now: datetime) -> Recurrence | None:
    """Return the days of a weekly or daily schedule without those of `found`; None if that can't be said."""
    rules, less = rules_of(stored, now), set(Rule.read(found.rrule).days) if found.rrule else set[str]()
    if len(rules) != 1 or not less or rules[0].freq not in ("DAILY", "WEEKLY") or rules[0].interval > 1:
        return None
    days = {*(rules[0].days or WEEKDAYS)} - less
    return _on(found, days) if days else None


def rules_of(stored: str, now: datetime) -> tuple[Rule, ...]:
    """Return the rules of a schedule that is stored; none if it is empty."""
    return tuple(Schedule.parse(check_schedule(stored, now)).rules) if stored else ()


def _is_daily(rule: Rule) -> bool:
    return rule.freq == "DAILY" and rule.interval == 1 and not rule.days


def _keeps_time(stored: str, found: Recurrence, now: datetime) -> bool:
    """Return whether the days more are at the time of the others."""
    return found.time in (None, Schedule.parse(check_schedule(stored, now)).time_of_day)


def _on(found: Recurrence, days: set[str]) -> Recurrence:
    rule = Rule("WEEKLY", days=tuple(day for day in WEEKDAYS if day in days))
    return replace(found, rrule=str(rule), words=describe(str(rule)), time=None)
