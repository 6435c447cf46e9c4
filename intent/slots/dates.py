"""Resolves names of days like 'next Friday', 'the end of March' and 'Q3' relative to today."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date, timedelta
from typing import Any

from dateutil.relativedelta import relativedelta

from intent.slots.feasts import feast_in, next_feast
from intent.slots.figures import in_order
from omniforge.recurrence.rule import WEEKDAYS
from omniforge.tables.dates import working_days_later

Days = tuple[date, date]
_DAY = timedelta(days=1)
_FURTHEST = 1000  # in workdays


def shift(day: date, number: float, unit: str) -> date:
    """Return the day `number` units later: workdays, days, weeks, fortnights, months, quarters or years."""
    if unit == "workday":
        return working_days_later(day, max(-_FURTHEST, min(int(number), _FURTHEST)))
    if unit in ("day", "week", "fortnight"):
        return day + timedelta(days=number * {"day": 1, "week": 7, "fortnight": 14}[unit])
    months = int(number * {"month": 1, "quarter": 3, "year": 12}[unit])
    later: date = day + relativedelta(months=months)
    return later


def period(kind: str, day: date) -> Days:
    """Return the first and last day of the week, weekend, month, quarter or year that contains a day."""
    if kind in ("week", "weekend"):
        monday = day - timedelta(days=day.weekday())
        return monday + (5 * _DAY if kind == "weekend" else 0 * _DAY), monday + 6 * _DAY
    months = {"month": 1, "quarter": 3, "year": 12}[kind]
    first = day.replace(day=1, month=(day.month - 1) // months * months + 1)
    return first, first + relativedelta(months=months) - _DAY


def _period(said: Mapping[str, Any], today: date) -> Days:
    kind = said.get("period") or said["after_next"]
    unit = "week" if kind == "weekend" else kind
    return period(kind, shift(today, said.get("which", 2 if "after_next" in said else 0), unit))


def _once(day: date) -> Days:
    return day, day


def _dated(said: Mapping[str, Any], today: date) -> Days | None:
    month = said.get("month") or said["month_number"]
    first, last = (
        _of_year(said.get(name, said["day"]), month, said.get("year"), today) for name in ("first", "day")
    )
    if "weekday" in said and WEEKDAYS[first.weekday()] != said["weekday"]:
        return None
    return (first, last) if first <= last else None


def _of_year(day: int, month: int, year: int | None, today: date) -> date:
    if day < 1:
        raise ValueError("no day of a month")
    if year is not None:
        return date(year + 2000 if year < 100 else year, month, day)
    for later in range(9):  # until the next 29 February
        with suppress(ValueError):
            named = date(today.year + later, month, day)
            if named >= today:
                return named
    raise ValueError("no such day in any year")


def _slashed(said: Mapping[str, Any], today: date) -> Days | None:
    """Return the day for two figures. A weekday before them decides which is the month."""
    ways = in_order(said["day"], said["other"])
    days = [_of_year(day, month, said.get("year"), today) for day, month in ways]
    fits = [day for day in days if said.get("weekday") in (None, WEEKDAYS[day.weekday()])]
    return _once(fits[0]) if fits else None


def _week_of(said: Mapping[str, Any], today: date) -> Days | None:
    """Return the week of a day: 'the week of 7 December'."""
    found = (_slashed if "other" in said else _dated)(said, today)
    return period("week", found[0]) if found else None


def _weekday(said: Mapping[str, Any], today: date) -> Days:
    ahead = WEEKDAYS.index(said["weekday"]) - today.weekday()
    which = said.get("which", 2)
    if which == 1:
        return _once(today + timedelta(days=7 + ahead))
    if which == -1:
        return _once(today - timedelta(days=-ahead % 7 or 7))
    return _once(today + timedelta(days=ahead % 7 or (0 if which == 0 else 7)))


def _weekday_of_week(said: Mapping[str, Any], today: date) -> Days:
    """Return a day of a week: 'Thursday next week'."""
    monday = period("week", shift(today, said["which"], "week"))[0]
    return _once(monday + timedelta(days=WEEKDAYS.index(said["weekday"])))


def _from_weekday(said: Mapping[str, Any], today: date) -> Days:
    begin = today + timedelta(days=said["relative"]) if "relative" in said else _weekday(said, today)[0]
    return _once(shift(begin, said.get("n", 1), said["unit"]))


def _nth_weekday(said: Mapping[str, Any], today: date) -> Days | None:
    if "which" in said or "month" in said:
        return _once(nth_day(_month(said, today)[0], said["nth"], said.get("weekday") or said["kind"]))
    this = nth_day(today.replace(day=1), said["nth"], said.get("weekday") or said["kind"])
    following = period("month", today)[1] + _DAY
    return _once(
        this if this >= today else nth_day(following, said["nth"], said.get("weekday") or said["kind"])
    )


def _part_of_month(said: Mapping[str, Any], today: date) -> Days:
    """Return a half of a month, or a week of seven days, counted from its first day or back from its last."""
    (first, last), nth = _month(said, today), said["nth"]
    size, parts = (15, 2) if said["part"] == "half" else (7, 5)
    if not 0 < abs(nth) <= parts:
        raise ValueError("no such part of a month")
    if nth == -1 and said["part"] == "half":
        nth = 2
    begin = first + (nth - 1) * size * _DAY if nth > 0 else last + (1 + nth * size) * _DAY
    end = last if nth == parts else begin + (size - 1) * _DAY
    return begin, end


def nth_day(first: date, nth: int, kind: str) -> date:
    """Return the nth day (-1: last) of a kind (day, workday, weekend, MO ...) in a month by its first day."""
    fits = {"day": WEEKDAYS, "workday": WEEKDAYS[:5], "weekend": WEEKDAYS[5:]}.get(kind, (kind,))
    month = [first + number * _DAY for number in range(period("month", first)[1].day)]
    days = [day for day in month if WEEKDAYS[day.weekday()] in fits]
    if not -len(days) <= nth <= len(days) or nth == 0:
        raise ValueError("no such day in this month")
    return days[nth - 1 if nth > 0 else nth]


def _month(said: Mapping[str, Any], today: date) -> Days:
    """Return a month. Without a year the next to end, or as 'last', 'this', 'next' say."""
    if "month" not in said:
        return period("month", shift(today, said["which"], "month"))
    month, which = said["month"], said.get("which_month", 2)
    year = today.year + (month < today.month)
    if which == 1 and month == today.month:
        year += 1
    if which == -1:
        year = today.year - (month >= today.month)
    return period("month", date(said.get("year", today.year if which == 0 else year), month, 1))


def _quarter(said: Mapping[str, Any], today: date) -> Days:
    if not 1 <= said["quarter"] <= 4:
        raise ValueError("no quarter")
    first, last = period("quarter", date(said.get("year", today.year), said["quarter"] * 3, 1))
    return (first, last) if "year" in said or last >= today else period("quarter", shift(last, 1, "year"))


def _edge(said: Mapping[str, Any], today: date) -> Days:
    kind = said.get("period") or said.get("edge_word") or ("quarter" if "quarter" in said else "month")
    edge = said.get("edge", "end")
    if "month" in said or "quarter" in said:
        return _once(_edge_of(kind, edge, (_month if "month" in said else _quarter)(said, today)))
    day = shift(today, said.get("which", 0), "week" if kind == "weekend" else kind)
    found = _edge_of(kind, edge, period(kind, day))
    if found < today and said.get("which", 0) == 0:
        found = _edge_of(kind, edge, period(kind, shift(today, 1, kind)))
    return _once(found)


def _edge_of(kind: str, edge: str, days: Days) -> date:
    first, last = days
    if edge == "start":
        return first
    if kind == "week":
        return first + (4 if edge == "end" else 2) * _DAY
    return last if edge == "end" else first + (14 if kind == "month" else (last - first).days // 2) * _DAY


def _how_far(said: Mapping[str, Any]) -> tuple[int, str]:
    """Return how many units are said: 'few' are three, 'the next fortnight', 'in the last week' one."""
    if "unit" in said:
        return said.get("n", 1), said["unit"]
    return (1, said["one"]) if "one" in said else (3, said["few"])


def _ahead(said: Mapping[str, Any], today: date) -> Days:
    number, unit = _how_far(said)
    return today, max(today, shift(today, number, unit) - _DAY)


def _behind(said: Mapping[str, Any], today: date) -> Days:
    number, unit = _how_far(said)
    return min(today, shift(today, -number, unit)), today


def _month_day(said: Mapping[str, Any], today: date) -> Days:
    day = said["month_day"]
    if day < 0:
        raise ValueError("no day of a month")
    month = today.replace(day=1)
    while day > period("month", month)[1].day or month.replace(day=day) < today:
        month += relativedelta(months=1)
    return _once(month.replace(day=day))


def _weekday_date(said: Mapping[str, Any], today: date) -> Days | None:
    """Return 'Friday the 4th', in this month or the next, or None if it is another weekday."""
    soon = _month_day(said, today)[0]
    later = _month_day(said, period("month", soon)[1] + _DAY)[0]
    return next((_once(one) for one in (soon, later) if WEEKDAYS[one.weekday()] == said["weekday"]), None)


def _week_number(said: Mapping[str, Any], today: date) -> Days:
    monday = date.fromisocalendar(said.get("year", today.isocalendar().year), said["week"], 1)
    if "year" not in said and monday + 6 * _DAY < today:
        monday = date.fromisocalendar(today.isocalendar().year + 1, said["week"], 1)
    return monday, monday + 6 * _DAY


def _feast(said: Mapping[str, Any], today: date) -> Days:
    return _once(
        feast_in(said["year"], said["feast"]) if "year" in said else next_feast(said["feast"], today)
    )


# The first and last day for a template, by its action. Raises ValueError for an impossible day.
ACTIONS: Mapping[str, Callable[[Mapping[str, Any], date], Days | None]] = {
    "iso": lambda said, today: _once(date.fromisoformat(said["iso"])),
    "relative": lambda said, today: _once(today + timedelta(days=said["relative"])),
    "offset": lambda said, today: _once(shift(today, said["n"], said["unit"])),
    "ago": lambda said, today: _once(shift(today, -said["n"], said["unit"])),
    "dated": _dated,
    "day_range": _dated,
    "numeric": _dated,
    "slashed": _slashed,
    "figures": _slashed,
    "week_of": _week_of,
    "weekday": _weekday,
    "weekday_after_next": lambda said, today: _once(_weekday({**said, "which": 1}, today)[0] + 7 * _DAY),
    "weekday_of_week": _weekday_of_week,
    "from_weekday": _from_weekday,
    "day_of_month": lambda said, today: _once(_month(said, today)[0].replace(day=said["month_day"])),
    "nth_weekday": _nth_weekday,
    "part_of_month": _part_of_month,
    "period": _period,
    "rest": lambda said, today: (today, period(said["period"], today)[1]),
    "edge": _edge,
    "month": _month,
    "bare_month": _month,
    "quarter": _quarter,
    "ahead": _ahead,
    "behind": _behind,
    "month_day": _month_day,
    "weekday_date": _weekday_date,
    "week_number": _week_number,
    "feast": _feast,
}
