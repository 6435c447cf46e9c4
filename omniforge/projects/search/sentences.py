"""Splits a passage into quotable sentences. A table row or a short item is one."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from omniforge.projects.search.abbreviations import POINTED

_ROW = re.compile(r"^\s*\|(?P<cells>.+)\|\s*$")
_RULE = re.compile(r"^[\s|:-]+$")
_CLAUSE = r"\d{1,3}(?:\.\d{1,3}){1,3}\.?\s+(?=[A-ZÀ-Þ])"  # '4.1 The tenant …' counts nothing
_MARK = re.compile(rf"^\s*(?:[-*+•>]\s+|\d{{1,3}}[.)]\s+|{_CLAUSE}|#{{1,6}}\s+)+(?:\[[ xX]\]\s+)?")
_ITEM = re.compile(r"^\s*(?:[-*+•]\s|\d{1,3}[.)]\s)")
_POINTED = re.compile(POINTED, re.IGNORECASE)
_MONTH = r"(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)"  # 'am 14. April' doesn't end a sentence
_INITIAL = r"(?<!\b[A-ZÀ-Þ]\.)"
_END = re.compile(rf"(?<=[.!?。！？])(?<!\b\d\.){_INITIAL}(?!\s+{_MONTH})[\"'”’)*]*\s+")
_LISTED = 100  # characters of the first line of a list: longer lines are wrapped
_UNIT = 300  # characters up to which an item, or a question with its answer, stays whole
_LONGEST = 600  # characters; longer text is no sentence, but may contain the answer


def sentences_of(text: str) -> list[str]:
    """Return the sentences, items and rows of a Markdown text in order, without Markdown marks."""
    found: list[str] = []
    columns: list[str] = []
    for line in _lines(text):
        cells = _cells(line)
        if cells is None:
            columns = []
            found += _sentences(line)
        elif not columns:
            columns = cells
        elif not _RULE.match(line):
            found.append(_row(columns, cells))
    return [sentence for sentence in found if re.search(r"\w", sentence)]


def _lines(text: str) -> Iterator[str]:
    """Yield each table row and item as a line of its own, and the lines of a paragraph as one.

    Lines that list things without a mark, 'Cat: £40' below 'Dog: £50', stay lines of their own.
    """
    paragraph: list[str] = []
    for line in [*text.splitlines(), ""]:
        starts = not line.strip() or bool(_MARK.match(line)) or bool(_ROW.match(line))
        if starts and paragraph:
            yield from paragraph if _is_listed(paragraph) else [" ".join(paragraph)]
            paragraph = []
        if _ROW.match(line):
            yield line
        elif line.strip():
            paragraph.append(line.strip())


def _is_listed(lines: Sequence[str]) -> bool:
    """Return whether each line says something of its own: wrapped prose goes on in mid-sentence."""
    begin_anew = all(line[0].isupper() or not line[0].isalpha() for line in lines)
    are_open = any(line.endswith((",", ";", "-", "–")) for line in lines)
    return len(lines) > 1 and begin_anew and not are_open and len(lines[0]) <= _LISTED


def _cells(line: str) -> list[str] | None:
    row = _ROW.match(line)
    return (
        [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row["cells"])] if row else None
    )


def _row(columns: list[str], cells: list[str]) -> str:
    named = (
        f"{column}: {cell}" if column else cell for column, cell in zip(columns, cells, strict=False) if cell
    )
    return "; ".join(named)


def _sentences(line: str) -> list[str]:
    plain = _MARK.sub("", line).replace("**", "").replace("__", "").strip()
    sentences = [sentence.strip()[:_LONGEST] for sentence in _parted(plain) if sentence.strip()]
    belong = bool(_ITEM.match(line)) or (sentences and sentences[0].endswith("?"))
    return [plain] if belong and len(plain) <= _UNIT else sentences


def _parted(text: str) -> list[str]:
    """Split a text where its sentences end, but not after abbreviations."""
    pointed = {one.end() for one in _POINTED.finditer(text)}
    ends = [one for one in _END.finditer(text) if one.start() not in pointed]
    cuts = [0, *(place for one in ends for place in one.span()), len(text)]
    return [text[start:end] for start, end in [*pairwise(cuts)][::2]]
