"""Reads the pieces of a moment one by one, and blanks out those it has read."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from typing import Any

from intent.slots.days import DayFound, find_days
from intent.slots.halves import is_guessed, later, leaves_half_open
from intent.slots.moment import Moment
from intent.slots.moment_pieces import (
    AT,
    FOR,
    IN,
    LONG,
    STARTS,
    THIS,
    Span,
    rest_of,
    stands_free,
    with_preposition,
    without_attributes,
)
from intent.slots.moment_words import day_parts, pattern_of, vocabulary
from intent.slots.recurrence import find_recurrence
from intent.slots.text import fold
from intent.slots.times import (
    EARLIEST,
    Duration,
    SpanFound,
    TimeFound,
    find_durations,
    find_span,
    find_times,
    read_time,
)
from omniforge.recurrence.rule import Rule
from omniforge.recurrence.words import describe

_DAY = timedelta(days=1)
_NOON = time(12)
_DAWN = time(EARLIEST)
_NAME = re.compile(r"\s+([A-Z][a-z]\w*)")
_FROM = "from "  # makes bare hours readable as a span
_DOTTED = re.compile(  # 'Tuesday 7.15 to feed the cat', 'Friday 4.30 viewing', but no price or measure
    r"\d{1,2}\.[0-5][05](?=,? [a-z])(?! ?(?:each|per|an?|of|k?g|k?m|cm|mm|l|ml|x|eur\w*|pounds?|quid|p)\b)"
)
_BLANK = "\n"  # replaces text already read


@dataclass
class MomentReading:
    """A text, and its unread rest (`folded`): pieces are blanked out as they are read."""

    said: str
    written: str  # the same with capitals
    now: datetime
    folded: str = ""
    moment: Moment = field(default_factory=Moment)

    @property
    def today(self) -> date:
        return self.now.date()

    def read(self) -> bool:
        """Read all pieces. Returns False if two of them contradict each other."""
        self.folded = self.said
        self._read_all_day()
        self._read_recurrence()
        return self._read_days() and self._read_clock()

    def _set(self, spans: Sequence[Span], **parts: object) -> None:
        self.moment = replace(self.moment, **parts)  # type: ignore[arg-type]
        for start, end in spans:
            self.folded = self.folded[:start] + _BLANK * (end - start) + self.folded[end:]

    def _read_all_day(self) -> None:
        if match := pattern_of("all_day").search(self.folded):
            self._set([match.span()], all_day=True)

    def _read_recurrence(self) -> None:
        found = find_recurrence(without_attributes(self.folded), self.today)
        if found is None:
            return
        if found.problem:
            self._set(found.spans, problem=found.problem)
            return
        self._set(found.spans, rrule=found.rrule, every=found.words, at=found.time, first=found.start)
        self.moment = replace(self.moment, last=found.start, length=found.length)

    def _read_days(self) -> bool:
        days = [one for one in find_days(self.folded, self.today) if stands_free(one, self.folded)]
        ends = [one for one in days if pattern_of("named_time").fullmatch(self.folded[one.start : one.end])]
        days = [one for one in days if one not in ends] or days  # 'tomorrow eod'
        if len({(one.first, one.last) for one in days}) > 1 or (days and self.moment.first):
            return False
        if days:
            read = [(one.start, one.end) for one in days if one not in ends]
            if self.moment.rrule:
                self._set(read, **self._bounds_of(days[0]))
            else:
                self._set(read, first=days[0].first, last=days[0].last)
        return True

    def _bounds_of(self, days: DayFound) -> dict[str, Any]:
        """Return when what repeats begins and ends: in these days, or from the month on that 'from' names."""
        rule = Rule.read(self.moment.rrule)
        month = days.first.day == 1 and (days.first.year, days.first.month) == (
            days.last.year,
            days.last.month,
        )
        opens = month and STARTS.search(self.folded[: days.start])
        if rule.until or rule.count or opens or days.first == days.last:
            return {"first": days.first, "last": days.first}
        bounded = str(replace(rule, until=days.last))
        return {
            "first": days.first,
            "last": days.last,
            "rrule": bounded,
            "every": describe(bounded, self.moment.at),
        }

    def _read_clock(self) -> bool:
        self._read_lengths()
        if span := find_span(self.folded, overnight=True):
            self._set([(span.start, span.end)], **self._hours_of(span))
        times = [one for one in find_times(self.folded) if not (one.vague or self._is_address(one))]
        if len({one.at for one in times}) > 1 or (times and self.moment.at):
            return False
        if times:
            loose = leaves_half_open(self.folded[times[0].start : times[0].end], times[0].at)
            at = self._in_the_evening(times[0].at) if loose else times[0].at
            guessed = self._is_guessed(self.folded[times[0].start : times[0].end], at)
            loose = loose and at == times[0].at
            self._set([(one.start, one.end) for one in times], at=at, loose=loose, guessed=guessed)
        self._read_part()
        self._read_hour_behind_day()
        return True

    def _is_guessed(self, said: str, at: time) -> bool:
        """Return whether nothing here says that '5:15' is in the afternoon."""
        tells = any(pattern_of(one).search(self.said) for one in ("late", "evening_meal", "day_part"))
        return is_guessed(said, at) and not tells

    def _in_the_evening(self, at: time) -> time:
        """Return 20:00 for 'tonight at 8' and 'dinner at 8', and 18:30 for 'at 6:30', which is no night."""
        late = any(pattern_of(name).search(self.said) for name in ("late", "evening_meal"))
        early = pattern_of("day_part").search(self.said) and not late
        return later(at) if late or (at < _DAWN and not early) else at

    def _hours_of(self, span: SpanFound) -> dict[str, time]:
        """Return from when to when a span lasts: '2:30 to 4' is in the afternoon, '02:30 to 4' is not."""
        said = self.folded[span.start : span.end]
        at_night = leaves_half_open(said, span.first) and span.first < _DAWN and span.last <= _NOON
        both = (span.first, span.last)
        first, last = map(later, both) if at_night else both
        return {"at": first, "ends": last}

    def _is_address(self, one: TimeFound) -> bool:
        """Return whether a bare hour is a house number: 'at 14 Mill Lane'."""
        following = _NAME.match(self.written, one.end)
        figure = self.folded[one.start : one.end].split()[-1]
        return bool(following and figure.isdigit() and fold(following[1]) not in vocabulary())

    def _read_lengths(self) -> None:
        found = [one for one in find_durations(self.folded) if not AT.search(self.folded[: one.start])]
        led = [one for one in found if self._is_led(one)]
        if len(found) != 1 and len(led) != 1:
            return
        one = (led or found)[0]
        soon = IN.search(self.folded[: one.start])
        if soon and one.length and one.length < _DAY and not one.months:
            starts = _whole_minute(self.now + one.length)
            self._set([(soon.start(), one.end)], first=starts.date(), last=starts.date(), at=starts.time())
        elif self._is_led(one) or not one.months:
            self._set(with_preposition(one, self.folded), length=one.length)

    def _is_led(self, one: Duration) -> bool:
        """Return whether words mark a duration: 'for 45 minutes', 'an hour long'."""
        return bool(FOR.search(self.folded[: one.start]) or LONG.match(self.folded, one.end))

    def _read_part(self) -> None:
        """Read a part of the day beside a day: 'tomorrow afternoon', 'this evening'."""
        match = next(
            (one for one in pattern_of("day_part").finditer(self.folded) if self._follows_day(one.start())),
            None,
        )
        if not match:
            match = pattern_of("late").search(self.said) if not self.moment.has_time else None
            if match and self.moment.first and not self.moment.at:
                self.moment = replace(self.moment, part="evening")
            return
        part = day_parts()[match[0]]
        at = self.moment.at
        if at is not None and part in ("afternoon", "evening", "night") and at < _NOON:
            at = time(at.hour + 12, at.minute)
        self._set([match.span()], part="" if at else part, at=at)

    def _follows_day(self, place: int) -> bool:
        """Return whether an index directly follows text that was read: 'Friday evening', not 'my evening'."""
        before = self.folded[:place]
        adjoins = before.rstrip(" ,")[-1:] in ("", _BLANK) and bool(self.moment.first or self.moment.rrule)
        return adjoins or bool(THIS.search(before))

    def _read_hour_behind_day(self) -> None:
        """Read the bare hour of 'Friday 3pm' or 'Friday 15:30', without a preposition."""
        if self.moment.has_time or not (self.moment.first or self.moment.rrule):
            return
        left = list(rest_of(self.folded))
        if self._read_span_behind_day(left):
            return
        for start, whole_end in left:
            dotted = _DOTTED.match(self.folded, start)
            end = dotted.end() if dotted else whole_end
            said = self.folded[start:end]
            said = said.removeprefix(_FROM) if self.moment.length else said  # 'two hours from 3'
            if (at := read_time(said)) and (len(left) == 1 or self._follows_day(start)):
                loose = leaves_half_open(said, at)
                at = self._in_the_evening(at) if loose else at
                guessed = self._is_guessed(said, at)
                self._set([(start, end)], at=at, loose=loose, guessed=guessed)
                return

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
