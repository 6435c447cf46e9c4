"""Text utilities for readers: length-preserving folding, and splitting that keeps names and numbers whole."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple


class Part(NamedTuple):
    """A piece of a text. `words` is `text[start:end]` of the original."""

    words: str
    start: int
    end: int


_QUOTES = re.compile(
    r"\"(?P<a>[^\"\n]+)\"|“(?P<b>[^”“\n]+)[”“]|„(?P<c>[^“”\n]+)[“”]|«\s?(?P<d>[^»\n]+?)\s?»|"
    r"‘(?P<e>[^‘\n]+?)’(?!\w)|(?<![\w'])'(?P<f>[^\s'](?:[^'\n]|'(?=\w))*)'(?!\w)|`(?P<g>[^`\n]+)`"
)
_ADDRESS = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\bhttps?://\S+[\w/]")
_BEFORE_NAME = re.compile(
    r"\b(?:e\.g|i\.e|vs|approx|no|nr|dr|mr|mrs|ms|prof|st|z\.b|d\.h|ca|evtl|u\.a|sr|sra|p\.ej|[b-hj-z])\.$",
    re.I,
)
_SHORTENED = re.compile(
    r"\b(?:etc|inc|ltd|co|a\.m|p\.m|bzw|usw|mon|tue|wed|thu|fri|sat|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec"
    r"|min|hrs|max|est|tel|fig|rev|vol|ext|\d{1,2})\.$",
    re.I,
)
_MONTH = re.compile(r"\s+(?:jan|feb|mar|mär|apr|mai|may|jun|jul|aug|sep|o[ck]t|nov|de[cz])", re.I)
_SENTENCE_END = re.compile(r"[.!?…]+[\"'”’)\]]*(?=\s)|\n\s*(?:[-*•]\s+)?|\n*$")
_HIDDEN = "\x00"


@lru_cache(maxsize=1024)
def _plain(letter: str) -> str:
    bare = unicodedata.normalize("NFD", letter)[0].lower()
    return bare if len(bare) == 1 else letter


def fold(text: str) -> str:
    """Return `text` in lower case without accents. Every letter keeps its index."""
    if text.isascii():
        return text.lower()
    return "".join(map(_plain, text.replace("’", "'")))


def hide_fixed(text: str) -> str:
    """Return `text` with quotations, e-mail and web addresses blanked out, one NUL per letter."""
    for pattern in (_QUOTES, _ADDRESS):
        text = pattern.sub(lambda match: _HIDDEN * len(match[0]), text)
    return text


def blank(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return `text` with some spans replaced by spaces."""
    for start, end in spans:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


def sentences(text: str) -> list[Part]:
    """Return a text's sentences and lines. Decimals, abbreviations, quotes and addresses stay whole."""
    hidden, start, parts = hide_fixed(text), 0, []
    for match in _SENTENCE_END.finditer(hidden):
        if match[0] == "." and _goes_on(hidden[max(0, match.end() - 9) : match.end()], hidden[match.end() :]):
            continue
        parts += _trimmed(text, start, match.start() if "\n" in match[0] else match.end())
        start = match.end()
    return parts


def _goes_on(before: str, after: str) -> bool:
    """Return whether a period belongs to an abbreviation or an ordinal, so that the sentence continues."""
    following = after.lstrip()[:1]
    if _BEFORE_NAME.search(before):
        return bool(following)
    small = following.islower() or following.isdigit()
    return bool(_SHORTENED.search(before)) and (small or bool(_MONTH.match(after)))


def _trimmed(text: str, start: int, end: int) -> list[Part]:
    """Return the part without white space at its ends, as a list of one, empty if nothing is left."""
    words = text[start:end]
    start += len(words) - len(words.lstrip())
    words = words.strip()
    return [Part(words, start, start + len(words))] if words else []
