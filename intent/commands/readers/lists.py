"""Reads lists of new things: titles by line, comma or semicolon, each with its day and person."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import Any

from intent.commands.catalogue import load
from intent.commands.layout import numbers
from intent.commands.matcher import Pattern, compile_template, match
from intent.commands.readers.people import joins_names
from intent.commands.readers.table_entries import read_table
from intent.commands.readers.titles import read_title
from intent.commands.slot_types import Words, read_slot, slot_type
from intent.commands.templates import Rules, parse_template
from intent.commands.tokens import FIGURE, Token
from intent.commands.types import Entry
from intent.commands.words import LANGUAGES, at_end, at_start, key_of
from intent.slots.language import table_of

_AND = ("and", "&", "und", "y")
_SEPARATORS = (("\n",), (";",), (",", *_AND))  # the first one found separates the items
_BULLETS = frozenset(("-", "*", "•", "–", "—", "+", "[", "]", "and", "und", "y", "to"))
_ENDS = ("\n", ".", ",", ";")  # of a numbered item
_NUMBERED = (".", ")", ":")
_BETWEEN_CELLS = (",", "-", "–", "—", "|", "/")
_YEAR = 4  # digits
_TOLD_BEFORE = (":", "\n")  # behind these a list stands alone: 'to it' belongs to its last item
_NAME = 2  # words of a name beside the task
_BEFORE_SHARED = frozenset((",", ";", "-", "–", "—", ".", "\n"))
_OWN = ("due", "assignee", "priority")


@slot_type("titles", cues=lambda: frozenset((FIGURE, *chain(*_SEPARATORS))))
def _titles(words: Words) -> tuple[Entry, ...] | None:
    """Return the items of a list; a single one counts only if it is on its own line."""
    if not (any({*parts} & _said(words.tokens) for parts in _SEPARATORS) or numbers(words.tokens)):
        return None
    found = read_entries(words)
    return found if found and (len(found) > 1 or "\n" in _said(words.tokens)) else None


@slot_type("dated_titles", cues=lambda: frozenset(_AND))
def _dated_titles(words: Words) -> tuple[Entry, ...] | None:
    """Return several things joined by 'and', each with its own day."""
    rows: list[list[Token]] = [[]]
    for token in words.tokens:
        if token.word in _AND and not token.is_quoted:
            rows.append([])
        else:
            rows[-1].append(token)
    if len(rows) == 1 or any(_lacks_verb(row) for row in rows):
        return None
    found = [words.once(_entry, row) for row in rows]
    entries = tuple(one for one in found if one and one.due and "," not in one.title)
    return entries if len(entries) == len(rows) else None


def _lacks_verb(row: Sequence[Token]) -> bool:
    """Return whether words continue the previous item: 'and the deposit by Monday'."""
    return not row or bool(key_of("article", row[0].word) or key_of("inside", row[0].word))


@slot_type("entries")
def read_entries(words: Words) -> tuple[Entry, ...] | None:
    """Return the items of a text, perhaps just one; words that only describe the item before belong to it."""
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
        elif (entry := words.once(_entry, row)) is not None:
            found.append(entry)
        elif row:
            return None
    return tuple(found) or None


def _named_behind(words: Words, row: Sequence[Token], after: Sequence[Token]) -> Mapping[str, Any]:
    """Return the speaker, or a name before a day: 'order bricks, me, by Friday'."""
    if not 0 < len(row) <= _NAME:
        return {}
    named = "due" in words.once(_details, after) if after else False
    who = read_slot("speaker", words.part(row)) or (named and read_slot("proper", words.part(row)))
    return {"assignee": who} if who else {}


def _said(tokens: Sequence[Token]) -> set[str]:
    return {token.word for token in tokens if not token.is_quoted}


def rows_of(tokens: Sequence[Token]) -> list[list[Token]]:
    """Return the items of a list without bullets or 'I need to': numbered, by line or by comma."""
    return [_without_bullet(row) for row in _rows(tokens)]


def _rows(tokens: Sequence[Token]) -> list[list[Token]]:
    if counted := sorted(numbers(tokens)):
        ends = [*counted[1:], len(tokens)]
        rows = (tokens[at + 2 : end] for at, end in zip(counted, ends, strict=True))
        return [_without_marks(row) for row in rows]
    said = _said(tokens)
    return _parted(tokens, next((one for one in _SEPARATORS if said & {*one}), ()))


def _parted(tokens: Sequence[Token], marks: Collection[str]) -> list[list[Token]]:
    """Return the rows between separators; those in brackets don't count."""
    rows: list[list[Token]] = [[]]
    depth = 0
    last = max((at for at, one in enumerate(tokens) if "," in marks and one.word == ","), default=0)
    for at, token in enumerate(tokens):
        word = "" if token.is_quoted else token.word
        depth += (word == "(") - (word == ")")
        within = depth > 0 or (word in _AND and (at < last or joins_names(tokens, at)))
        within = within or _is_in_date(tokens, at)
        if word in marks and not within:
            rows.append([])
        else:
            rows[-1].append(token)
    return [row for row in rows if row]


def _without_marks(row: Sequence[Token]) -> list[Token]:
    """Return a row without trailing line ends, periods and commas."""
    end = len(row)
    while end and not row[end - 1].is_quoted and row[end - 1].word in _ENDS:
        end -= 1
    return list(row[:end])


def _is_in_date(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a comma comes before a date's year: 'December 5, 2026'."""
    month, day, mark, year = ("", "", "", "", *(one.word for one in tokens[max(0, at - 2) : at + 2]))[-4:]
    is_day = {month, day} & {*table_of("month")} and (month[:1].isdigit() or day[:1].isdigit())
    return bool(is_day) and mark == "," and year.isdigit() and len(year) == _YEAR


def _without_bullet(row: list[Token]) -> list[Token]:
    while row and not row[0].is_quoted and row[0].word in _BULLETS:
        row = row[1:]
    numbered = len(row) > 2 and row[0].word.isdigit() and row[1].word in _NUMBERED
    row = row[2:] if numbered else row
    lead = at_start("own_need", tuple(one.word for one in row))[1]
    return row[lead:] if lead < len(row) else row


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
    parts = _parted(row[at + 1 : end], (",", "/", ";")) + ([row[end + 1 :]] if row[end + 1 :] else [])
    said = _told(words, parts)
    return (row[:at], said) if said else (row, {})


def _cells(words: Words, row: Sequence[Token]) -> tuple[Sequence[Token], dict[str, Any]]:
    """Return a row without the details after commas or dashes: 'order bricks, dai, thursday'."""
    first, *rest = _parted(row, _BETWEEN_CELLS) or [[]]
    for place in range(len(rest)):
        if first and (said := _told(words, rest[place:])):
            return row[: row.index(rest[place][0]) - 1], said
    return row, {}


def _told(words: Words, parts: Sequence[Sequence[Token]]) -> dict[str, Any]:
    """Return the details in all parts; a lower-case name counts only beside a day."""
    details = [_own(words.once(_details, part)) for part in parts]
    name = "person" if any("due" in one for one in details) else "proper"
    said: dict[str, Any] = {}
    for part, own in zip(parts, details, strict=True):
        who = "" if own or len(part) > _NAME else read_slot(name, words.part(part))
        own = own or ({"assignee": who} if who else {})
        if not own or own.keys() & said.keys():
            return {}
        said |= own
    return said


def _owner(words: Words, row: Sequence[Token]) -> tuple[str, Sequence[Token]]:
    """Return the person named before a colon: 'Ana: sign the lease'."""
    at = next((place for place, token in enumerate(row[:4]) if token.word == ":"), 0)
    named = words.part(row[:at])
    who = read_slot("proper", named) if named.tokens else None
    return (who, row[at + 1 :]) if who and len(row) > at + 1 else ("", row)


def _details(words: Words, row: Sequence[Token]) -> Mapping[str, Any]:
    """Return the details that words give of a named thing; empty if they say anything else."""
    slots = _matched("details", words, row) or {}
    return slots if {*slots} <= {*_OWN} else {}


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
