"""Reads what is wanted of the person's calendar: 'put lunch with Kim on Friday at 12'.

It has to be about an event by its words: a chore that comes back is an agent's, and what is written about a
meeting is not the meeting.
"""

import re
from dataclasses import dataclass
from datetime import date, time, timedelta
from typing import Literal

from agents.compute.spoken_days import SpokenDays, find_spoken_days
from agents.plans.by_rules.hours import Hours, read_hours
from agents.plans.by_rules.openings import POLITE
from agents.plans.by_rules.repeating import Repeating, read_repeating
from agents.schedules.days import find_days
from agents.schedules.vocabulary import DAY, fold

_EVENTS = (
    "meetings?|lunch(?:es)?|dinners?|breakfasts?|brunch|coffee|drinks|(?:phone |video )?calls?|appointments?|"
    "reviews?|stand-?ups?|"
    "interviews?|sessions?|workshops?|visits?|demos?|syncs?|catch-?ups?|1:1|one-on-one|check-?ins?|dentist|doctor|"
    "haircut|trainings?|webinars?|party|birthday|events?|retros?|retrospectives?|kick-?offs?|conferences?"
)
_OCCASIONS = (
    "meetings?|lunch|dinner|breakfast|brunch|coffee|drinks|calls?|appointments?|stand-?ups?|interviews?|"
    "workshops?|catch-?ups?|1:1|one-on-one|training|party|birthday|retros?|retrospectives?|jour fixe"
)  # what may just as well be work of an agent, like a review or a sync, needs the calendar to be named
_EVENT = re.compile(rf"(?<![\w-])(?:{_EVENTS})(?![\w-])", re.I)
_CALENDAR = re.compile(
    r"\s*\b(?:(?:in|on|to|into|from|off|out of) )?(?:my|our|the) (?:calendar|agenda|diary)\b", re.I
)
_OTHER = re.compile(
    r"(?<![\w-])(?:agents?|skills?|tasks?|projects?|documents?|files?|notes?|reports?|minutes|slides?|"
    r"agenda for)(?![\w-])",
    re.I,
)
_HEAD_ENDS = re.compile(r"\b(?:with|about|on|at|for|of|to|and|in|from|by|until|that|which)\b|[,;]", re.I)
_ADD = re.compile(
    rf"{POLITE}(?:put|add|enter|schedule|book|set up|create|make|plan|pencil in|"
    rf"(?P<block>block(?: off| out)?)(?=\s+(?:\d|time|my|some|on|from|next|this|today|tomorrow|{DAY})))"
    r"\s+(?P<what>.+)$",
    re.I | re.S,
)
_MOVE = re.compile(
    rf"{POLITE}(?:move|change|reschedule|push|shift|postpone|bring forward)\s+"
    r"(?P<what>.+?)\s+(?:to|until|till|for)\s+(?P<to>.+)$",
    re.I | re.S,
)
_CANCEL = re.compile(rf"{POLITE}(?:cancel|delete|remove|drop|call off)\s+(?P<what>.+)$", re.I | re.S)
_LOOK = re.compile(
    rf"{POLITE}(?:what(?:s|'s)?|which|show|list|is there|are there|anything|do i|check|tell me|look|"
    r"(?=any|my))\b.*(?:\b(?:my|our) (?:calendar|agenda|diary)\b|\bmy next (?:appointment|meeting|event)\b|"
    r"\b(?:my|any|what|which) (?:\w+ )?(?:appointments|meetings|events)\b)",
    re.I | re.S,
)
_HAVE = re.compile(
    rf"{POLITE}(?:what do i have\b(?! to do)|do i have (?:anything|something|time)\b|is .* free\b|"
    r"(?:when )?(?:am i|are we) (?:free|busy|available)\b|"
    r"(?:find|look for|is there|when)\b.*\bfree (?:slot|time|hour)|"
    rf"what(?:'s| is) (?:on|scheduled)(?: on| for)? (?:today|tomorrow|(?:this|next) \w+|{DAY})[\s?]*$|"
    r"(?:what|how|show)\b.*\bmy (?:schedule|day|week)\b)",
    re.I,
)
_PARTS = {"morning": (6, 6), "afternoon": (12, 6), "evening": (17, 6), "tonight": (17, 6)}  # from, hours
_WHEN = re.compile(rf"{POLITE}when(?:'s| is| are) my (?P<what>.+?)[\s?!.]*$", re.I)
_NEXT = re.compile(r"^next\s+", re.I)
_ANY = re.compile(r"(?:meetings?|appointments?|events?)", re.I)
_ALL_DAY = re.compile(r"\b(?:all day|the whole day)\b", re.I)
_EDGES = re.compile(
    r"^(?:(?:an?|the|my|our|me|in|for|to)\s+|[\s:,\"'“])+|"
    r"(?:\s*\b(?:on|at|for|from|to|of|by|this|next|in)|[\s,.?!\"'”])+$",
    re.I,
)
_INTO_CALENDAR = re.compile(r"\b(?:in|on|to|into) (?:my|our|the) (?:calendar|agenda|diary)\b", re.I)
_AFTER_COLON = re.compile(r"^(?P<when>\W*(?:(?:at|from)\s[^:]*(?::\d\d[^:]*)*)?):\s*(?P<what>\S.*)$", re.S)
WHOLE_SERIES = re.compile(
    rf"\b(?:all(?! day)(?: of)?|every|each|(?:the )?(?:whole|entire))\b(?! {DAY}\b)|\bseries(?: of)?\b", re.I
)
_ENDS = ("cancel", "delete", "remove", "drop", "call off")
_IT = re.compile(
    rf"{POLITE}(?:actually,?\s+)?(?P<verb>move|change|reschedule|push|shift|postpone|make|set|{'|'.join(_ENDS)})\s+"
    r"(?:(?:it|that|this)(?: (?:event|meeting|appointment|one))?|the (?:event|reminder))\b(?P<rest>.*)$",
    re.I | re.S,
)
_TO = re.compile(r"(?:to|until|till|for)\b", re.I)
_OCCASION = re.compile(
    rf"(?P<what>(?:(?:an?|the|my|our) )?(?:[\w-]+ ){{0,2}}(?:{_OCCASIONS})(?: with [\w ]+?)?)\s+"
    r"(?P<when>(?:at|from) [\d:.apm –-]+(?:to [\d:.apm ]+)?)",
    re.I,
)  # 'standup at 9:15', where nothing says that it shall be made
_POINTING = {"", "it", "this", "that", "them", "these", "those"}


@dataclass(frozen=True, slots=True)
class CalendarWish:
    """What to do with the calendar. `title` names the event and `on` the days it is looked for, if said.

    Of a new or moved event `day` and `hours` are when it shall be, as far as said; else those asked about.
    `rule` is how a new one repeats (an RRULE), `whole_series` whether all of what repeats is cancelled,
    `reminds` whether a new one was asked for as a reminder.
    """

    do: Literal["list", "add", "move", "cancel"]
    title: str = ""
    on: SpokenDays | None = None
    day: date | None = None
    hours: Hours | None = None
    all_day: bool = False
    rule: str = ""
    whole_series: bool = False
    reminds: bool = False


def read_calendar(task: str, today: date) -> CalendarWish | None:
    """Return what a task wants of the calendar, or None where it is about something else."""
    task = task.strip()
    return _listing(task, today) or _adding(task, today) or _moving(task, today) or _cancelling(task, today)


def of_event(task: str, title: str) -> str:
    """Return a task in which 'it' is the event of this title, spelt out: 'move it to 1pm', 'cancel that'."""
    found = _IT.match(task.strip())
    if not found:
        return task
    rest = found["rest"].strip(" .!")
    to = "" if found["verb"].lower() in _ENDS or _TO.match(rest) else "to "
    verb = found["verb"] if to == "" else "move"
    return f"{verb} {title} in my calendar {to}{rest}".strip()


def _listing(task: str, today: date) -> CalendarWish | None:
    days = find_spoken_days(task, today)
    if asked := _WHEN.search(task):
        what = _NEXT.sub("", asked["what"])
        title = "" if what != asked["what"] and _ANY.fullmatch(what) else title_of(what, today)
        return CalendarWish("list", title, days) if _is_event(what) else None
    if _LOOK.search(task) or (days and _HAVE.search(task)):
        return CalendarWish("list", on=days, hours=_part_of_day(task) or read_hours(without(task, days)))
    return None


def _part_of_day(task: str) -> Hours | None:
    named = next((hours for part, hours in _PARTS.items() if re.search(rf"\b{part}\b", task, re.I)), None)
    return Hours(time(named[0]), timedelta(hours=named[1]), ()) if named else None


def _adding(task: str, today: date) -> CalendarWish | None:
    if repeating := read_repeating(task, today):
        return _adding_series(task, repeating, today)
    found = _ADD.search(task)
    if not found or find_days(fold(task)) or not (found["block"] or _is_event(found["what"])):
        return None
    what = found["what"]
    days = find_spoken_days(what, today)
    hours, named = read_hours(without(what, days)), bool(_CALENDAR.search(what))
    all_day, title = bool(_ALL_DAY.search(what)), title_of(what, today)
    if title.lower() in _POINTING or (
        not named and not (days and (hours or all_day or re.search(r"\bwith\b", what, re.I)))
    ):
        return None
    return CalendarWish("add", title, day=days.first if days else None, hours=hours, all_day=all_day)


def _adding_series(task: str, repeating: Repeating, today: date) -> CalendarWish | None:
    """Return an event that repeats; what is no occasion by its name is a chore for an agent."""
    rest = task
    for start, end in reversed(repeating.spans):
        rest = f"{rest[:start]} {rest[end:]}"
    found = _ADD.search(rest.strip()) or _AFTER_COLON.match(rest) or _OCCASION.fullmatch(rest.strip())
    if not found or not _is_occasion(found["what"]):
        return None
    title, hours = title_of(found["what"], today), read_hours(found.groupdict().get("when") or rest)
    all_day = bool(_ALL_DAY.search(rest))
    return CalendarWish(
        "add", title, day=repeating.first, hours=hours, all_day=all_day, rule=str(repeating.rule)
    )


def _moving(task: str, today: date) -> CalendarWish | None:
    found = _MOVE.search(task)
    if not found or find_days(fold(task)) or not _is_event(found["what"]):
        return None
    to = find_spoken_days(found["to"], today)
    hours = read_hours(without(found["to"], to))
    if not to and not hours:
        return None
    title, on = title_of(found["what"], today), find_spoken_days(found["what"], today)
    return CalendarWish("move", title, on, to.first if to else None, hours)


def _cancelling(task: str, today: date) -> CalendarWish | None:
    found = _CANCEL.search(task)
    if not found or not _is_event(found["what"]):
        return None
    what, on = WHOLE_SERIES.sub("", found["what"]), find_spoken_days(found["what"], today)
    return CalendarWish("cancel", title_of(what, today), on, whole_series=what != found["what"])


def _is_event(what: str) -> bool:
    """Return whether words are about an event: it is named before anything is said of it."""
    head = _HEAD_ENDS.split(_EDGES.sub("", what), maxsplit=1)[0]
    return not _OTHER.search(head) and bool(_EVENT.search(head) or _CALENDAR.search(what))


def _is_occasion(what: str) -> bool:
    """Return whether words are about an event that people have again and again, not about work to be done."""
    head = _HEAD_ENDS.split(_EDGES.sub("", what), maxsplit=1)[0].strip()
    if _OTHER.search(head):
        return False
    return bool(_INTO_CALENDAR.search(what) or re.search(rf"(?<![\w-])(?:{_OCCASIONS})$", head, re.I))


def title_of(what: str, today: date) -> str:
    """Return an event's name, without when it is and whose calendar it stands in."""
    what = _ALL_DAY.sub("", _CALENDAR.sub("", what))
    what = without(what, find_spoken_days(what, today))
    hours = read_hours(what)
    for start, end in reversed(hours.spans if hours else ()):
        what = f"{what[:start]} {what[end:]}"
    words = " ".join(what.split())
    trimmed = _EDGES.sub("", words)
    while trimmed != words:
        words, trimmed = trimmed, _EDGES.sub("", trimmed)
    return f"{words[:1].upper()}{words[1:]}"


def without(text: str, days: SpokenDays | None) -> str:
    return f"{text[: days.start]} {text[days.end :]}" if days else text
