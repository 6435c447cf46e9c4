"""Writes what a heading says of all its lines behind each: 'Add these tasks to Barn, due Friday, for me:'."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from intent.commands.grammar.slot_types import words_of
from intent.commands.grammar.tokens import tokenize
from intent.commands.readers.things.entries import read_entry
from intent.commands.readers.things.references import WORK
from intent.commands.types import Situation
from intent.commands.words import as_words, key_of
from intent.data_files import pattern
from intent.slots.moments import tells_when

_LONGEST = 4_000  # characters of such a message
_ME = ("me", "myself")
_NO_LIST = ("project", "document", "folder", "thing")
_HEAD = pattern("headed_lines", "head", flags=re.I | re.S)
_ROW, _PARTS, _FILLER, _DAY = (pattern("headed_lines", one) for one in ("row", "parts", "filler", "day"))
_WHO, _PLACE = (pattern("headed_lines", one, flags=re.NOFLAG) for one in ("who", "place"))


class _Said(NamedTuple):
    """What a heading says of all its lines. The day is in words."""

    place: str = ""
    day: str = ""
    who: str = ""


def write_headed_lines(message: str, situation: Situation) -> str:
    """Return a message with the day and person of its heading behind each line below, else unchanged.

    A line that tells its own day or person keeps that one. Words before the heading stay in front.
    """
    found = _HEAD.match(message) if len(message) <= _LONGEST else None
    kind = key_of("kind", found["kind"].lower()) if found else ""
    if found is None or kind not in WORK or kind in _NO_LIST or not found["kind"].endswith("s"):
        return message
    rows = [_ROW.match(one) for one in found["rows"].splitlines() if one.strip()]
    said = _said(found["said"] or "", situation.projects)
    texts = [one["text"] for one in rows if one]
    if said is None or len(texts) < len(rows):
        return message
    lines = "\n".join(f"- {_with_details(one, said, situation)}" for one in texts)
    return f"{_first(found['first'])}add these {kind}s{said.place}:\n{lines}"


def _first(before: str | None) -> str:
    """Return the order before a heading as a paragraph of its own: 'undo that and'."""
    text = (before or "").strip(" .,;!\n").removesuffix(" then").removesuffix(" and")
    return f"{text}.\n\n" if text else ""


def _said(text: str, projects: Sequence[str]) -> _Said | None:
    """Return what the rest of a heading says, None if it isn't understood or says one thing twice."""
    place, text = _known_place(text, projects)
    found = {"place": place} if place else {}
    for part in _PARTS.split(text.strip(" ,")):
        named = {} if _FILLER.match(part) else _read(part)
        if named is None or found.keys() & named.keys():
            return None
        found |= named
    return _Said(**found)


def _known_place(text: str, projects: Sequence[str]) -> tuple[str, str]:
    """Return the existing project that a heading names, and the rest of its words."""
    for name in sorted(projects, key=len, reverse=True):
        shape = pattern("headed_lines", "known", called=re.escape(name))
        if found := shape.search(text):
            return f" to {name}", f"{text[: found.start()]},{text[found.end() :]}".strip(" ,")
    return "", text


def _read(part: str) -> dict[str, str] | None:
    """Return the day, the person or the new project that a part of a heading names, None if it's unknown."""
    day, who, place = (one.match(part) for one in (_DAY, _WHO, _PLACE))
    if who and (who["who"] in _ME or not tells_when(who["who"])):
        return {"who": who["who"]}
    if day and all(map(tells_when, as_words(day["day"]))):
        return {"day": day["day"]}
    name = next(filter(None, place.groups()), "") if place else ""
    return {"place": f" to the {name} project"} if name else None


def _with_details(text: str, said: _Said, situation: Situation) -> str:
    """Return a line with those details of its heading that it doesn't tell itself."""
    words = words_of(text, tokenize(text), situation)
    own = read_entry(words, words.tokens)
    day = f", due {said.day}" if said.day and not (own and own.due) else ""
    who = f", assigned to {said.who}" if said.who and not (own and own.assignee) else ""
    details = f"{day}{who}"
    return f"{text[:-1]}{details})" if text.endswith(")") and own and own.due else f"{text}{details}"
