"""The marks of a sentence: names, ids, numbers and dates, which show whether a fact was kept.

They are compared as lower-case tokens, numbers without thousands separators, names without a genitive. In
scripts without capitals only numbers and ids are found, not names.
"""

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from pathlib import Path

_TOKEN = re.compile(r"https?://\S*[\w/]|\w+(?:[-_./:@'’,+]+\w+)*")
_BETWEEN = re.compile(r"[^\w.,]+")
_THOUSANDS = re.compile(r"(?<=\d)[,.'’](?=\d{3}(?!\d))")
_GENITIVE = re.compile(r"['’]s?$")
_ORDINAL = re.compile(r"^(\d+)(?:st|nd|rd|th)$")
_DOTTED = re.compile(r"://|\w{2}\.\w{2}")
_LISTED = re.compile(r"^\s*\d{1,2}[.)]\s+(?=\S)")
_QUOTED = re.compile(r"[\"“„«]([^\"“”„«»\n]{2,60})[\"”“»]|`([^`\n]{2,60})`")
_LISTS = tomllib.loads((Path(__file__).parents[2] / "data" / "marks.toml").read_text())
_NUMBERS, _DATES, _OPENINGS = (frozenset(_LISTS[one].split()) for one in ("numbers", "dates", "openings"))
_SPEAKER = frozenset(
    ("i", "i'm", "i'll", "i've", "i'd", "ok")
)  # capitals within a sentence that aren't names


def tokens_of(text: str) -> frozenset[str]:
    """Return a text's tokens, including the parts of compound ones, to look marks up in."""
    return frozenset().union(*map(_forms, _TOKEN.findall(text)))


def marks_of(sentence: str, names: Collection[str] = frozenset(), *, at_start: bool = True) -> frozenset[str]:
    """Return a sentence's marks. `names` are lower-case tokens that count as names in any spelling.

    Unless `at_start`, a capital at the beginning makes no name.
    """
    marks = {normalised(word) for quoted in _QUOTED.findall(sentence) for word in _words("".join(quoted))}
    for place, raw in enumerate(_words(_LISTED.sub("", sentence))):
        token = normalised(raw)
        named = _is_name(raw, token) and (place > 0 or (at_start and token not in _OPENINGS))
        if named or token in names or _is_mark(raw, token):
            marks.add(token)
    return frozenset(marks)


def names_in(sentences: Iterable[str]) -> frozenset[str]:
    """Return the tokens that are capitalised inside a sentence, where grammar doesn't require it."""
    return frozenset(
        token
        for sentence in sentences
        for raw in _words(sentence)[1:]
        if _is_name(raw, token := normalised(raw)) and len(token) > 2 and token not in _OPENINGS
    )


def words_of(sentence: str, besides: Collection[str] = frozenset()) -> frozenset[str]:
    """Return a sentence's longer words, which describe its subject."""
    return frozenset(
        token
        for raw in _words(sentence)
        if len(token := normalised(raw)) > 3 and token not in _OPENINGS and token not in besides
    )


def shorten(sentence: str, names: Collection[str], most: int) -> str:
    """Return the words that are marks, and at most `most` others, the longest. '…' replaces the rest."""
    marks, telling, pieces = marks_of(sentence, names), words_of(sentence), sentence.split()
    longest = sorted(telling - marks, key=lambda word: (-len(word), word))[:most]
    kept = [any(token in marks or token in longest for token in tokens_of(piece)) for piece in pieces]
    return " ".join(_with_gaps(pieces, kept)) if any(kept) else sentence


@lru_cache(maxsize=20_000)  # a conversation repeats its words
def normalised(raw: str) -> str:
    """Return a token in comparison form."""
    token = _GENITIVE.sub("", raw.casefold().rstrip(".,:"))
    return _ORDINAL.sub(r"\1", _THOUSANDS.sub("", token))


def _with_gaps(pieces: list[str], kept: list[bool]) -> Iterator[str]:
    before = True
    for piece, keep in zip(pieces, kept, strict=True):
        if keep:
            yield piece
        elif before:
            yield "…"
        before = keep


def _words(text: str) -> list[str]:
    """Return a text's tokens, with joined words split: 'Ann/Bob' are two."""
    found = list[str]()
    for raw in _TOKEN.findall(text):
        joined = not any(one.isdigit() or one in "@:." for one in raw)
        found += [part for part in _BETWEEN.split(raw.replace("’", "'")) if part] if joined else [raw]
    return found


@lru_cache(maxsize=20_000)
def _forms(raw: str) -> frozenset[str]:
    parts = (part for part in _BETWEEN.split(raw) if part)
    return frozenset({normalised(raw), *map(normalised, parts), *map(normalised, _words(raw))})


def _is_mark(raw: str, token: str) -> bool:
    """Return whether a token is a number, an id, an address or a date."""
    address = "@" in raw or "_" in raw or bool(_DOTTED.search(raw))
    return address or any(one.isdigit() for one in raw) or token in _NUMBERS or token in _DATES


def _is_name(raw: str, token: str) -> bool:
    return any(one.isupper() for one in raw) and token not in _SPEAKER
