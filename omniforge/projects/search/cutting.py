"""A Markdown text in passages: along headings and paragraphs, with a little overlap within a section."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from omniforge.projects.search.cleaning import readable

MOST = 2_000  # passages of one text; a text of tens of thousands of headings is no text
_LENGTH = 1_000  # characters of a passage, at most
_OVERLAP = 120  # of the passage before, repeated so that no sentence stands without what led to it
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


def cut(text: str) -> list[Piece]:
    """Return the passages of `text` in order, `MOST` at most; at least one, be it empty."""
    pieces = (Piece(path, part) for path, body in _sections(readable(text)) for part in _parts(body))
    return list(islice(pieces, MOST)) or [Piece((), "")]


def _sections(text: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield what stands below each heading; a heading with nothing but others below it has no section."""
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
    """Yield the paragraphs; of one too long its sentences and lines, and of those too long pieces."""
    for paragraph in _PARAGRAPH.findall(body):
        for unit in [paragraph] if len(paragraph) <= _LENGTH else _SENTENCE.findall(paragraph):
            yield from _SLICE.findall(unit)


def _tail(passage: str) -> str:
    """Return the last words of a passage, from the beginning of a sentence if one begins there."""
    tail = passage[-_OVERLAP:]
    sentence = re.search(r"[.!?]\s+(?=\S)|\n", tail)
    return tail[sentence.end() :] if sentence else tail.partition(" ")[2]
