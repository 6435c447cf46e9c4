"""Recurrences in words: 'every weekday at half past eight', 'every other Tuesday until March'.

A part that no rule can express is never dropped: the recurrence then has a `problem`. Ignore all else.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta

from croniter import croniter
from dateutil.relativedelta import relativedelta

from intent.slots.cron import from_cron
from intent.slots.draft import Draft, Refused, build_rule
from intent.slots.grammar import TemplateMatch
from intent.slots.language import any_pattern, any_word
from intent.slots.pieces import FREQUENT, apply
from intent.slots.recurrence_pieces import EVERY, Bounds, Spans, earliest, explained, pieces_in, read_clock
from intent.slots.text import blank, fold
from omniforge.recurrence.next_time import next_time
from omniforge.recurrence.rule import Rule
from omniforge.recurrence.words import describe

_DAY = timedelta(days=1)
ANY_DAY = date(2000, 1, 3)  # any day will do to find words for a recurrence
# 'from 6 until 22' is a part of the day; 'until' alone names the last day.
_SPAN_UNTIL = re.compile(
    r"\b(?P<first>(?:from|between) \d{1,2}(?:[:.]\d\d)?(?: ?(?:am|pm|h|o'clock))? )until(?= \d)"
)
_BAR = re.compile(r"(?<=day )bar(?= \w{3,6}days?\b)|(?<=days )bar(?= \w{3,6}days?\b)")  # but not 'at the bar'
_BESIDE = re.compile(rf"\b(?:{any_word('beside')})\b|[^\w\s%#@€$£]")
_SIGNALS = re.compile(rf"\b(?:{any_word('signals')})\b[^.;!?\n]*")
_TAILS = re.compile(rf"\s+(?:{any_pattern('tails')})\b[^.,;!?\n]*")
_OF_INTERVALS = ("interval", "several", "fortnightly", "short", "steps_of_days", "every_nth", "edge_start")
_LIMITS = ("months", "month_range", "except_days", "except_group", "except_part", "except_months")
_OF_NO_DAYS = ("parts", "bound", "times", "lasting", *_LIMITS)
_TimeOfDay = time


@dataclass(frozen=True, slots=True)
class Recurrence:
    """A recurrence."""

    rrule: str = ""  # RFC 5545 without DTSTART; empty on demand
    time: _TimeOfDay | None = None  # the first time given
    until: date | None = None
    start: date | None = None
    length: timedelta | None = None  # duration of each run
    words: str = "on demand"  # in English
    spans: Spans = ()  # its pieces in the text
    problem: str = ""  # what can't be expressed: if set, ignore all else and ask back
    # False if only times of day, or exclusions (`less`), were given: the days stay.
    says_days: bool = True
    says_interval: bool = True  # False: the interval stays as it is
    less: tuple[str, ...] = ()
    instead_of: "Recurrence | None" = None  # what it replaces
    beside: "Recurrence | None" = None  # a second one, at other times: '… and Fridays at four'

    @classmethod
    def at(cls, moment: _TimeOfDay) -> "Recurrence":
        """Return the recurrence for a time of day alone."""
        words = describe("FREQ=DAILY", moment)
        return cls("FREQ=DAILY", moment, words=words, says_days=False, says_interval=False)

    @property
    def is_time_alone(self) -> bool:
        """Return whether only times of day were given."""
        rule = Rule.read(self.rrule) if self.rrule else Rule("")
        return not (self.says_days or self.less or rule.months or rule.until or rule.count)

    @property
    def times(self) -> list[_TimeOfDay]:
        """Return the times of day, empty if none were given."""
        return Rule.read(self.rrule).times(self.time) if self.rrule else []


def find_recurrence(text: str, today: date, *, asked: bool = False) -> Recurrence | None:
    """Return the recurrence in a longer text, or None.

    `asked`: the text answers 'how often?', so that 'Monday' means every Monday and '9am' every day at 9.
    """
    folded = _BAR.sub("but", _SPAN_UNTIL.sub(_with_till, fold(text)))
    if written := _written_cron(folded):
        return written
    bounds = Bounds.find(folded, today)
    pieces = pieces_in(bounds.rest, asked)
    if not asked and not any(piece.action in FREQUENT for piece in pieces):
        return None
    return _compiled(text, bounds, pieces, today, asked)


def _with_till(said: re.Match[str]) -> str:
    """Return a span of hours with 'till' for 'until', padded to the same length: 'until' introduces a day."""
    return f"{said['first']}till "


def read_recurrence(text: str, today: date) -> Recurrence | None:
    """Return the recurrence that the whole text means. Any other word is its `problem`."""
    found = find_recurrence(text, today, asked=True)
    return note_unread(text, found) if found else None


def note_unread(text: str, found: Recurrence) -> Recurrence:
    """Return a recurrence with unread words beside it, if any, as its `problem`."""
    if found.problem:
        return found
    left = _BESIDE.sub(" ", blank(fold(text), found.spans))
    left = " ".join(left.split())
    return replace(found, problem=left) if left else found


def remove_recurrence(text: str, found: Recurrence) -> str:
    """Return a text without the words of its recurrence."""
    for start, end in sorted({*found.spans}, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    return re.sub(r" ?,(?: ?,)* ?", ", ", " ".join(text.split())).strip(" ,")


def _written_cron(folded: str) -> Recurrence | None:
    for match in re.finditer(r"(?<!\S)(?:[\d*][\d*/,#l-]*\s+){4}[\d*l][\d*/,#l-]*(?!\S)", folded):
        line = " ".join(match[0].upper().split())
        if croniter.is_valid(line):
            if found := from_cron(line):
                return Recurrence(*found, words=describe(*found), spans=(match.span(),))
            return Recurrence(spans=(match.span(),), problem=line)
    return None


def _compiled(
    text: str, bounds: Bounds, pieces: Sequence[TemplateMatch], today: date, asked: bool
) -> Recurrence | None:
    spans = [*bounds.spans, *((one.start, one.end) for one in pieces)]
    if any(one.action == "on_demand" for one in pieces):
        return Recurrence(spans=tuple(spans))
    draft = Draft(today)
    spans += read_clock(draft, blank(bounds.rest, spans), pieces, earliest(pieces), asked=asked)
    spans += explained(blank(fold(text), spans)) if draft.times else []
    if not pieces and not (asked and draft.times):
        return None
    try:
        rule = _rule(draft, text, bounds, pieces, spans)
    except Refused as refused:
        return Recurrence(spans=tuple(sorted(spans)), problem=str(refused).strip(" ,.") or text)
    at = draft.times[0] if draft.times else None
    return Recurrence(
        str(rule),
        at,
        rule.until,
        bounds.start,
        _length(draft),
        describe(str(rule), at),
        tuple(sorted(spans)),
        says_days=any(one.action not in _OF_NO_DAYS for one in pieces),
        says_interval=any(_says_interval(one, text) for one in pieces),
        less=draft.without_days,
    )


def _rule(
    draft: Draft, text: str, bounds: Bounds, pieces: Sequence[TemplateMatch], spans: Sequence[tuple[int, int]]
) -> Rule:
    """Return the rule of the pieces. Raises Refused if no rule can express it, or a part was not read."""
    for piece in pieces:
        apply(draft, piece, text)
    if left := _left_over(text, spans):
        raise Refused(left)
    return _ended(build_rule(draft), draft, bounds)


def _says_interval(piece: TemplateMatch, text: str) -> bool:
    return piece.action in _OF_INTERVALS or EVERY.search(text, piece.start, piece.end) is not None


def _left_over(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return unread words that restrict the recurrence: 'except holidays', 'after Easter'."""
    left = blank(fold(text), spans)
    tails = [_TAILS.match(left, end) for _, end in spans]
    found = [match for match in (*tails, _SIGNALS.search(left)) if match]
    first = min(found, key=lambda match: match.start(), default=None)
    return text[first.start() : first.end()] if first else ""


def _length(draft: Draft) -> timedelta | None:
    if not draft.window or draft.unit in ("minute", "hour"):
        return None
    first, last = (datetime.combine(draft.today, one) for one in draft.window)
    return last - first


def _ended(rule: Rule, draft: Draft, bounds: Bounds) -> Rule:
    if draft.lasting:
        number, unit = draft.lasting
        begin = bounds.start or draft.today + _DAY
        start = next_time(str(rule), time(1), datetime.combine(begin, time(), UTC), begin)
        first = start.date() if start else begin
        months = {"month": 1, "quarter": 3, "year": 12}.get(unit, 0) * number
        days = {"day": 1, "week": 7, "fortnight": 14}.get(unit, 0) * number
        return replace(rule, until=first + relativedelta(months=months, days=days) - _DAY)
    return replace(rule, until=bounds.until) if bounds.until else rule
