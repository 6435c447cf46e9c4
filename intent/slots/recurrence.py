"""How something repeats, in words: 'every weekday at half past eight', 'every other Tuesday until March'.

A part that no rule can say is never left out: the recurrence then has a `problem`, and nothing else counts.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta

from croniter import croniter
from dateutil.relativedelta import relativedelta

from intent.slots.bounds import Bounds, Spans
from intent.slots.cron import from_cron
from intent.slots.descriptions import describe
from intent.slots.draft import Draft, Refused, build_rule
from intent.slots.grammar import Found, find_all
from intent.slots.language import any_pattern, any_word
from intent.slots.pieces import FREQUENT, apply
from intent.slots.rules import Rule, next_time
from intent.slots.text import blank, fold
from intent.slots.times import PARTS, TimeFound, find_span, find_times, read_time

_DAY = timedelta(days=1)
ANY_DAY = date(2000, 1, 3)  # for what words say of how often, which depends on no day
EARLIEST_CHORE = 6  # unlike a meeting's, a chore's 'at 6' is in the morning
_TimeOfDay = time


@dataclass(frozen=True, slots=True)
class Recurrence:
    """How something repeats."""

    rrule: str = ""  # RFC 5545's, without DTSTART; empty on demand
    time: _TimeOfDay | None = None  # the first one, if any was said
    until: date | None = None
    start: date | None = None
    length: timedelta | None = None  # how long it takes each time
    words: str = "on demand"  # in English
    spans: Spans = ()  # the pieces of the text that it was read from
    problem: str = ""  # what can't be expressed: if anything, use nothing else and ask back
    # False if only times of day were said, or what is left out (`less`): what runs stays on its days.
    says_days: bool = True
    says_interval: bool = True  # False: it stays on every second of them
    less: tuple[str, ...] = ()
    instead_of: "Recurrence | None" = None  # what it takes the place of

    @classmethod
    def at(cls, moment: _TimeOfDay) -> "Recurrence":
        """Return a time of day that is said alone."""
        words = describe("FREQ=DAILY", moment)
        return cls("FREQ=DAILY", moment, words=words, says_days=False, says_interval=False)

    @property
    def is_time_alone(self) -> bool:
        """Whether nothing but times of day was said."""
        rule = Rule.read(self.rrule) if self.rrule else Rule("")
        return not (self.says_days or self.less or rule.months or rule.until or rule.count)

    @property
    def times(self) -> list[_TimeOfDay]:
        """The times of day; none if none was said."""
        return Rule.read(self.rrule).times(self.time) if self.rrule else []


def find_recurrence(text: str, today: date, *, asked: bool = False) -> Recurrence | None:
    """Return how something repeats by a text that says more than that, or None.

    `asked`: the text answers 'how often?', so that 'Monday' is every Monday and '9am' every day at 9.
    """
    folded = _SPAN_UNTIL.sub(_with_till, fold(text))
    if written := _written_cron(folded):
        return written
    bounds = Bounds.find(folded, today)
    pieces = _pieces(bounds.rest, asked)
    if not asked and not any(piece.action in FREQUENT for piece in pieces):
        return None
    return _compiled(text, bounds, pieces, today, asked)


def _with_till(said: re.Match[str]) -> str:
    """Return a span of hours with 'till' in it, as long as it was: 'until' names a day."""
    return f"{said['first']}till "


def read_recurrence(text: str, today: date) -> Recurrence | None:
    """Return how something repeats by a text that says nothing else; a word beside it is its `problem`."""
    found = find_recurrence(text, today, asked=True)
    if found is None or found.problem:
        return found
    left = _BESIDE.sub(" ", blank(fold(text), found.spans))
    left = " ".join(left.split())
    return replace(found, problem=left) if left else found


def cut_recurrence(text: str, found: Recurrence) -> str:
    """Return a text without the words that say how something repeats."""
    for start, end in sorted({*found.spans}, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    return re.sub(r" ?,(?: ?,)* ?", ", ", " ".join(text.split())).strip(" ,")


# 'from 6 until 22' is a part of the day; 'until' alone names the last day.
_SPAN_UNTIL = re.compile(
    r"\b(?P<first>(?:from|between) \d{1,2}(?:[:.]\d\d)?(?: ?(?:am|pm|h|o'clock))? )until(?= \d)"
)
_BESIDE = re.compile(rf"\b(?:{any_word('beside')})\b|[^\w\s%#@€$£]")
_SIGNALS = re.compile(rf"\b(?:{any_word('signals')})\b[^.;!?\n]*")
_TAILS = re.compile(rf"\s+(?:{any_pattern('tails')})\b[^.,;!?\n]*")
_EXPLAINS = re.compile(rf"\b(?:{any_pattern('explains')})")
_AFTER_ADVERB = re.compile(rf"(?:{any_word('after_adverb')})\b")
_BEFORE = re.compile(rf"\b(?:{any_word('deadline')})\s+(?:the\s+)?$")


_OF_INTERVALS = ("interval", "several", "fortnightly", "short", "steps_of_days", "every_nth", "edge_start")
_LIMITS = ("months", "month_range", "except_days", "except_group", "except_part", "except_months")
_OF_NO_DAYS = ("parts", "bound", "times", "lasting", *_LIMITS)
_EVERY = re.compile(rf"\b(?:{any_word('each_time')})\b", re.IGNORECASE)
_OF_DAYS = ("weekdays", "group", "day_range", "parts")  # behind these a bare figure is a time
# What stands before the 'in the morning' of a time.
_CLOCK = re.compile(r"(?<![\d.,:])\d{1,2}(?:[.:]\d\d)?\s+$")
# A bare time; four figures that may be a year are none.
_BEHIND = re.compile(r"[\s,]*(?P<at>\d{1,2}\.[0-5]\d|(?!19|20)[0-2]\d[0-5]\d)(?![\w%€$£]|[.,:/]\d)")


def _pieces(rest: str, asked: bool) -> list[Found]:
    found = find_all("recurrences_alone" if asked else "recurrences", rest)
    if not asked:
        found = sorted([*found, *_completing(found, rest)], key=lambda one: one.start)
    kept = [
        one
        for one in found
        if not (
            one.action in ("edge", "nth", "month_days")
            and _BEFORE.search(rest[max(0, one.start - 20) : one.start])
        )
    ]
    kept = [one for one in kept if not _is_of_clock(one, rest)]
    if sum(one.action in FREQUENT for one in kept) > 1:
        kept = [one for one in kept if not _is_attribute(one, rest)]
    return kept


def _is_of_clock(one: Found, rest: str) -> bool:
    """Return whether a part of the day belongs to a time: 'at 5 in the afternoon'."""
    return (
        one.action == "parts" and not _EVERY.match(rest, one.start) and bool(_CLOCK.search(rest[: one.start]))
    )


def _completing(found: Sequence[Found], rest: str) -> Iterator[Found]:
    """Yield the days that stand right behind an interval: 'weekly on Friday', 'every two weeks, Monday'."""
    ends = {one.end for one in found if one.action in ("interval", "several")}
    if ends:
        for one in find_all("recurrences_alone", rest):
            if any(end < one.start and not rest[end : one.start].strip(" ,") for end in ends):
                yield one


def _is_attribute(one: Found, rest: str) -> bool:
    """Return whether an adverb belongs to the word behind it: 'the daily figures, every Monday'."""
    word = re.match(r"\s+([a-z]\w*)", rest[one.end :])
    adverb = one.action == "interval" and rest[one.start : one.end].isalpha()
    return adverb and word is not None and not _AFTER_ADVERB.match(word[1])


def _written_cron(folded: str) -> Recurrence | None:
    for match in re.finditer(r"(?<!\S)(?:[\d*][\d*/,#l-]*\s+){4}[\d*l][\d*/,#l-]*(?!\S)", folded):
        line = " ".join(match[0].upper().split())
        if croniter.is_valid(line):
            if found := from_cron(line):
                return Recurrence(*found, words=describe(*found), spans=(match.span(),))
            return Recurrence(spans=(match.span(),), problem=line)
    return None


def _compiled(
    text: str, bounds: Bounds, pieces: Sequence[Found], today: date, asked: bool
) -> Recurrence | None:
    spans = [*bounds.spans, *((one.start, one.end) for one in pieces)]
    if any(one.action == "on_demand" for one in pieces):
        return Recurrence(spans=tuple(spans))
    draft = Draft(today)
    spans += _read_clock(draft, blank(bounds.rest, spans), pieces, _earliest(pieces), asked=asked)
    spans += _explained(blank(fold(text), spans)) if draft.times else []
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
    draft: Draft, text: str, bounds: Bounds, pieces: Sequence[Found], spans: Sequence[tuple[int, int]]
) -> Rule:
    """Return the rule that the pieces make. Raises Refused for what no rule can say, or was not read."""
    for piece in pieces:
        apply(draft, piece, text)
    if left := _left_over(text, spans):
        raise Refused(left)
    return _ended(build_rule(draft), draft, bounds)


def _earliest(pieces: Sequence[Found]) -> int:
    at_night = any(piece.values.get("part") in ("morning", "night") for piece in pieces)
    return 0 if at_night else EARLIEST_CHORE


def _says_interval(piece: Found, text: str) -> bool:
    return piece.action in _OF_INTERVALS or _EVERY.search(text, piece.start, piece.end) is not None


def _left_over(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return words that restrict what was read and were not read: 'except holidays', 'after Easter'."""
    left = blank(fold(text), spans)
    tails = [_TAILS.match(left, end) for _, end in spans]
    found = [match for match in (*tails, _SIGNALS.search(left)) if match]
    first = min(found, key=lambda match: match.start(), default=None)
    return text[first.start() : first.end()] if first else ""


def _explained(left: str) -> list[tuple[int, int]]:
    """Return where words stand that only say why at that time: 'before we open', with a time of day."""
    return [one.span() for one in _EXPLAINS.finditer(left)]


def _read_clock(
    draft: Draft, rest: str, pieces: Sequence[Found], earliest: int, *, asked: bool
) -> list[tuple[int, int]]:
    """Read the times of day that stand beside the pieces; return where they stand."""
    span = find_span(rest, earliest=earliest)
    if span:
        draft.window = (span.first, span.last)
        rest = blank(rest, [(span.start, span.end)])
    times = find_times(rest, earliest=earliest) or _times_behind(rest, pieces, earliest)
    times = times or (_time_at_end(rest, pieces, earliest) if asked else [])
    draft.times = sorted({one.at for one in times})
    if len(times) == 1 and times[0].vague:
        draft.part, draft.times = next(part for part, hour in PARTS.items() if hour == times[0].at.hour), []
    return [(one.start, one.end) for one in times] + ([(span.start, span.end)] if span else [])


def _times_behind(rest: str, pieces: Sequence[Found], earliest: int) -> list[TimeFound]:
    """Return the time that stands right behind a day without a word before it: 'Monday morning 8.30'."""
    for match in (_BEHIND.match(rest, piece.end) for piece in pieces):
        digits = match["at"].replace(".", "") if match else ""
        if match and (at := read_time(f"{digits[:-2]}:{digits[-2:]}", earliest=earliest)):
            return [TimeFound(at, match.start("at"), match.end("at"))]
    return []


def _time_at_end(rest: str, pieces: Sequence[Found], earliest: int) -> list[TimeFound]:
    """Return the time that is all that stands behind the last piece: 'mon wed fri half 6', 'Fridays 8'."""
    last = max(pieces, key=lambda one: one.end, default=None)
    said = rest[last.end :].strip(" ,.!") if last else ""
    if not (last and said) or (said.isdigit() and last.action not in _OF_DAYS):
        return []
    at, start = read_time(said, earliest=earliest), rest.index(said, last.end)
    return [TimeFound(at, start, start + len(said))] if at else []


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
