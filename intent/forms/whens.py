"""Takes when an agent is to run out of what is said to its form."""

import re
from dataclasses import replace
from datetime import time

from intent.forms.filled import AT, STORED, FormRead
from intent.forms.schedules import SaidSchedule, at_time, cut_time, find_when, schedule_of
from intent.schedules import Schedule, check_schedule
from intent.slots import describe
from intent.slots.recurrence import Recurrence, cut_recurrence, read_recurrence
from intent.slots.rules import WEEKDAYS, Rule
from intent.slots.times import read_time

_ONLY_WITHOUT = "every day except"  # the words of a recurrence that only says when not
_EARLIEST = 6  # a chore's 'at 6' is in the morning
_SPACES = re.compile(r"\s{2,}")


def take_whole(form: FormRead, message: str) -> bool:
    """Take a message that says when and nothing else; a time alone leaves the days as they are."""
    today = form.situation.now.date()
    if "when" not in form.slots:
        return False
    if form.asking in ("", "when") and (at := read_time(message, earliest=_EARLIEST)):
        take(form, at_time(form.now.get(STORED, ""), at, form.situation.now))
        return not form.problem
    found = read_recurrence(message, today)
    if found is None or found.problem:
        return False
    alone = find_when(message, today) is None
    if alone and found.time and found.rrule == "FREQ=DAILY":
        take(form, at_time(form.now.get(STORED, ""), found.time, form.situation.now))
    elif alone and found.words.startswith(_ONLY_WITHOUT) and form.now.get(STORED):
        _leave_out(form, found)
    else:
        take_recurrence(form, found)
    return not form.problem


def _leave_out(form: FormRead, found: Recurrence) -> None:
    """Take days off a weekly schedule: 'and not on Saturdays'; of another that can't be said."""
    rules = Schedule.parse(check_schedule(form.now[STORED], form.situation.now)).rules
    less = set(WEEKDAYS) - set(Rule.read(found.rrule).days)
    days = tuple(day for day in (rules[0].days or WEEKDAYS) if day not in less) if rules else ()
    if len(rules) != 1 or rules[0].freq not in ("DAILY", "WEEKLY") or rules[0].interval > 1 or not days:
        form.problem = found.words
        return
    kept = Rule("WEEKLY", days=days)
    take_recurrence(form, replace(found, rrule=str(kept), words=describe(str(kept))))


def take_other_time(form: FormRead, old: str, new: str) -> bool:
    """Take one time of day in the place of another: 'not 7, 8'."""
    if "when" not in form.slots or not read_time(old) or not (at := read_time(new, earliest=_EARLIEST)):
        return False
    take(form, at_time(form.now.get(STORED, ""), at, form.situation.now))
    return True


def take_schedule(form: FormRead, text: str, *, asked: bool) -> str:
    """Take the schedule out of a text, and return what is left of it."""
    found = find_when(text, form.situation.now.date(), asked=asked)
    if found is None or "when" not in form.slots:
        return text
    take_recurrence(form, found)
    return _SPACES.sub(" ", cut_recurrence(text, found))


def take_time(form: FormRead, text: str) -> str:
    """Take a time of day that ends a text which doesn't say how often, and return what is left of it."""
    if "when" in form.found or "when" not in form.slots:
        return text
    rest, at = cut_time(text)
    form.found |= {AT: at.isoformat()} if at else {}
    return rest


def take_recurrence(form: FormRead, found: Recurrence) -> None:
    """Take how something repeats, at the time of day that was said before if it names none."""
    said = form.now.get(AT, "")
    if said and not found.time and not form.now.get(STORED):
        found = replace(found, time=time.fromisoformat(said))
    take(form, schedule_of(found, form.situation.now, before=form.now.get(STORED, "")))


def take(form: FormRead, schedule: SaidSchedule) -> None:
    """Take a schedule, or the words that can't be one."""
    if schedule.problem:
        form.problem = schedule.problem
    else:
        form.found |= {"when": schedule.words, STORED: schedule.stored}
