"""Takes an agent's schedule from messages to its form."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from intent.commands.words import as_words, at_end, at_start
from intent.forms.days import remove_days_from, rules_of
from intent.forms.filled import AT, STORED, FormRead
from intent.forms.schedules import (
    SaidSchedule,
    cut_time,
    extend_schedule,
    find_when,
    is_full,
    replace_times,
    schedule_of,
)
from intent.schedules import Schedule, check_schedule
from intent.schedules.schedule import FREQUENT
from intent.slots.draft import with_times
from intent.slots.nearest import minutes_said, nearest
from intent.slots.recurrence import Recurrence, read_recurrence, remove_recurrence
from intent.slots.rhythms import read_rhythms
from intent.slots.times import EARLIEST_CHORE, find_times, read_duration, read_time
from omniforge.recurrence.rule import WEEKDAYS, Rule
from omniforge.recurrence.words import describe

_ONLY_WITHOUT = "every day except"  # the words of a recurrence that only excludes days
_EXCEPT, _WEEKLY = re.compile(r"\b(?:not|except|without|never)\b", re.IGNORECASE), "FREQ=WEEKLY"
_HOUR = 2  # figures
_EARLY = timedelta(minutes=30)  # by which 'before 7' is early
_NOON = 12
_NEAR = 2  # hours by which a time may shift
_PIECES = re.compile(r"[,;!?–—]\s+|(?<=[a-z]{2})\.\s+")
_SPACES = re.compile(r"\s{2,}")


def take_whole(form: FormRead, message: str) -> bool:
    """Take a message that is only a schedule. A time alone keeps the days."""
    today = form.situation.now.date()
    if "when" not in form.slots:
        return False
    if form.asking in ("", "when") and (at := read_time(message, earliest=EARLIEST_CHORE)):
        take_time_of_day(form, at, message)
        return not form.problem
    if at := time_in_passing(message):
        _take_in_passing(form, at)
        return not form.problem
    found = read_rhythms(as_interval(form, message), today)
    if found is None or found.problem:
        return False
    alone = find_when(message, today) is None
    if alone and found.words.startswith(_ONLY_WITHOUT) and schedule_now(form):
        _leave_out(form, found)
    else:
        (add_days if form.adds else take_recurrence)(form, found)
    return not form.problem


def leaves_no_day(message: str, today: date) -> str:
    """Return 'weekly, but not Mondays', which doesn't say which day it is, empty for any other message."""
    excepts = _EXCEPT.search(message)
    weekly = find_when(message[: excepts.start()], today) if excepts else None
    found = read_rhythms(message, today) if weekly and weekly.rrule == _WEEKLY else None
    return found.problem if found else ""


def as_interval(form: FormRead, text: str) -> str:
    """Return a duration alone as an interval, if how often is asked or said in hours: 'half an hour'."""
    rules = rules_of(schedule_now(form), form.situation.now)
    is_often = form.asking == "when" or (bool(rules) and rules[0].freq in FREQUENT)
    return f"every {text}" if is_often and read_duration(text) else text


def time_in_passing(message: str) -> time | None:
    """Return a time of day that is all a message says: 'at 7 pls'. 'before 7am' is half an hour earlier."""
    words = as_words(message)
    polite = at_end("form_polite", words)[1]
    before = at_start("clock_early", words)[1]
    said = " ".join(message.split()[before : len(message.split()) - polite])
    is_hour = bool(before) and len(said) <= _HOUR  # 'before 8', not 'before 2020'
    at = read_time(said, earliest=EARLIEST_CHORE) if is_hour or find_times(said) else None
    moment = at and datetime.combine(date.min, at) + timedelta(days=1)
    return (moment - before * _EARLY).time() if moment else None


def _take_in_passing(form: FormRead, at: time) -> None:
    """Set the time on the days of the schedule. Without any, it is kept until they are said."""
    if form.asking == "when" or schedule_now(form):
        take(form, replace_times(schedule_now(form), [at], form.situation.now))
    else:
        form.found[AT] = at.isoformat()


def take_piece(form: FormRead, message: str) -> None:
    """Take a time of day between other words: 'no, 5 a.m., the baker comes early'."""
    pieces = [one.strip() for one in _PIECES.split(message)]
    said = [one for one in pieces if read_time(one, earliest=EARLIEST_CHORE)]
    if len(said) == 1 and len(pieces) > 1 and not message.rstrip().endswith("?"):
        take_whole(form, said[0])


def shifted_time(form: FormRead, text: str) -> time | None:
    """Return a schedule's time of day after a shift: 'an hour later', 'quarter past'."""
    words = as_words(text)
    way, size = at_end("clock_shift", words)
    length = read_duration(text.rsplit(maxsplit=size)[0]) if 0 < size < len(words) else None
    before = _time_of_day(form)
    if before and (minute := minutes_said(text)):
        return nearest(datetime.combine(form.situation.now.date(), before), minute).time()
    if not (length and before):
        return None
    moved = datetime.combine(form.situation.now.date(), before) + length.length * (
        1 if way == "later" else -1
    )
    return moved.time() if moved.date() == form.situation.now.date() else None


def schedule_now(form: FormRead) -> str:
    """Return the stored schedule, including this message's changes so far."""
    return form.found.get(STORED, form.now.get(STORED, ""))


def _leave_out(form: FormRead, found: Recurrence) -> None:
    """Remove days from a weekly schedule: 'and not on Saturdays'. For other schedules it is a problem."""
    less = tuple(day for day in WEEKDAYS if day not in Rule.read(found.rrule).days)
    left_out = replace(found, rrule=str(Rule("WEEKLY", days=less)))
    if kept := remove_days_from(schedule_now(form), left_out, form.situation.now):
        take_recurrence(form, kept)
    else:
        form.problem = found.words


def add_days(form: FormRead, found: Recurrence) -> None:
    """Add days to a weekly schedule: 'and on Fridays too'."""
    if found.beside or not schedule_now(form):
        take_recurrence(form, found)
    else:
        take(form, extend_schedule(schedule_now(form), found, form.situation.now))


def take_time_of_day(form: FormRead, at: time, said: str) -> None:
    """Set the time of day on the same days, in the same half of the day if it stays near.

    From four in the afternoon, '3.30' means half past three in the afternoon. From half past six in the
    morning, 'half past five' stays in the morning.
    """
    before = _time_of_day(form)
    take(
        form,
        replace_times(
            schedule_now(form), [half_kept(at, before, said) if before else at], form.situation.now
        ),
    )


def in_its_half(form: FormRead, found: Recurrence, said: str) -> Recurrence:
    """Return a recurrence without days, with its time in the same half of the day as before."""
    before = _time_of_day(form)
    if found.says_days or found.instead_of or len(found.times) != 1 or not before:
        return found
    at = half_kept(found.times[0], before, said)
    rule = with_times(replace(Rule.read(found.rrule), hours=(), minutes=()), [at])
    return replace(found, rrule=str(rule), time=at, words=describe(str(rule), at))


def half_kept(at: time, before: time, said: str) -> time:
    other = at.replace(hour=(at.hour + _NOON) % 24)
    is_near = abs(other.hour - before.hour) <= _NEAR and (other.hour < _NOON) == (before.hour < _NOON)
    return other if is_near and not _says_half(at, said) else at


def _says_half(at: time, said: str) -> bool:
    """Return whether words say in which half of the day a time is: '5 a.m.', '05:30', '17:30'."""
    if at.hour >= _NOON:
        return at in {one.at for one in find_times(said, earliest=0)}
    words = as_words(said)
    return any(one.endswith("am") or one.startswith("0") or one == "morning" for one in words)


def _time_of_day(form: FormRead) -> time | None:
    times = {*_times_of_day(form)}
    return times.pop() if len(times) == 1 else None


def _times_of_day(form: FormRead) -> Sequence[time]:
    return Schedule.parse(check_schedule(schedule_now(form), form.situation.now)).times_of_day


def take_other_when(form: FormRead, old: str, new: str) -> bool:
    """Replace a time or day, 'not 7, 8', 'Thursdays, not Tuesdays'. Return whether the words are one."""
    if "when" not in form.slots:
        return False
    today = form.situation.now.date()
    before, after = read_recurrence(old, today), read_rhythms(new, today)
    if before is None and (former := read_time(old, earliest=EARLIEST_CHORE)):
        before = Recurrence.at(former)
    one_of_several = before and schedule_now(form) and {*before.times} < {*_times_of_day(form)}
    is_time = (not old or read_time(old)) and not one_of_several
    if is_time and (at := read_time(new, earliest=EARLIEST_CHORE)):
        former = read_time(old, earliest=0) if old else None
        if former and former.hour > _NOON:  # somebody who says 17:00 means the morning by 7:30
            take(form, replace_times(schedule_now(form), [at], form.situation.now))
        else:
            take_time_of_day(form, at, new)
        return True
    if before is None or after is None or before.problem or after.problem:
        return False
    take_recurrence(form, replace(after, instead_of=before))
    return True


def take_schedule(form: FormRead, text: str, *, asked: bool) -> str:
    """Take the schedule from a text, and return the rest."""
    found = find_when(text, form.situation.now.date(), asked=asked)
    if found is None or "when" not in form.slots:
        return text
    if not asked and form.asking and (found.problem or not is_full(text, found)):
        return text  # the words belong to the answer: 'number of nights'
    (add_days if form.adds else take_recurrence)(form, found)
    return _SPACES.sub(" ", remove_recurrence(text, found))


def take_time(form: FormRead, text: str) -> str:
    """Take a trailing time of day from a text without a recurrence, and return the rest."""
    if "when" in form.found or "when" not in form.slots:
        return text
    rest, at = cut_time(text)
    form.found |= {AT: at.isoformat()} if at else {}
    return rest


def take_recurrence(form: FormRead, found: Recurrence) -> None:
    """Take a recurrence, at the time of day given earlier if it names none."""
    said = form.now.get(AT, "")
    if said and not found.time and not schedule_now(form):
        found = replace(found, time=time.fromisoformat(said))
    take(form, schedule_of(found, form.situation.now, before=schedule_now(form)))


def take(form: FormRead, schedule: SaidSchedule) -> None:
    """Take a schedule, or its problem."""
    if schedule.problem:
        form.problem = schedule.problem
    else:
        form.found |= {"when": schedule.words, STORED: schedule.stored}
