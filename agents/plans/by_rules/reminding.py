"""Reads what somebody wants to be reminded of: it becomes an entry of their calendar, on its day.

What comes back again and again is work for an agent, and 'remind me what we decided' is a question.
"""

import re
from dataclasses import replace
from datetime import date

from agents.compute.spoken_days import find_spoken_days
from agents.plans.by_rules.calendar import CalendarWish, title_of, without
from agents.plans.by_rules.hours import read_hours
from agents.plans.by_rules.openings import POLITE
from agents.schedules.days import find_days
from agents.schedules.vocabulary import fold

_REMIND = re.compile(
    rf"{POLITE}(?:remind (?:me|us)|(?:set|add|create|make|put)(?: me| in)?(?: up)? an? reminder|"
    r"(?:do not|don't|dont) let me forget|i (?:need to|have to|must|want to) remember)\b"
    r"[\s:,-]*(?P<what>\S.*)$",
    re.I | re.S,
)
_SOON = re.compile(r"\bin (?:half )?(?:an?|\d+|a few|two|three) (?:minutes?|mins?|hours?)\b", re.I)
_ASKS = re.compile(r"(?:what|which|who|whom|whose|when|where|why|how|whether|if)\b", re.I)
_OF = re.compile(r"of\b", re.I)
_LEAD = re.compile(
    r"^(?:(?:to|about|of|for|that|on|in|at|by|i|we|have|need|must|should|myself)\b[\s,:]*)+", re.I
)


def read_reminder(task: str, today: date) -> CalendarWish | None:
    """Return the entry that a reminder comes to; without a time of day it takes the whole day."""
    found = _REMIND.search(task.strip())
    if not found or _ASKS.match(found["what"]) or find_days(fold(task)):
        return None
    what = _SOON.sub("", found["what"])
    days = find_spoken_days(what, today)
    hours = read_hours(without(what, days))
    if _OF.match(what) and not (days or hours):
        return None
    title = _LEAD.sub("", title_of(what, today))
    wish = CalendarWish("add", f"{title[:1].upper()}{title[1:]}", hours=hours, reminds=True)
    day = days.first if days else today if hours else None
    return replace(wish, day=day, all_day=bool(day and not hours)) if title else None
