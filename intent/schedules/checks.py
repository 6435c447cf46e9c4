"""The rules that a schedule may have: those that can be stepped and described exactly."""

from calendar import monthrange
from collections.abc import Callable, Sequence

from omniforge.recurrence.rule import WEEKDAYS, Rule

_LEAP_YEAR = 2024
_MOST = 1000  # highest COUNT and INTERVAL, which bounds the time of stepping
_RANGES = (
    ("BYMONTH", lambda rule: rule.months, range(1, 13)),
    ("BYMONTHDAY", lambda rule: rule.dates, (*range(-31, 0), *range(1, 32))),
    ("BYHOUR", lambda rule: rule.hours, range(24)),
    ("BYMINUTE", lambda rule: rule.minutes, range(60)),
    ("BYSETPOS", lambda rule: rule.places, (*range(-31, 0), *range(1, 1441))),
    ("INTERVAL", lambda rule: (rule.interval,), range(1, _MOST + 1)),
    ("COUNT", lambda rule: (rule.count or 1,), range(1, _MOST + 1)),
)  # type: Sequence[tuple[str, Callable[[Rule], Sequence[int]], Sequence[int]]]


def _often(rule: Rule) -> bool:
    return rule.freq in ("MINUTELY", "HOURLY")


def _by_month(rule: Rule) -> bool:
    return rule.freq in ("MONTHLY", "YEARLY")


def _placed(rule: Rule) -> bool:
    return any(day not in WEEKDAYS for day in rule.days)


def _is_plain(rule: Rule) -> bool:
    return any(day in WEEKDAYS for day in rule.days)


def _picks_times(rule: Rule) -> bool:
    """Return whether BYSETPOS selects times of day instead of days."""
    return rule.freq == "DAILY" and len(rule.minutes) > 1


def _has_place(rule: Rule) -> bool:
    return all(0 < place <= len(rule.hours) * len(rule.minutes) for place in rule.places)


# Unsupported properties of a rule, and their messages.
_WRONG: Sequence[tuple[Callable[[Rule], bool], str]] = (
    (lambda rule: bool(rule.count and rule.until), "Use COUNT or UNTIL, not both."),
    (lambda rule: bool(rule.dates and rule.days), "Use BYMONTHDAY or BYDAY, not both."),
    (lambda rule: bool(rule.dates) and not _by_month(rule), "BYMONTHDAY needs FREQ=MONTHLY or YEARLY."),
    (lambda rule: _placed(rule) and not _by_month(rule), "A day like 1MO needs FREQ=MONTHLY or YEARLY."),
    (
        lambda rule: _by_month(rule) and _is_plain(rule) and not rule.places,
        "With FREQ=MONTHLY or YEARLY, BYDAY needs a place: 1MO, -1FR or BYSETPOS.",
    ),
    (
        lambda rule: rule.freq == "YEARLY" and bool(rule.days or rule.dates) and not rule.months,
        "FREQ=YEARLY with a day needs BYMONTH.",
    ),
    (
        lambda rule: rule.freq == "DAILY" and rule.interval > 1 and bool(rule.days),
        "FREQ=DAILY with BYDAY can't have an INTERVAL. Use FREQ=WEEKLY.",
    ),
    (lambda rule: _often(rule) and bool(rule.count), "COUNT needs FREQ=DAILY, WEEKLY, MONTHLY or YEARLY."),
    (
        lambda rule: rule.freq == "HOURLY" and rule.interval > 1 and bool(rule.hours),
        "FREQ=HOURLY with BYHOUR can't have an INTERVAL. Use FREQ=DAILY.",
    ),
    (lambda rule: rule.freq == "MINUTELY" and bool(rule.minutes), "FREQ=MINUTELY can't have BYMINUTE."),
    (
        lambda rule: bool(rule.places) and not _picks_times(rule) and not (_by_month(rule) and rule.days),
        "BYSETPOS needs FREQ=MONTHLY or YEARLY and BYDAY.",
    ),
    (
        lambda rule: bool(rule.places) and _by_month(rule) and len(rule.hours) * len(rule.minutes) > 1,
        "With BYSETPOS there can be one time of day only.",
    ),
    (lambda rule: _picks_times(rule) and not _has_place(rule), "BYSETPOS names a time that there is not."),
    (
        lambda rule: _by_month(rule) and any(abs(place) > 4 * len(rule.days) for place in rule.places),
        "BYSETPOS must name one of the days of each month.",
    ),
    (lambda rule: not has_day(rule), "No day fits this schedule. Change its day or month."),
    (lambda rule: _often(rule) and bool(rule.places), "BYSETPOS needs FREQ=MONTHLY or YEARLY."),
)


def has_day(rule: Rule) -> bool:
    """Return whether a month of the rule has one of its dates: 30 February never does."""
    longest = max(monthrange(_LEAP_YEAR, month)[1] for month in rule.months or (1,))
    return not rule.dates or any(abs(day) <= longest for day in rule.dates)


def what_is_wrong(rule: Rule) -> str:
    """Return in a sentence why a rule can't be a schedule, empty if it can."""
    for name, values, allowed in _RANGES:
        if any(value not in allowed for value in values(rule)):
            return f"{name} must be {allowed[0]} to {allowed[-1]}."
    return next((said for is_wrong, said in _WRONG if is_wrong(rule)), "")
