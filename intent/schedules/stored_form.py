"""Converts schedules of people, programs and calendars into stored form."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import NoReturn

from croniter import croniter

from intent.schedules.checks import has_day, what_is_wrong
from intent.schedules.left_out import days_as_line, read_days
from intent.schedules.schedule import FREQUENT, Schedule, times_inside
from intent.slots import Recurrence, read_recurrence
from omniforge.errors import InvalidInput
from omniforge.recurrence.rule import Rule, pin

LONGEST_SCHEDULE = 1000
EXAMPLES = "'0 9 * * 1' or 'RRULE:FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0'"
_PINNED = date(
    2024, 1, 1
)  # a Monday, the first of its month and year: supplies what 'weekly' and 'monthly' leave open
_START = re.compile(r"DTSTART(?:;VALUE=DATE)?:(\d{8})(?:T(\d\d)(\d\d)(\d\d))?")
_ZONE = re.compile(r";TZID=([^:;\s]+)", re.IGNORECASE)
_IN_UTC = re.compile(r"(?<!UNTIL=)\b(\d{8}T\d{6})Z", re.IGNORECASE)
_ADDING = ("RDATE", "EXRULE")
_NEEDLESS = re.compile(r";(?:WKST=MO|BYSECOND=0)(?=;|$)")
_MOST_RULES = 2
_MOMENT = timedelta(seconds=1)


def store_schedule(recurrence: Recurrence, now: datetime) -> str:
    """Return the stored form of a recurrence said at `now`. Raises what `schedule_from` raises."""
    return str(schedule_from(recurrence, now))


def schedule_from(recurrence: Recurrence, now: datetime) -> Schedule:
    """Return the schedule of a recurrence said at `now`, in the workspace's zone.

    Open parts are filled in: 'weekly' is Mondays at 9. Raises InvalidInput, worded for the person, if the
    recurrence has a `problem` or a length, or is over.
    """
    if recurrence.problem:
        _refuse(f"I can't set “{recurrence.problem}” as a schedule.")
    if recurrence.length:
        _refuse("I can't set how long a run takes. Say when it starts.")
    if not recurrence.rrule:
        return Schedule()
    rule = times_inside(pin(recurrence.rrule, _PINNED), recurrence.time)
    if what_is_wrong(rule):
        _refuse(f"I can't set “{recurrence.words}” as a schedule.")
    schedule = _anchored(Schedule((rule,), recurrence.start), now)
    if schedule.next_after(now) is None:
        _refuse(f"I can't set “{recurrence.words}” as a schedule, because no run is left.")
    return schedule


def check_schedule(text: str, now: datetime) -> str:
    """Return the stored form of cron or RRULE lines in the workspace's zone. Empty stays empty.

    Lines already in stored form are unchanged. Raises InvalidInput.
    """
    words = text.split()
    if not words:
        return ""
    is_cron = "FREQ=" not in text.upper()
    schedule = _of_cron(" ".join(words)) if is_cron else _of_lines(_in_zone(words, now).upper().split())
    anchored = _anchored(schedule, now)
    if _never_runs(anchored, now):
        _refuse("No day fits this schedule. Change its day or month.")
    return str(anchored)


def read_schedule(text: str, now: datetime) -> str:
    """Return the stored form of words, cron or RRULE: 'every other Tuesday at 8'. Raises InvalidInput."""
    is_written = "FREQ=" in text.upper() or "*" in text or croniter.is_valid(text)
    said = None if is_written else read_recurrence(text, now.date())
    return store_schedule(said, now) if said else check_schedule(text, now)


def _in_zone(words: Sequence[str], now: datetime) -> str:
    """Return iCalendar lines in the workspace's zone. Raises InvalidInput for times of another one."""
    here, lines = str(now.tzinfo), " ".join(_by_day(one, now) for one in words)
    for zone in (*_ZONE.findall(lines), *(["UTC"] if _IN_UTC.search(lines) else [])):
        if zone.upper() != here.upper():
            _refuse(
                f"The workspace's time zone is {here}, and this names {zone}. Write the times in {here}, or "
                "change the workspace's zone in its settings."
            )
    return _IN_UTC.sub(r"\1", _ZONE.sub("", lines))


def _by_day(line: str, now: datetime) -> str:
    """Return an EXDATE line with its days in the workspace's zone, any other line as it is."""
    try:
        return days_as_line(read_days([line], now.tzinfo or UTC))
    except (ValueError, InvalidInput):  # refused later
        return line


def _of_cron(line: str) -> Schedule:
    if len(line.split()) != 5 or not croniter.is_valid(line):
        _refuse(f"The schedule is not valid. Use cron or RRULE, for example {EXAMPLES}.")
    return Schedule.of_cron(line)


def _of_lines(lines: list[str]) -> Schedule:
    """Return the schedule of iCalendar lines. Without a BYHOUR it runs at DTSTART's time."""
    if any(line.startswith(_ADDING) for line in lines):
        _refuse("A schedule can't add single dates (RDATE) or leave out by a rule (EXRULE). EXDATE has days.")
    starts = [line for line in lines if line.startswith("DTSTART")]
    without = [line for line in lines if line.startswith("EXDATE")]
    rules = [line for line in lines if line not in starts and line not in without]
    if len(starts) > 1 or not 0 < len(rules) <= _MOST_RULES:
        _refuse(f"A schedule has one DTSTART at most and 1 to {_MOST_RULES} RRULE lines.")
    start = _START.fullmatch(starts[0]) if starts else None
    if starts and not start:
        _refuse("DTSTART must be a local time like 20261207T090000, in the workspace's time zone.")
    try:
        at = time(int(start[2]), int(start[3])) if start and start[2] else None
        read = tuple(_of_line(line, at) for line in rules)
        first = datetime.strptime(start[1], "%Y%m%d").date() if start else None
        return Schedule(read, first, read_days(without))
    except ValueError:
        _refuse(f"The rule is not valid. Write it as in {EXAMPLES}.")


def _of_line(line: str, at: time | None) -> Rule:
    rule = Rule.read(_NEEDLESS.sub("", line))
    if wrong := what_is_wrong(rule):
        _refuse(wrong)
    rule = times_inside(pin(str(rule), _PINNED), at)
    until = re.search(r"UNTIL=\d{8}T(\d{4})", line)
    if rule.until and until and rule.freq not in FREQUENT and until[1] < f"{min(rule.times(None)):%H%M}":
        return replace(rule, until=date.fromordinal(rule.until.toordinal() - 1))
    return rule


def _anchored(schedule: Schedule, now: datetime) -> Schedule:
    """Return the schedule with its start date, if it counts weeks or runs from there or begins later."""
    has_begun = schedule.start is not None and schedule.start <= now.date()
    if not any(_counts(rule) for rule in schedule.rules):
        return replace(schedule, start=None) if has_begun else schedule
    if has_begun or schedule.rules[0].freq in FREQUENT:
        return replace(schedule, start=schedule.start or now.date())
    begin = datetime.combine(schedule.start, time(), now.tzinfo) - _MOMENT if schedule.start else now
    plain = tuple(replace(rule, interval=1, count=None) for rule in schedule.rules)
    first = Schedule(plain).next_after(begin)
    return replace(schedule, start=first.date() if first else begin.date())


def _counts(rule: Rule) -> bool:
    """Return whether a rule depends on its start. 'every two hours' restarts each day."""
    per_day = {"MINUTELY": 1440, "HOURLY": 24}.get(rule.freq)
    return bool(rule.count) or (per_day % rule.interval > 0 if per_day else rule.interval > 1)


def _never_runs(schedule: Schedule, now: datetime) -> bool:
    """Return whether no day ever matches. A finished schedule did match."""
    ends = any(rule.count or rule.until for rule in schedule.rules)
    return not all(map(has_day, schedule.rules)) or not (ends or schedule.next_after(now))


def _refuse(message: str) -> NoReturn:
    raise InvalidInput.of("schedule", message)
