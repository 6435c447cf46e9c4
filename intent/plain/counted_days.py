"""Days relative to something that has a day: 'two days before the survey', 'a week after it'."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import partial

from intent.commands.grammar.tokens import tokenize
from intent.commands.words import as_words, at_start, table
from intent.data_files import pattern
from intent.sentences.question_forms import is_question
from intent.slots.dates import shift
from intent.slots.days import find_days
from intent.slots.text import sentences

_pattern = partial(pattern, "counted_days")
_COUNTED, _ENDS, _POINTS = _pattern("counted"), _pattern("ends"), _pattern("points")
_HAPPENS = _pattern("happens")
_CLAUSES = re.compile(r"[,;]?\s+and\s+|[,;]\s+")
_BEFORE = ("before", "ahead of", "prior to")
_LONGEST = 8  # words of the reference


@dataclass(frozen=True, slots=True)
class CountedDay:
    """A relative day in a `text`: `number` units after what is at `origin`, or before if negative."""

    text: str
    start: int
    origin: int
    number: int
    unit: str

    @property
    def pointed(self) -> int | None:
        """Return where 'it' ends, if the reference is a pronoun, or None if it is a name."""
        found = _POINTS.match(self.text, self.origin)
        return found.end() if found else None

    @property
    def origins(self) -> Iterator[tuple[str, int]]:
        """Yield the possible references, longest first, each with its end."""
        end = found.start() if (found := _ENDS.search(self.text, self.origin)) else len(self.text)
        words = tokenize(self.text[self.origin : end])
        first = at_start("article", tuple(one.word for one in words))[1] if words else 0
        for last in range(min(len(words), first + _LONGEST), first, -1):
            name = self.text[self.origin + words[first].start : self.origin + words[last - 1].end]
            yield name.strip("'\"“”‘’"), self._behind(self.origin + words[last - 1].end)

    def _behind(self, end: int) -> int:
        """Return where the verb after a name ends, 'before the survey starts', else the end of the name."""
        found = _HAPPENS.match(self.text, end)
        return found.end() if found else end

    @property
    def told_before(self) -> list[str]:
        """Return the sentences before its own, and the questions before it in the same one, last first."""
        rows = [one for one in sentences(self.text) if one.start < self.start]
        clauses = _CLAUSES.split(self.text[rows[-1].start : self.start])[:-1] if rows else []
        found = [one.words for one in rows[:-1]] + [one for one in clauses if is_question(one)]
        return found[::-1]

    def day_before(self, today: date) -> date | None:
        """Return the last day named in the words before it."""
        days = [one.first for one in find_days(self.text[: self.start], today) if one.first == one.last]
        return days[-1] if days else None

    def from_day(self, day: date) -> date:
        """Return the day itself, counted from the reference's `day`."""
        return shift(day, self.number, self.unit)

    def wordings(self, day: date, end: int) -> Iterator[str]:
        """Yield the text with the day itself, computed from the reference's `day`. That ends at `end`."""
        before, after = self.text[: self.start], self.text[end:]
        after = f" {after}" if after[:1].isalnum() else after
        told = _in_words(self.from_day(day))
        yield f"{before}{told}{after}"
        yield f"{before}on {told}{after}"
        yield f"{self.text[: self.origin]}{_in_words(day)}{after}"


def counted_day(text: str) -> CountedDay | None:
    """Return the one relative day in a text, or None if it is in quotes."""
    found = list(_COUNTED.finditer(text))
    quoted = [one for one in tokenize(text) if one.is_quoted]
    if len(found) != 1 or any(one.start < found[0].start() < one.end for one in quoted):
        return None
    count, unit = found[0]["count"], as_words(found[0]["unit"] or "day")
    number = 0 if found[0]["same"] else _number(count)
    way = " ".join((found[0]["way"] or "").lower().split())
    named = "workday" if len(unit) > 1 else unit[0].removesuffix("s")
    return CountedDay(text, found[0].start(), found[0].end(), -number if way in _BEFORE else number, named)


def counted_day_behind(title: str) -> tuple[str, CountedDay] | None:
    """Return a title and the relative day behind it: 'load ballast', 'day before the rig'."""
    head, _, tail = title.rpartition(",")
    if not head and (inside := counted_day(title)):
        head, tail = title[: inside.start].rstrip(), title[inside.start :]
    bare = tail.strip()
    found = counted_day(bare) or counted_day(f"the {bare}") if head else None
    return (head, found) if found and not found.start and found.pointed is None else None


def _number(count: str) -> int:
    said = as_words(count)
    return int(said[0]) if said[0].isdigit() else int(table("count").get(said, "1"))


def _in_words(day: date) -> str:
    return f"{day.day} {day:%B %Y}"
