"""Reorders a request with the work before the agent: 'list what is late, build me an agent for that'."""

import re
from datetime import date
from functools import partial

from intent.data_files import pattern
from intent.forms.names import NAMED
from intent.forms.purpose import from_wish, strip_schedule
from intent.forms.schedules import find_when
from intent.forms.verbs import plain_verb

_pattern = partial(pattern, "work_in_front")

_ANY_DAY = date(2000, 1, 3)
_ORDER = _pattern("order")
_CAN_BE = _pattern("can_be")
_SOMEBODY = _pattern("somebody")
_POINTS = re.compile(r"\s*\b(?:dafür|dazu)\b", re.I)


def move_work_behind(text: str) -> str:
    """Return 'an agent that lists what is late' for a text with the work in front, else it is unchanged."""
    if (asked := _CAN_BE.match(text)) and _is_work(work := _SOMEBODY.sub("", asked["work"])):
        return f"create an agent that {work}"
    found = _ORDER.match(text)
    if not found or not (found["link"] or _POINTS.search(found["order"])):
        return text
    if wish := _of_wish(found["work"]):
        return f"{found['order']} to {wish}"
    if not _is_work(found["work"]):
        return text
    order = _POINTS.sub("", found["order"])
    joint = ", der" if order.lower().endswith("en") else " que" if order.lower().endswith("te") else " that"
    return f"{order}{joint} {found['work']}"


def _of_wish(text: str) -> str:
    """Return the work of 'every Friday I want the overtime' with its schedule and name, empty for others."""
    when, name = find_when(text, _ANY_DAY), NAMED.search(text)
    wish = from_wish(NAMED.sub("", text)) if when else ""
    return f"{wish}, {when.words}{name[0] if name else ''}" if wish and when else ""


def _is_work(text: str) -> bool:
    """Return whether a text is an order by its verb, or has a recurrence."""
    first = strip_schedule(text).strip(" ,").partition(" ")[0].lower()
    return bool(first) and (plain_verb(first) == first or find_when(text, _ANY_DAY) is not None)
