"""Reads the pieces of a moment one by one, and blanks out what was read."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta

from intent.slots.days import find_days
from intent.slots.moment import Moment
from intent.slots.moment_pieces import (
    FOR,
    IN,
    LONG,
    THIS,
    Span,
    rest_of,
    stands_free,
    with_preposition,
    without_attributes,
)
from intent.slots.moment_words import day_parts, pattern_of
from intent.slots.recurrence import find_recurrence
from intent.slots.times import find_durations, find_span, find_times, read_time

_DAY = timedelta(days=1)
_NOON = time(12)
_FROM = "from "  # with which bare hours are read as a span
_BLANK = "\n"  # in place of what was read


@dataclass
class MomentReading:
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
        late = pattern_of("late").search(self.said)
        return time(at.hour + 12, at.minute) if late and at < _NOON else at

    def _read_lengths(self) -> None:
        found = find_durations(self.folded)
        if len(found) != 1:
            return
        one = found[0]
        soon = IN.search(self.folded[: one.start])
        if soon and one.length and one.length < _DAY and not one.months:
            starts = _whole_minute(self.now + one.length)
            self._set([(soon.start(), one.end)], first=starts.date(), last=starts.date(), at=starts.time())
        elif FOR.search(self.folded[: one.start]) or LONG.match(self.folded, one.end) or not one.months:
            self._set(with_preposition(one, self.folded), length=one.length)

    def _read_part(self) -> None:
        """Read a part of the day that stands beside a day: 'tomorrow afternoon', 'this evening'."""
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
        """Return whether a word stands behind what was read: 'Friday evening', but not 'parents' evening'."""
        before = self.folded[:place]
        adjoins = before.rstrip(" ,")[-1:] in ("", _BLANK) and bool(self.moment.first)
        return adjoins or bool(THIS.search(before))

    def _read_hour_behind_day(self) -> None:
        """Read the bare hour of 'Friday 3pm, or 'Friday 15:30' that no preposition leads."""
        if self.moment.has_time or not self.moment.first:
            return
        left = list(rest_of(self.folded, self.folded))
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
