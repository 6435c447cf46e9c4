"""Merges a stored schedule with a partial new one: 'Fridays too', 'noon, not in August'."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, time
from typing import TypeVar

from intent.schedules import Schedule, check_schedule
from intent.schedules.schedule import FREQUENT
from intent.slots.draft import Refused, with_times
from intent.slots.recurrence import Recurrence
from omniforge.recurrence.rule import WEEKDAYS, Rule
from omniforge.recurrence.words import describe

_Day = TypeVar("_Day", str, int)  # a weekday or a day of the month


def add_days_to(stored: str, found: Recurrence, now: datetime) -> Recurrence | None:
    """Return a weekly schedule's days with those of `found` added, or None if that can't be expressed.

    An on-demand agent gets just those days.
    """
    rules, new = rules_of(stored, now), Rule.read(found.rrule) if found.rrule else Rule("DAILY")
    if not rules:
        return found
    if not found.says_days:
        return _at(found, [*Schedule(rules).times_of_day, *found.times])
    if len(rules) > 1 or not _keeps_time(stored, found, now) or rules[0].interval > 1:
        return None
    if _is_daily(rules[0]):
        return _on(found, {*WEEKDAYS})
    return _on(found, {*new.days, *rules[0].days}) if rules[0].freq == new.freq == "WEEKLY" else None


def remove_days_from(stored: str, found: Recurrence, now: datetime) -> Recurrence | None:
    """Return a weekly or daily schedule's days without those of `found`; None if that can't be expressed."""
    rules, less = rules_of(stored, now), set(Rule.read(found.rrule).days) if found.rrule else set[str]()
    if len(rules) != 1 or not less or rules[0].freq not in ("DAILY", "WEEKLY") or rules[0].interval > 1:
        return None
    days = {*(rules[0].days or WEEKDAYS)} - less
    return _on(found, days) if days else None


def in_place(stored: str, found: Recurrence, now: datetime) -> Recurrence:
    """Return days or times that replace others, with the remaining ones.

    'Tuesdays instead of Mondays' keeps the Fridays of a run on Mondays and Fridays.
    """
    old, rules = found.instead_of, rules_of(stored, now)
    if old is None or not rules or old.says_days != found.says_days:
        return found
    if not found.says_days:
        had, less = {*Schedule(rules).times_of_day}, {*old.times}
        return _at(found, [*had - less, *found.times]) if less and less < had else found
    (rule, *more), former, new = rules, Rule.read(old.rrule), Rule.read(found.rrule)
    if more or rule.freq != new.freq or rule.interval > 1:
        return found
    if rule.freq == "WEEKLY" and (days := _exchanged(rule.days, former.days, new.days)):
        return _on(found, days, found.time)
    if rule.freq == "MONTHLY" and (dates := _exchanged(rule.dates, former.dates, new.dates)):
        changed = str(replace(new, dates=tuple(sorted(dates))))
        return replace(found, rrule=changed, words=describe(changed))
    return found


def _exchanged(had: Sequence[_Day], less: Sequence[_Day], new: Sequence[_Day]) -> set[_Day]:
    """Return several days with some of them exchanged, empty if none of them stays as it is."""
    kept = set(had).difference(less)
    is_one_of_several = kept and len(kept) < len(had) and new and kept.isdisjoint(new)
    return kept.union(new) if is_one_of_several else set()


def complete_from(stored: str, found: Recurrence, now: datetime) -> Recurrence:
    """Return a recurrence, completed by the stored schedule.

    Raises Refused if that can't be expressed.
    """
    schedule = Schedule.parse(check_schedule(stored, now)) if stored else Schedule()
    if not found.rrule or found.problem or len(schedule.rules) != 1:
        return found
    old, new = schedule.rules[0], Rule.read(found.rrule)
    rule = _same_days(old, found.less) if not found.says_days else _on_same_day(old, new)
    if not found.says_interval:
        rule = _same_interval(old, rule)
    months = new.months or (old.months if found.says_days and rule.freq in _WEEKS else rule.months)
    rule = replace(rule, months=months, until=new.until or old.until)
    at = found.times or schedule.times_of_day
    if at and rule.freq not in FREQUENT:
        rule = with_times(replace(rule, hours=(), minutes=()), at)
    start = found.start or (schedule.start if rule.interval == old.interval else None)
    at_first = at[0] if at else None
    return replace(found, rrule=str(rule), time=at_first, words=describe(str(rule), at_first), start=start)


_WEEKS = ("DAILY", "WEEKLY")


def _on_same_day(old: Rule, new: Rule) -> Rule:
    """Return a weekly rule that names no day, 'every two weeks', on the one day of another."""
    keeps = old.freq == new.freq == "WEEKLY" and not new.days and len(old.days) == 1
    return replace(new, days=old.days) if keeps else new


def _same_days(old: Rule, less: Sequence[str]) -> Rule:
    """Return a rule's days without some weekdays. Raises Refused."""
    rule = replace(old, hours=(), minutes=(), places=() if len(old.minutes) > 1 else old.places)
    days = tuple(day for day in old.days or WEEKDAYS if day not in less)
    if not less or days == old.days:
        return rule
    if not days or old.freq not in _WEEKS or (old.freq == "DAILY" and old.interval > 1):
        raise Refused("")
    return replace(rule, freq="WEEKLY", days=days)


def _same_interval(old: Rule, new: Rule) -> Rule:
    """Return other days with a rule's interval in weeks, or position in the month."""
    if old.freq == new.freq:
        return replace(new, interval=old.interval, months=new.months or old.months)
    places = {day[:-2] for day in old.days} - {""}
    if old.freq == "MONTHLY" and new.freq == "WEEKLY" and len(places) == 1:
        days = tuple(f"{place}{day}" for day in new.days for place in places)
        return replace(old, hours=(), minutes=(), days=days)
    return new


def rules_of(stored: str, now: datetime) -> tuple[Rule, ...]:
    """Return the rules of a stored schedule, empty if there is none."""
    return tuple(Schedule.parse(check_schedule(stored, now)).rules) if stored else ()


def _is_daily(rule: Rule) -> bool:
    return rule.freq == "DAILY" and rule.interval == 1 and not rule.days


def _keeps_time(stored: str, found: Recurrence, now: datetime) -> bool:
    """Return whether the added days keep the time of the others."""
    return found.time in (None, Schedule.parse(check_schedule(stored, now)).time_of_day)


def _on(found: Recurrence, days: set[str], at: time | None = None) -> Recurrence:
    rule = Rule("WEEKLY", days=tuple(day for day in WEEKDAYS if day in days))
    return replace(found, rrule=str(rule), words=describe(str(rule)), time=at)


def _at(found: Recurrence, times: Sequence[time]) -> Recurrence:
    """Return times of day, on any days."""
    said = sorted({*times})
    rule = with_times(Rule("DAILY"), said)
    return replace(found, rrule=str(rule), words=describe(str(rule), said[0]), time=said[0])
