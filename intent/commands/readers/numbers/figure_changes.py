"""Reads one figure that replaces another: 'we wash at 70 degrees now, not 60'."""

import re
from dataclasses import dataclass

from intent.commands.grammar.slot_types import Words, slot_type
from intent.commands.tables.cells import stems_of
from intent.slots.language import table_of

_FIGURE = re.compile(r"(?<![\w.,:])[€$£]?\d[\d.,:]*(?<![.,:])(?![\d])")
_NEW_FIRST = re.compile(r"\b(?:instead of|in place of|rather than|no longer|and not|but not|not)\b", re.I)
_OLD_FIRST = re.compile(r"\b(?:to|but|into|with|by|for)\b", re.I)
_REFUSES = re.compile(r"^(?:from\b|.*\b(?:not|no longer)\b)", re.I)
_UNIT = 3  # words of a figure's unit
_SIGNS = "€$£"
_CLAUSE = re.compile(r"(?:[^,;.]|[,.](?=\d))+")


@dataclass(frozen=True, slots=True)
class FigureChange:
    """A figure and its replacement, as written."""

    old: str
    new: str
    free_words: int = 0  # the words around them are free text

    def lines(self, text: str) -> list[str]:
        """Return the lines of a text with the old figure, once per occurrence."""
        return [line for line in text.splitlines() for _ in self._standing.findall(line)]

    def put_into(self, line: str) -> str:
        """Return a line with the old figure replaced by the new one."""
        return self._standing.sub(lambda _: self.new, line)

    @property
    def _standing(self) -> re.Pattern[str]:
        """Return a pattern for the old figure alone: not the 60 of 160 or 60.5."""
        return re.compile(rf"(?<![\w.,:]){re.escape(self.old)}(?![\w]|[.,:]\d)")


@slot_type("figure_change")
def _figure_change(words: Words) -> FigureChange | None:
    """Return the change in words with two figures, of which one is said to be outdated."""
    text, found = words.text, list(_FIGURE.finditer(words.text))
    if len(found) != 2 or "\n" in text:
        return None
    first, last, free = found[0], found[1], len(words.tokens) - 2
    before, between = text[: first.start()], text[first.end() : last.start()]
    if _NEW_FIRST.search(between):
        return FigureChange(last[0], first[0], free)
    if _OLD_FIRST.search(between) and _REFUSES.search(before):
        return FigureChange(first[0], last[0], free)
    return None


@slot_type("figure")
def _figure(words: Words) -> str | None:
    """Return a figure alone or with its unit: '42 pounds'."""
    found = _FIGURE.findall(words.text)
    is_short = len(words.tokens) <= 1 + _UNIT and words.text[:1] in "€$£0123456789"
    return found[0] if len(found) == 1 and is_short else None


@dataclass(frozen=True, slots=True)
class FigureOf:
    """A new figure for what a text says of a topic: 'change the float to £200'."""

    topic: str
    new: str

    def changes(self, text: str) -> list[tuple[str, str]]:
        """Return each line that tells the figure of the topic, as it is and as it is to be."""
        return [(line, changed) for line in text.splitlines() for changed in self._changed(line)]

    def _changed(self, line: str) -> list[str]:
        """Return a line with another figure in each of its clauses about the topic that has only one."""
        topic, changed = {*stems_of(self.topic)}, []
        for clause in _CLAUSE.finditer(line):
            figures = list(_FIGURE.finditer(clause[0]))
            says = topic and topic <= {*stems_of(clause[0])} and len(figures) == 1
            if says and not _is_of_date(clause[0], figures[0]):
                start, end = (clause.start() + at for at in figures[0].span())
                changed.append(f"{line[:start]}{self._like(figures[0][0])}{line[end:]}")
        return changed

    def _like(self, old: str) -> str:
        """Return the new figure with the old one's currency sign, if it has none itself."""
        return self.new if self.new[0] in _SIGNS or old[0] not in _SIGNS else f"{old[0]}{self.new}"


def _is_of_date(clause: str, figure: re.Match[str]) -> bool:
    """Return whether a figure stands beside a month: the 12 of '12 December'."""
    beside = [*clause[: figure.start()].split()[-1:], *clause[figure.end() :].split()[:1]]
    return any(one.strip(".,").casefold() in table_of("month") for one in beside)
