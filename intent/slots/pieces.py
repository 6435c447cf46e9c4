"""The meaning of each piece of a recurrence: 'every two weeks', 'on Fridays', 'but not in August'."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from intent.slots.draft import Draft, Refused
from intent.slots.grammar import TemplateMatch
from omniforge.recurrence.rule import WEEKDAYS, WEEKEND, WORKDAYS

_LARGER = {"fortnight": ("week", 2), "quarter": ("month", 3), "night": ("day", 1)}
_PART_HOURS = {
    "morning": range(6, 12),
    "afternoon": range(12, 18),
    "evening": range(18, 22),
    "night": (22, 23, *range(6)),
}
_PLACES_OF_EDGES = {"start": 1, "middle": 15, "end": -1}


def apply(draft: Draft, piece: TemplateMatch, text: str) -> None:
    if _clashes(draft, piece.action) or _APPLY[piece.action](draft, piece.values):
        raise Refused(text[piece.start : piece.end])
    if not piece.action.startswith("except"):
        draft.part = draft.part or piece.values.get("part", "")


def _clashes(draft: Draft, action: str) -> bool:
    """Return whether it is a second pattern of days: 'every Tuesday and the first Friday of the month'."""
    pattern = _PATTERNS.get(action, "")
    before, draft.pattern = draft.pattern, pattern or draft.pattern
    return bool(pattern and before) and (pattern != before or pattern not in ("weekly", "dates"))


def _set_unit(draft: Draft, unit: str, step: int = 1) -> bool:
    if unit == "night":
        draft.part = "night"
    unit, factor = _LARGER.get(unit, (unit, 1))
    clash = bool(draft.unit) and (draft.unit, draft.step) != (unit, step * factor)
    draft.unit, draft.step = unit, step * factor
    return clash


def _interval(draft: Draft, said: Mapping[str, Any]) -> bool:
    if said["unit"] == "day" and draft.days and len(draft.times) > 1:
        return True
    return _set_unit(draft, said["unit"], said.get("n", said.get("step", 1)))


def _several(draft: Draft, said: Mapping[str, Any]) -> bool:
    draft.several = said["times"]
    unit = _LARGER.get(said["unit"], (said["unit"], 1))[0]
    return _set_unit(draft, unit) or draft.several < 1


def _add_days(draft: Draft, days: Sequence[str]) -> bool:
    named = {*draft.days, *days}
    daily = draft.unit == "day" and draft.several == 1
    again = bool(draft.days or daily) and len(draft.times) > 1
    draft.days = tuple(day for day in WEEKDAYS if day in named)
    return again


def _group_days(group: str) -> tuple[str, ...]:
    return WORKDAYS if group == "workday" else WEEKEND


def _day_range(draft: Draft, said: Mapping[str, Any]) -> bool:
    first, last = (WEEKDAYS.index(said[name]) for name in ("first", "last"))
    return _add_days(draft, [WEEKDAYS[number % 7] for number in range(first, last + 1 + 7 * (last < first))])


def _steps_of_days(draft: Draft, said: Mapping[str, Any]) -> bool:
    """Read 'every second Tuesday' as every other one. Any other number may count within the month."""
    unclear = said.get("step", 2) != 2
    return (
        _set_unit(draft, "week", said.get("n", said.get("step"))) or _add_days(draft, said["days"]) or unclear
    )


def _nth(draft: Draft, said: Mapping[str, Any]) -> bool:
    places, unit = said["nth"], said.get("unit", "month")
    kind = said.get("weekday") or said["kind"]
    if unit in ("week", "weekend", "day", "night", "hour", "minute", "fortnight"):
        return True
    if unit in ("quarter", "year"):
        draft.months = _months_of(unit, places)
        if not draft.months:
            return True
    if kind == "day":
        draft.dates = tuple(places)
    elif kind in ("workday", "weekend"):
        draft.days, draft.places = _group_days(kind), tuple(places)
    else:
        draft.days = tuple(f"{place}{kind}" for place in places)
    return _set_unit(draft, "month") or any(abs(place) > 5 for place in places if kind != "day")


def _months_of(unit: str, places: Sequence[int]) -> tuple[int, ...]:
    """Return the months with the first or last days of quarters or years, empty for both at once."""
    if len({place > 0 for place in places}) != 1:
        return ()
    months = (1, 4, 7, 10) if unit == "quarter" else (1,)
    last = (3, 6, 9, 12) if unit == "quarter" else (12,)
    return months if places[0] > 0 else last


def _edge(draft: Draft, said: Mapping[str, Any]) -> bool:
    unit, edge = said.get("unit") or said["edge_word"], said.get("edge", "end")
    if unit == "week":
        return _set_unit(draft, "week") or _add_days(draft, ("MO",) if edge == "start" else ("FR",))
    if edge == "middle":
        return unit != "month" or _month_days(draft, {"days": (15,)})
    return _nth(draft, {"nth": (_PLACES_OF_EDGES[edge],), "kind": "day", "unit": unit})


def _month_days(draft: Draft, said: Mapping[str, Any]) -> bool:
    draft.dates = tuple(sorted({*draft.dates, *said["days"]}, key=lambda day: (day < 0, day)))
    wrong = any(day == 0 or day > 31 for day in draft.dates)
    return (
        wrong or (draft.unit not in ("", "month") or False) or (not draft.unit and _set_unit(draft, "month"))
    )


def _year_day(draft: Draft, said: Mapping[str, Any]) -> bool:
    draft.dates, draft.months = (said["day"],), (said["month"],)
    return _set_unit(draft, "year")


def _year_month(draft: Draft, said: Mapping[str, Any]) -> bool:
    draft.months = tuple(sorted(said["months"]))
    return bool(draft.unit) or _set_unit(draft, "year")


def _only_months(draft: Draft, said: Mapping[str, Any]) -> bool:
    draft.months = tuple(sorted({*draft.months, *said["months"]}))
    return False


def _month_range(draft: Draft, said: Mapping[str, Any]) -> bool:
    first, last = said["first"], said["last"]
    return _only_months(
        draft, {"months": [(month - 1) % 12 + 1 for month in range(first, last + 1 + 12 * (last < first))]}
    )


def _without(
    name: str, values: Callable[[Mapping[str, Any]], Sequence[Any]]
) -> Callable[[Draft, Mapping[str, Any]], bool]:
    def apply(draft: Draft, said: Mapping[str, Any]) -> bool:
        setattr(draft, name, (*getattr(draft, name), *values(said)))
        return False

    return apply


def _part(draft: Draft, said: Mapping[str, Any]) -> bool:
    return draft.unit in ("minute", "hour") or (not draft.unit and not draft.days and _set_unit(draft, "day"))


def _ends(draft: Draft, said: Mapping[str, Any]) -> bool:
    if "count" in said:
        draft.count = said["count"]
    else:
        draft.lasting = (said["n"], said["unit"])
    return False


_PATTERNS = {
    **dict.fromkeys(("weekdays", "group", "day_range"), "weekly"),
    "month_days": "dates",
    **{
        name: name
        for name in ("steps_of_days", "nth", "every_nth", "edge", "edge_start", "year_day", "year_month")
    },
}
# The meaning of each piece; a function returns True if it can't be combined with the rest.
_APPLY: Mapping[str, Callable[[Draft, Mapping[str, Any]], bool]] = {
    "at_once": lambda draft, said: True,
    "bound": lambda draft, said: True,
    "interval": _interval,
    "short": lambda draft, said: _set_unit(draft, "minute", said["minutes"]),
    "fortnightly": lambda draft, said: _set_unit(draft, "fortnight"),
    "edge_start": lambda draft, said: _edge(draft, {"edge": "start", "unit": said["edge_start"]}),
    "several": _several,
    "weekdays": lambda draft, said: draft.unit == "day" or _add_days(draft, said["days"]),
    "group": lambda draft, said: _add_days(draft, _group_days(said["group"])),
    "day_range": _day_range,
    "steps_of_days": _steps_of_days,
    "nth": _nth,
    "every_nth": lambda draft, said: (
        said["nth"] not in (1, -1) or _nth(draft, {**said, "nth": (said["nth"],)})
    ),
    "edge": _edge,
    "month_days": _month_days,
    "year_day": _year_day,
    "on_date": lambda draft, said: draft.unit != "year" or _year_day(draft, said),
    "year_month": _year_month,
    "months": _only_months,
    "month_range": _month_range,
    "parts": _part,
    "except_days": _without("without_days", lambda said: said["days"]),
    "except_group": _without("without_days", lambda said: _group_days(said["group"])),
    "except_part": _without("without_hours", lambda said: _PART_HOURS[said["part"]]),
    "except_months": _without("without_months", lambda said: said["months"]),
    "times": _ends,
    "lasting": _ends,
}
FREQUENT = _APPLY.keys() - {
    *("bound", "on_date", "months", "month_range", "except_part", "except_months", "times"),
    *("lasting", "except_days"),
} | {"on_demand"}
