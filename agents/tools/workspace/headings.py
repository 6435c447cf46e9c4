"""The headings of a Markdown text (CommonMark 4.2, 4.3), and the extent of each section."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_HASHES = re.compile(r" {0,3}(?P<marks>#{1,6})(?=[ \t]|$)")
_UNDERLINE = re.compile(r" {0,3}(?:(?P<first>=+)|-{2,})[ \t]*$")
_FENCE = re.compile(r" {0,3}(?P<marks>`{3,}(?=[^`]*$)|~{3,})")
_NO_PARAGRAPH = re.compile(r"\s*$| {4}|\t| {0,3}(?:[>|]|[-*+]\s|\d+[.)]\s)")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: its level from 1 to 6, where it begins, and where the text under it begins."""

    level: int
    title: str
    start: int
    body: int


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with everything under it, up to `end`: the next heading of its level or a higher one."""

    heading: Heading
    end: int

    @property
    def title(self) -> str:
        return self.heading.title


def sections_of(text: str) -> Sequence[Section]:
    """Return a text's sections in order. A nested one is also part of its parent. Offsets are characters."""
    headings = list(_headings(text))
    return [Section(one, _end(one, headings[at + 1 :], len(text))) for at, one in enumerate(headings)]


def outline_of(text: str, most: int) -> list[str]:
    """Return the first `most` headings as they are written in Markdown."""
    return [f"{'#' * one.heading.level} {one.title}" for one in sections_of(text)[:most]]


def _end(heading: Heading, following: Sequence[Heading], end: int) -> int:
    return next((one.start for one in following if one.level <= heading.level), end)


def _headings(text: str) -> Iterator[Heading]:
    fence, paragraph, begun = "", "", 0
    for match in _LINE.finditer(text):
        line, start, end = match[0].rstrip("\r\n"), match.start(), match.end()
        if fence:
            fence = "" if _closes(line, fence) else fence
            continue
        if found := _HASHES.match(line):
            yield Heading(len(found["marks"]), _title(line[found.end() :]), start, end)
        elif paragraph and (found := _UNDERLINE.match(line)):
            yield Heading(1 if found["first"] else 2, paragraph.strip(), begun, end)
        elif found := _FENCE.match(line):
            fence = found["marks"]
        elif not _NO_PARAGRAPH.match(line):
            paragraph, begun = line, start
            continue
        paragraph = ""


def _title(rest: str) -> str:
    """Return a heading's words without closing hashes."""
    words = rest.strip()
    bare = words.rstrip("#")
    return bare.rstrip() if bare != words and (not bare or bare[-1] in " \t") else words


def _closes(line: str, fence: str) -> bool:
    marks = line.strip()
    is_indented = line.startswith("    ")
    return not is_indented and set(marks) == {fence[0]} and len(marks) >= len(fence)
