"""Reads lists of new things: titles by line, comma or semicolon, each with its day and person."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import Any

from intent.commands.catalogue import load
from intent.commands.layout import numbers
from intent.commands.matcher import Pattern, compile_template, match
from intent.commands.readers.list_rows import AND, SEPARATORS, parted, rows_of, said_in
from intent.commands.readers.table_entries import read_table
from intent.commands.readers.titles import read_title
from intent.commands.slot_types import Words, read_slot, slot_type
from intent.commands.templates import Rules, parse_template
from intent.commands.tokens import FIGURE, Token
from intent.commands.types import Entry
from intent.commands.words import LANGUAGES, at_end, at_start, key_of

_BETWEEN_CELLS = (",", "-", "–", "—", "|", "/")
_TOLD_BEFORE = (":", "\n")  # behind these a list stands alone: 'to it' belongs to its last item
_NAME = 2  # words of a name beside the task
_BEFORE_SHARED = frozenset((",", ";", "-", "–", "—", ".", "\n"))
_PRICE = re.compile(r"[€$£] ?\d[\d.,]*k?|\d[\d.,]* ?[€$£]")
_OWN = ("due", "assignee", "priority")


@slot_type("titles", cues=lambda: frozenset((FIGURE, *chain(*SEPARATORS))))
def _titles(words: Words) -> tuple[Entry, ...] | None:
    """Return the items of a list. A single one counts only if it is on its own line.

    A list doesn't end within a bracket.
    """
    said = [one.word for one in words.tokens]
    behind = words.source[words.tokens[-1].end :][:1] if said else ""
    if said.count("(") - said.count(")") > (behind == ")"):
        return None
    if not (any({*parts} & said_in(words.tokens) for parts in SEPARATORS) or numbers(words.tokens)):
        return None
    found = read_entries(words)
    return found if found and (len(found) > 1 or "\n" in said_in(words.tokens)) else None


@slot_type("dated_titles", cues=lambda: frozenset(AND))
def _dated_titles(words: Words) -> tuple[Entry, ...] | None:
    """Return several things joined by 'and', each with its own day."""
    rows: list[list[Token]] = [[]]
    for token in words.tokens:
        if token.word in AND and not token.is_quoted:
            rows.append([])
        else:
            rows[-1].append(token)
    if len(rows) == 1 or any(_lacks_verb(row) for row in rows):
        return None
    found = [words.once(_entry, row) for row in rows]
    entries = tuple(one for one in found if one and one.due and "," not in one.title)
    return entries if len(entries) == len(rows) else None


@slot_type("detailed_titles", cues=lambda: frozenset(chain(*SEPARATORS)))
def _detailed_titles(words: Words) -> tuple[Entry, ...] | None:
    """Return several things, each with its own day or person."""
    found = _titles(words) or ()
    own = all((one.due or one.assignee) and not key_of("no_name", one.title.split()[0]) for one in found)
    return found if found and own else None


def _lacks_verb(row: Sequence[Token]) -> bool:
    """Return whether words continue the previous item: 'and the deposit by Monday'."""
    return not row or bool(key_of("article", row[0].word) or key_of("inside", row[0].word))


@slot_type("entries")
def read_entries(words: Words) -> tuple[Entry, ...] | None:
    """Return the items of a text, perhaps just one. Words that only describe the item before belong to it."""
    items, shared = _shared(words)
    if found := read_table(items) or _dated_titles(items) or _listed(items):
        return tuple(_with_shared(one, shared) for one in found)
    return None


def _shared(words: Words) -> tuple[Words, dict[str, Any]]:
    """Return a list without the details of all its items and its place: 'a, b and c to it, all for Tom'."""
    row = words.tokens
    at = max((place for place, one in enumerate(row) if one.word in _BEFORE_SHARED), default=0)
    details = _of_all(words, row[at + 1 :]) if at > 1 else {}
    row = row[:at] if details else row
    is_told = words.source[: words.tokens[0].start].rstrip().endswith(_TOLD_BEFORE) if words.tokens else True
    size = 0 if is_told else at_end("into_it", tuple(one.word for one in row[-_NAME:]))[1]
    return words.part(row[:-size] if 0 < size < len(row) else row), details


def _of_all(words: Words, row: Sequence[Token]) -> dict[str, Any]:
    size = at_start("each_of", tuple(one.word for one in row))[1]
    return _own(words.once(_details, row[size:])) if 0 < size < len(row) else {}


def _with_shared(entry: Entry, shared: Mapping[str, Any]) -> Entry:
    return replace(entry, **{name: value for name, value in shared.items() if not getattr(entry, name)})


def _listed(words: Words) -> tuple[Entry, ...] | None:
    found: list[Entry] = []
    rows = rows_of(words.tokens)
    for row, after in zip(rows, [*rows[1:], []], strict=False):
        slots = words.once(_details, row) or _named_behind(words, row, after)
        if slots and found:
            found[-1] = replace(found[-1], **_own(slots))
        elif found and row and _PRICE.fullmatch(price := words.part(row).text):
            found[-1] = replace(found[-1], title=f"{found[-1].title}, {price}")
        elif (entry := words.once(_entry, row)) is not None:
            found.append(entry)
        elif row:
            return None
    return tuple(found) or None


def _named_behind(words: Words, row: Sequence[Token], after: Sequence[Token]) -> Mapping[str, Any]:
    """Return the speaker, or a name before a day: 'order bricks, me, by Friday'."""
    named = "due" in words.once(_details, after) if after else False
    return _named(words, row, "proper" if named else "speaker")


def _entry(words: Words, row: Sequence[Token]) -> Entry | None:
    """Return an item with the details at its ends."""
    owner, rest = _owner(words, row)
    rest, said = _bracket(words, rest)
    rest, said = (rest, said) if said else _cells(words, rest)
    slots = _matched("entry", words, rest)
    if slots is None or not {*slots} <= {"title", *_OWN}:
        slots = {"title": read_title(words.part(rest))}
    return Entry(**{"assignee": owner, **said, **slots}) if slots["title"] else None


def _bracket(words: Words, row: Sequence[Token]) -> tuple[Sequence[Token], dict[str, Any]]:
    """Return a row without a trailing bracket of details: '(Omar, 4 January)'."""
    at = next((place for place, token in enumerate(row) if token.word == "(" and place), 0)
    if not at:
        return row, {}
    end = next((place for place, token in enumerate(row) if token.word == ")" and place > at), 0)
    end = end or (len(row) if words.source[row[-1].end :][:1] == ")" else 0)
    if not end:
        return row, {}
    parts = parted(row[at + 1 : end], (",", "/", ";")) + ([row[end + 1 :]] if row[end + 1 :] else [])
    said = _told(words, parts)
    return (row[:at], said) if said else (row, {})


def _cells(words: Words, row: Sequence[Token]) -> tuple[Sequence[Token], dict[str, Any]]:
    """Return a row without the details after commas or dashes: 'order bricks, dai, thursday'."""
    first, *rest = parted(row, _BETWEEN_CELLS) or [[]]
    for place in range(len(rest)):
        if first and (said := _told(words, rest[place:])):
            return row[: row.index(rest[place][0]) - 1], said
    return row, {}


def _told(words: Words, parts: Sequence[Sequence[Token]]) -> dict[str, Any]:
    """Return the details in all parts. A lower-case name counts only beside a day."""
    details = [_own(words.once(_details, part) or words.once(_aside, part)) for part in parts]
    name = "person" if any("due" in one for one in details) else "proper"
    said: dict[str, Any] = {}
    for part, own in zip(parts, details, strict=True):
        own = own or _named(words, part, name)
        if not own or own.keys() & said.keys():
            return {}
        said |= own
    return said


def _named(words: Words, row: Sequence[Token], type_: str) -> dict[str, Any]:
    """Return the assignee that a short row names: the speaker, or a name of a type."""
    named = words.part(row)
    if not 0 < len(named.tokens) <= _NAME:
        return {}
    who = read_slot("speaker", named) or read_slot(type_, named)
    return {"assignee": who} if who else {}


def _owner(words: Words, row: Sequence[Token]) -> tuple[str, Sequence[Token]]:
    """Return the person named before a colon: 'Ana: sign the lease'."""
    at = next((place for place, token in enumerate(row[:4]) if token.word == ":"), 0)
    named = words.part(row[:at])
    who = read_slot("proper", named) if named.tokens else None
    return (who, row[at + 1 :]) if who and len(row) > at + 1 else ("", row)


def _details(words: Words, row: Sequence[Token]) -> Mapping[str, Any]:
    """Return the details that words give of a named thing, empty if they say anything else."""
    slots = _matched("details", words, row) or {}
    return slots if {*slots} <= {*_OWN} else {}


def _aside(words: Words, row: Sequence[Token]) -> Mapping[str, Any]:
    """Return the person and the day that words set off from a title consist of: 'me by Tuesday'."""
    return _matched("aside", words, row) or {}


def _own(slots: Mapping[str, Any]) -> dict[str, Any]:
    return {name: slots[name] for name in _OWN if name in slots}


def _matched(name: str, words: Words, row: Sequence[Token]) -> Mapping[str, Any] | None:
    def read(type_: str, first: int, last: int) -> object:
        part = words.part(row[first:last])
        return read_slot(type_, part) if part.tokens else None

    for pattern in _patterns(name):
        if row and (slots := match(pattern, row, 0, len(row), read)) is not None:
            return slots
    return None


@cache
def _patterns(name: str) -> tuple[Pattern, ...]:
    """Return the patterns in each language: 'entry' with a title, 'details' without."""
    found = []
    for language in LANGUAGES:
        rules = load("things", language).get("rules", {})
        if template := rules.get(name):
            found.append(compile_template(parse_template(template, Rules(rules))))
    return tuple(found)
