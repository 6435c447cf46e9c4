"""Recurrence rules of events: the part of RFC 5545 that people use for appointments."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from dateutil.rrule import rrulestr

from omniforge.errors import InvalidInput
from omniforge.recurrence.rule import WEEKDAYS, Rule

EXAMPLE = "FREQ=WEEKLY;BYDAY=TU;UNTIL=20270228"
_LOOKED_AHEAD = 1_500  # days: a fifth Monday on the 31st is rare
_PLACES = ("", "-1", *(f"{sign}{place}" for sign in ("", "+") for place in range(1, 6)))
_DATES = (-1, *range(1, 32))


def _beyond(rule: Rule) -> bool:
    return bool(rule.months or rule.hours or rule.minutes or rule.places)


def _is_placed(rule: Rule) -> bool:
    return any(day not in WEEKDAYS for day in rule.days)


# Rules that are refused, with the message: RFC 5545 does not allow them, or people misread them.
_WRONG: Sequence[tuple[Callable[[Rule], bool], str]] = (
    (lambda rule: rule.freq in ("MINUTELY", "HOURLY"), "FREQ is DAILY, WEEKLY, MONTHLY or YEARLY."),
    (_beyond, "Of the BY parts only BYDAY and BYMONTHDAY are known here."),
    (lambda rule: not 0 < rule.interval < 100, "INTERVAL is 1 to 99."),
    (lambda rule: rule.count is not None and not 0 < rule.count < 1000, "COUNT is 1 to 999."),
    (lambda rule: any(day[:-2] not in _PLACES for day in rule.days), "A day in BYDAY is TU, 1TU or -1TU."),
    (lambda rule: any(day not in _DATES for day in rule.dates), "BYMONTHDAY is 1 to 31, or -1."),
    (lambda rule: bool(rule.count and rule.until), "It ends by COUNT or by UNTIL, not by both."),
    (lambda rule: bool(rule.dates) and rule.freq != "MONTHLY", "BYMONTHDAY is for FREQ=MONTHLY."),
    (lambda rule: rule.freq != "MONTHLY" and _is_placed(rule), "In BYDAY numbers are for FREQ=MONTHLY."),
    (
        lambda rule: rule.freq == "DAILY" and bool(rule.days) and rule.interval > 1,
        "With BYDAY and an INTERVAL it is FREQ=WEEKLY.",
    ),
    (
        lambda rule: rule.freq == "YEARLY" and bool(rule.days),
        "FREQ=YEARLY repeats on the day on which the event begins, and has no BYDAY.",
    ),
)


def read_rule(text: str) -> Rule:
    """Parse a rule such as 'FREQ=WEEKLY;BYDAY=TU'. Raises InvalidInput for the field `rule`.

    The rule's `until` is the last day on which the event may begin.
    """
    try:
        rule = Rule.read(text)
    except ValueError as error:
        raise _refused(str(error)) from None
    if wrong := next((said for is_wrong, said in _WRONG if is_wrong(rule)), ""):
        raise _refused(wrong)
    return rule


def first_day(rule: Rule, day: date) -> date:
    """Return the first day on or after `day` that matches a rule. Raises InvalidInput if none does."""
    pattern = replace(rule, interval=1, count=None, until=day + timedelta(days=_LOOKED_AHEAD))
    days: Iterable[datetime] = rrulestr(str(pattern), dtstart=datetime.combine(day, time()))
    found = next((one.date() for one in days), None)
    if found is None or (rule.until and found > rule.until):
        raise _refused("By this rule it never takes place.")
    return found


def move_rule(rule: Rule, days: int) -> Rule:
    """Return the rule of an event that moves by some days. Raises InvalidInput if no rule expresses it."""
    if not days or not (rule.days or rule.dates):
        return rule
    if rule.dates or _is_placed(rule):
        raise _refused("What takes place on a day of the month cannot be moved by days as a series.")
    return replace(rule, days=tuple(WEEKDAYS[(WEEKDAYS.index(day) + days) % 7] for day in rule.days))


def change_rule(rule: Rule, said: str) -> Rule:
    """Return a rule in which the parts that a text names replace its own. Raises InvalidInput.

    If the text has no FREQ, the days keep the rhythm: BYDAY=TH makes every second Friday every second
    Thursday. If it has one, the days and the end stay as they are unless the text names them.
    """
    new = read_rule(said if "FREQ" in said else f"FREQ={rule.freq};{said}")
    if "FREQ" not in said:
        days = tuple(f"{_place_in(rule)}{day}" for day in new.days)
        new = replace(
            rule, days=days or rule.days, dates=() if days else rule.dates, count=new.count, until=new.until
        )
    elif new.freq == rule.freq and not (new.days or new.dates):
        new = replace(new, days=rule.days, dates=rule.dates)
    return new if new.count or new.until else replace(new, count=rule.count, until=rule.until)


def _place_in(rule: Rule) -> str:
    """Return the place in the month that all days of a rule have: '1' of the first Monday."""
    places = {day[:-2] for day in rule.days}
    return places.pop() if len(places) == 1 else ""


def _refused(wrong: str) -> InvalidInput:
    said = f"{wrong} A rule looks like {EXAMPLE}."
    return InvalidInput(f"rule: {said}", fields={"rule": [said]})
