"""Cuts Markdown into passages along headings and paragraphs, with some overlap within a section."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from omniforge.projects.search.markdown import strip_markdown

MOST = 2_000  # passages of one text; protects against texts with tens of thousands of headings
_LENGTH = 1_000  # characters of a passage, at most
_OVERLAP = 120  # of the previous passage, repeated for context
_LONGEST_HEADING = 200
_FENCE = re.compile(r"\s{0,3}(```|~~~)")
_HEADING = re.compile(r"(#{1,6})[ \t]")
_PARAGRAPH = re.compile(r".+?(?:\n\s*\n|\Z)", re.S)
_SENTENCE = re.compile(r".+?(?:[.!?]\s+|\n|\Z)", re.S)
_SLICE = re.compile(rf".{{1,{_LENGTH}}}(?!\S)|.{{1,{_LENGTH}}}", re.S)  # between words, if there are any


@dataclass(frozen=True, slots=True)
class Piece:
    """A passage with the headings above it, from the highest down."""

    headings: tuple[str, ...]
    text: str


def split_passages(text: str) -> list[Piece]:
    """Return the passages of `text` in order, `MOST` at most, at least one, possibly empty."""
    pieces = (Piece(path, part) for path, body in _sections(strip_markdown(text)) for part in _parts(body))
    return list(islice(pieces, MOST)) or [Piece((), "")]


def _sections(text: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the headings and text of each section. A heading without own text has none."""
    path: list[tuple[int, str]] = []
    lines: list[str] = []
    fenced = False
    for line in text.splitlines():
        fenced ^= bool(_FENCE.match(line))
        heading = None if fenced else _HEADING.match(line)
        if heading is None:
            lines.append(line)
            continue
        level = len(heading[1])
        if "".join(lines).strip() or (path and path[-1][0] >= level):
            yield tuple(name for _, name in path), "\n".join(lines)
        name = line[level:].strip().rstrip("#").rstrip()[:_LONGEST_HEADING]
        path = [*(above for above in path if above[0] < level), (level, name)]
        lines = []
    if path or lines:
        yield tuple(name for _, name in path), "\n".join(lines)


def _parts(body: str) -> Iterator[str]:
    current = ""
    for unit in _units(body.strip()):
        if current and len(current) + len(unit) > _LENGTH:
            yield current.strip()
            current = _tail(current)
        current += unit
    yield current.strip()


def _units(body: str) -> Iterator[str]:
    """Yield paragraphs. Split long ones into sentences and lines, and those into pieces."""
    for paragraph in _PARAGRAPH.findall(body):
        for unit in [paragraph] if len(paragraph) <= _LENGTH else _SENTENCE.findall(paragraph):
            yield from _SLICE.findall(unit)


def _tail(passage: str) -> str:
    """Return the end of a passage as overlap, starting at a sentence if possible, none of a table's rows."""
    tail = passage[-_OVERLAP:]
    if tail.rstrip().endswith("|"):
        return ""
    sentence = re.search(r"[.!?]\s+(?=\S)|\n", tail)
    return tail[sentence.end() :] if sentence else tail.partition(" ")[2]
