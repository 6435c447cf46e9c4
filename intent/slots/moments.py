"""When something takes place: day, time of day, length and recurrence together, in any order.

'on Friday at 12:30 for an hour', 'every Monday at 9 until the end of January', 'in two hours'.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from functools import cache, lru_cache
from typing import NamedTuple

from intent.slots.days import DayFound, find_days, read_days
from intent.slots.figures import figures_of
from intent.slots.language import LANGUAGES, language
from intent.slots.recurrence import find_recurrence
from intent.slots.text import fold, hide_fixed
from intent.slots.times import PARTS, Duration, find_durations, find_span, find_times, read_time

_DAY = timedelta(days=1)
_NOON = time(12)
_FROM = "from "  # with which bare hours are read as a span
_BLANK = "\n"  # in place of what was read
Span = tuple[int, int]
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Moment:
    """What words say of when: each part is None, or empty, if they don't.

    `first` to `last` are the days, `at` to `ends` the times, `part` a part of the day without a time.
    `problem` are words that restrict it in a way that no calendar can say: then nothing else counts.
    """

    first: date | None = None
    last: date | None = None
    at: time | None = None
    ends: time | None = None
    part: str = ""
    length: timedelta | None = None
    all_day: bool = False
    rrule: str = ""
    every: str = ""
    problem: str = ""
    weekday: bool = False  # only the name of a weekday: which week's is for who asks to find out

    @property
    def has_time(self) -> bool:
        return self.at is not None or self.all_day

    def __bool__(self) -> bool:
        return bool(self.first or self.has_time or self.part or self.length or self.rrule or self.problem)

    def completed_by(self, other: "Moment") -> "Moment":
        """Return the moment with what it lacks taken from another."""
        names = ("first", "last", "at", "ends", "part", "length", "all_day", "rrule", "every")
        lacking = {name: getattr(other, name) for name in names if not getattr(self, name)}
        if self.has_time:
            lacking = {
                name: value
                for name, value in lacking.items()
                if name not in ("at", "ends", "all_day", "part")
            }
        return replace(self, **lacking)


class MomentFound(NamedTuple):
    """A moment, the pieces of a text that say it, and what else the text says, piece by piece."""

    moment: Moment
    rest: tuple[Span, ...]


def read_moment(text: str, now: datetime) -> Moment | None:
    """Return when a text says as a whole; None if it says anything else beside, or two different days."""
    if not tells_when(text):
        return None
    found = find_moment(text, now)
    return found.moment if found and found.moment and not found.rest else None


def read_new_moment(text: str, now: datetime) -> Moment | None:
    """Return when a text says that answers 'when?': here '10' and 'Friday' are enough."""
    if not tells_when(text):
        return None
    if moment := read_moment(text, now):
        return replace(moment, weekday=_names_weekday(text)) if moment.first else moment
    if at := read_time(text):
        return Moment(at=at)
    with figures_of(now):
        days = read_days(text, now.date())
    return Moment(first=days.first, last=days.last, weekday=_names_weekday(text)) if days else None


def _names_weekday(text: str) -> bool:
    """Return whether a text names a weekday alone: 'Tuesday at 10', but not 'next Tuesday'."""
    said = _WORD.findall(fold(text))
    return any(word in _weekdays() for word in said) and not any(word in _weeks() for word in said)


@cache
def _weekdays() -> frozenset[str]:
    return frozenset(phrases("weekday"))


@cache
def _weeks() -> frozenset[str]:
    """Return the words that tell of which week, month or year a day is."""
    tables = ("month", "which_weekday", "which", "relative")
    return frozenset(word for table in tables for word in phrases(table))


def tells_when(text: str) -> bool:
    """Return whether all words of a text are words that say when."""
    known = _vocabulary()
    return all(word[0].isdigit() or word in known for word in _WORD.findall(fold(text)))


@lru_cache(maxsize=256)
def find_moment(text: str, now: datetime) -> MomentFound | None:
    """Return when a text says, with the rest of it; None if it names two days or times that differ."""
    reading = _Reading(fold(hide_fixed(text)), now)
    with figures_of(now):
        if not reading.read():
            return None
    return MomentFound(reading.moment, tuple(_rest(text, reading.folded)))


@dataclass
class _Reading:
    """A text, and what is left of it (`folded`): pieces are blanked out one by one as they are read."""

    said: str
    now: datetime
    folded: str = ""
    moment: Moment = field(default_factory=Moment)

    @property
    def today(self) -> date:
        return self.now.date()

    def read(self) -> bool:
        """Read all pieces. False if two of them contradict each other."""
        self.folded = self.said
        self._read_all_day()
        self._read_recurrence()
        return self._read_days() and self._read_clock()

    def _set(self, spans: Sequence[Span], **parts: object) -> None:
        self.moment = replace(self.moment, **parts)  # type: ignore[arg-type]
        for start, end in spans:
            self.folded = self.folded[:start] + _BLANK * (end - start) + self.folded[end:]

    def _read_all_day(self) -> None:
        if match := _pattern("all_day").search(self.folded):
            self._set([match.span()], all_day=True)

    def _read_recurrence(self) -> None:
        found = find_recurrence(_without_attributes(self.folded), self.today)
        if found is None:
            return
        if found.problem:
            self._set(found.spans, problem=found.problem)
            return
        self._set(found.spans, rrule=found.rrule, every=found.words, at=found.time, first=found.start)
        self.moment = replace(self.moment, last=found.start, length=found.length)

    def _read_days(self) -> bool:
        days = [one for one in find_days(self.folded, self.today) if _stands_free(one, self.folded)]
        if len({(one.first, one.last) for one in days}) > 1 or (days and self.moment.first):
            return False
        if days:
            self._set([(one.start, one.end) for one in days], first=days[0].first, last=days[0].last)
        return True

    def _read_clock(self) -> bool:
        self._read_lengths()
        if span := find_span(self.folded, overnight=True):
            self._set([(span.start, span.end)], at=span.first, ends=span.last)
        times = [one for one in find_times(self.folded) if not one.vague]
        if len({one.at for one in times}) > 1 or (times and self.moment.at):
            return False
        if times:
            at = times[0].at if times[0].exact else self._in_the_evening(times[0].at)
            self._set([(one.start, one.end) for one in times], at=at)
        self._read_part()
        self._read_hour_behind_day()
        return True

    def _in_the_evening(self, at: time) -> time:
        """Return 20:00 for 'tonight at 8'."""
        late = _pattern("late").search(self.said)
        return time(at.hour + 12, at.minute) if late and at < _NOON else at

    def _read_lengths(self) -> None:
        found = find_durations(self.folded)
        if len(found) != 1:
            return
        one = found[0]
        soon = _IN.search(self.folded[: one.start])
        if soon and one.length and one.length < _DAY and not one.months:
            starts = _whole_minute(self.now + one.length)
            self._set([(soon.start(), one.end)], first=starts.date(), last=starts.date(), at=starts.time())
        elif _FOR.search(self.folded[: one.start]) or _LONG.match(self.folded, one.end) or not one.months:
            self._set(_with_for(one, self.folded), length=one.length)

    def _read_part(self) -> None:
        """Read a part of the day that stands beside a day: 'tomorrow afternoon', 'this evening'."""
        match = next(
            (one for one in _pattern("day_part").finditer(self.folded) if self._follows_day(one.start())),
            None,
        )
        if not match:
            match = _pattern("late").search(self.said) if not self.moment.has_time else None
            if match and self.moment.first and not self.moment.at:
                self.moment = replace(self.moment, part="evening")
            return
        part = _parts()[match[0]]
        at = self.moment.at
        if at is not None and part in ("afternoon", "evening", "night") and at < _NOON:
            at = time(at.hour + 12, at.minute)
        self._set([match.span()], part="" if at else part, at=at)

    def _follows_day(self, place: int) -> bool:
        """Return whether a word stands behind what was read: 'Friday evening', but not 'parents' evening'."""
        before = self.folded[:place]
        adjoins = before.rstrip(" ,")[-1:] in ("", _BLANK) and bool(self.moment.first)
        return adjoins or bool(_THIS.search(before))

    def _read_hour_behind_day(self) -> None:
        """Read the bare hour of 'Friday 3pm, or 'Friday 15:30' that no preposition leads."""
        if self.moment.has_time or not self.moment.first:
            return
        left = list(_rest(self.folded, self.folded))
        if self._read_span_behind_day(left):
            return
        if (
            len(left) == 1
            and (at := read_time(self.folded[slice(*left[0])]))
            and any(map(str.isdigit, self.folded))
        ):
            self._set(left, at=at)

    def _read_span_behind_day(self, left: Sequence[Span]) -> bool:
        """Read the bare hours of '3 February 10 - 11.30'."""
        for start, end in left:
            span = find_span(_FROM + self.folded[start:end])
            if span and span.start == 0 and self._follows_day(start):
                self._set([(start, start + span.end - len(_FROM))], at=span.first, ends=span.last)
                return True
        return False


def _whole_minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0)


def _with_for(one: Duration, folded: str) -> list[Span]:
    before = _FOR.search(folded[: one.start])
    after = _LONG.match(folded, one.end)
    return [(before.start() if before else one.start, after.end() if after else one.end)]


def _stands_free(day: DayFound, folded: str) -> bool:
    """Return whether a day is no part of a name: 'the Monday review on Friday'."""
    if _LEADS.search(folded[: day.start]):
        return True
    following = re.match(r"\W*(\w+)", folded[day.end :])
    return (
        following is None or following.start(1) > 2 or following[1] in _fill() or _is_time(folded[day.end :])
    )


def _is_time(text: str) -> bool:
    word = re.match(r"[\s,]*(\w+)", text)
    return bool(word and (word[1][0].isdigit() or word[1] in _parts()))


def _rest(text: str, folded: str) -> Iterator[Span]:
    """Yield where pieces stand that say something else: what is left between blanks, without prepositions."""
    for match in re.finditer(r"[^\n]+", folded):
        start, end = _trimmed(folded, *match.span())
        if start < end:
            yield start, end


def _trimmed(folded: str, start: int, end: int) -> Span:
    before = None
    while before != (start, end):
        before = (start, end)
        while start < end and not (folded[start].isalnum() or folded[start] in "\x00@#(\"'"):
            start += 1
        while start < end and not (folded[end - 1].isalnum() or folded[end - 1] in "\x00)\"'+%!?."):
            end -= 1
        if end < len(folded) and (match := _DANGLING.search(folded[start:end])):
            end = start + match.start()
        if _ONLY_FILL.fullmatch(folded[start:end]):
            return start, start
    return start, end


def _without_attributes(folded: str) -> str:
    """Return a text whose adverbs that belong to a name are blanked: 'the weekly review on Friday'."""
    return _attribute().sub(lambda match: "x" * len(match[0]), folded)


@cache
def _attribute() -> re.Pattern[str]:
    words = "|".join(sorted(map(re.escape, phrases("frequency")), key=len, reverse=True))
    fill = "|".join(
        map(re.escape, sorted(_fill() | {"until", "till", "every", "each", "starting", "beginning"}))
    )
    return re.compile(rf"\b(?:{words})(?=\s+(?!(?:{fill})\b)[a-z])")


@cache
def _pattern(table: str) -> re.Pattern[str]:
    words = "|".join(sorted((re.escape(one) for one in phrases(table)), key=len, reverse=True))
    return re.compile(rf"\b(?:{words or '(?!)'})\b")


@cache
def phrases(table: str) -> tuple[str, ...]:
    """Return the words of a table of days and times in all languages."""
    return tuple(phrase for code in LANGUAGES for phrase in language(code).tables.get(table, ()))


@cache
def _parts() -> dict[str, str]:
    return {
        word: part
        for code in LANGUAGES
        for word, part in language(code).tables["day_part"].items()
        if part in PARTS
    }


@cache
def _vocabulary() -> frozenset[str]:
    """Return all words of days, times and recurrences, in every language."""
    return frozenset(word for code in LANGUAGES for word in language(code).words)


@cache
def _fill() -> frozenset[str]:
    """Return the words that lead to a moment, and say nothing by themselves."""
    return frozenset(word for code in LANGUAGES for word in language(code).list_of("moment") if word)


def _words(names: Sequence[str]) -> str:
    found = {word for name in names for code in LANGUAGES for word in language(code).list_of(name) if word}
    return "|".join(sorted(map(re.escape, found), key=len, reverse=True))


_FILL = "|".join(sorted(map(re.escape, _fill()), key=len, reverse=True))
_LEADS = re.compile(rf"(?:^|\b(?:{_words(['moment_lead'])})(?: the)?|[\n,;:(])\s*$")
_DANGLING = re.compile(rf"(?:(?<=\s)|^)(?:{_FILL})(?:\s+(?:{_FILL}))*\s*$")
_ONLY_FILL = re.compile(rf"(?:\b(?:{_FILL})\b[\s,]*)*")
_IN = re.compile(rf"\b(?:{_words(['moment_in'])})\s+$")
_THIS = re.compile(rf"\b(?:{_words(['moment_this'])})\s+$")
_FOR = re.compile(rf"\b(?:{_words(['moment_for'])})\s+$")
_LONG = re.compile(rf"\s+(?:{_words(['moment_long'])})\b")
