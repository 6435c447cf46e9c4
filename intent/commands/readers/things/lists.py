"""Reads lists of new things: titles by line, sentence, semicolon or comma, each with its day and person."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import chain
from typing import Any

from intent.commands.catalogue import verbs
from intent.commands.grammar.slot_types import Words, read_slot, slot_type
from intent.commands.grammar.tokens import FIGURE, Token
from intent.commands.layout import numbers
from intent.commands.readers.tables.entries import has_header, holds_figures, read_table
from intent.commands.readers.things.doers import has_duty, may_state, states, subject_of, with_subject
from intent.commands.readers.things.entries import (
    Row,
    details_alone,
    name_in,
    read_behind,
    told_behind,
)
from intent.commands.readers.things.list_rows import AND, CELLS, SEPARATORS, SETS_OFF_LINES, rows_of, said_in
from intent.commands.types import Entry
from intent.commands.words import as_words, at_end, at_start, key_of, verbs_of_work
from intent.slots.moments import find_moment

_TOLD_BEFORE = (":", "\n")  # behind these a list stands alone: 'to it' belongs to its last item
_WHICH = ("next", "this", "coming", "last")  # day: 'next Tuesday' is no item 'next'
_INTO = 2  # words of 'into it'
_BEFORE_SHARED = frozenset((",", ";", "-", "–", "—", ".", "\n"))
_SPEAKERS = ("i", "me")  # 'I'll ring the bank' needs no second item with a person
_PRICE = re.compile(r"[€$£] ?\d[\d.,]*k?|\d[\d.,]* ?[€$£]")


@slot_type("titles", cues=lambda: frozenset((FIGURE, *chain(*SEPARATORS))), free=True)
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
    found = None if words.tokens[-1].word in _WHICH else read_entries(words)
    return found if found and (len(found) > 1 or "\n" in said_in(words.tokens)) else None


@slot_type("dated_titles", cues=lambda: frozenset(AND), free=True)
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
    subjects = all(map(subject_of, rows))
    found = [_entry(words, row, subjects=subjects) for row in rows]
    entries = tuple(one for one in found if one and one.due and "," not in one.title)
    return entries if len(entries) == len(rows) else None


@slot_type("detailed_titles", cues=lambda: frozenset(chain(*SEPARATORS)), free=True)
def _detailed_titles(words: Words) -> tuple[Entry, ...] | None:
    """Return several things, each with its own day or person."""
    found = _titles(words) or ()
    own = all((one.due or one.assignee) and not _is_part(one.title.split()) for one in found)
    return found if found and own else None


def _is_part(title: Sequence[str]) -> bool:
    """Return whether a title goes on: 'his', 'charge' in 'Bo has to charge & pack the lamps by Friday'."""
    return bool(key_of("no_name", title[0])) or (len(title) == 1 and title[0].lower() in verbs_of_work())


def _lacks_verb(row: Sequence[Token]) -> bool:
    """Return whether words continue the previous item: 'and the deposit by Monday'."""
    return not row or bool(key_of("article", row[0].word) or key_of("inside", row[0].word))


@slot_type("entries")
def read_entries(words: Words) -> tuple[Entry, ...] | None:
    """Return the items of a text, perhaps just one. Words that only describe the item before belong to it."""
    if _reports(words):
        return None
    items, shared = _headed(*_shared(words))
    found = read_table(items) or (None if has_header(items) else _dated_titles(items) or _listed(items))
    if found:
        return tuple(_with_shared(one, shared) for one in found)
    return None


def _reports(words: Words) -> bool:
    """Return whether nothing orders to add a list, and it states something: 'jobs: the roof is done, …'.

    A table with a column of figures, like the hours of each, does so too.
    """
    below = words.tokens[0].start if words.tokens else 0
    if not (words.tokens and verbs().isdisjoint(as_words(words.source[:below]))):
        return False
    told = may_state(words.tokens) and any(map(states, rows_of(words.tokens)))
    return told or holds_figures(words.source[below:])


@slot_type("line_entries")
def _line_entries(words: Words) -> Sequence[Entry] | None:
    """Return the things of one line, all with a detail that is set off."""
    one = told_behind(words)
    return _several(words, words.tokens) or ((one,) if one else None)


@slot_type("told_entries")
def _told_entries(words: Words) -> tuple[Entry, ...] | None:
    """Return several items, or one with its details, of which none happens at a time of day."""
    marks = {*chain(*SEPARATORS), *CELLS, "("}
    found = read_entries(words) if marks & said_in(words.tokens) else None
    told = found and (len(found) > 1 or read_slot("told_entry", words))
    told = told and words.situation.table is None  # else they may be rows
    return found if found and told and not any(_is_other(words, one.title) for one in found) else None


def _is_other(words: Words, title: str) -> bool:
    """Return whether a title is no task: it has a time of day, or says what it is, 'a risk that …'."""
    said = as_words(title)
    size = at_start("article", said)[1]
    return _has_clock(words, title) or (size > 0 and at_start("kind", said[size:])[1] > 0)


def _has_clock(words: Words, title: str) -> bool:
    moment = find_moment(title, words.situation.now)
    return moment is not None and moment.moment.at is not None


def _shared(words: Words) -> tuple[Words, Mapping[str, Any]]:
    """Return a list without the details of all its items and its place: 'a, b and c to it, all for Tom'."""
    row = words.tokens
    at = max((place for place, one in enumerate(row) if one.word in _BEFORE_SHARED), default=0)
    details = _of_all(words, row[at + 1 :]) if at > 1 else {}
    row = row[:at] if details else row
    is_told = words.source[: words.tokens[0].start].rstrip().endswith(_TOLD_BEFORE) if words.tokens else True
    size = 0 if is_told else at_end("into_it", tuple(one.word for one in row[-_INTO:]))[1]
    return words.part(row[:-size] if 0 < size < len(row) else row), details


def _headed(words: Words, shared: Mapping[str, Any]) -> tuple[Words, Mapping[str, Any]]:
    """Return a line of several things without the person or day before it: 'Tue: the vicarage (Dale), …'."""
    said = [one.word for one in words.tokens]
    if said.count(":") != 1 or SETS_OFF_LINES & {*said}:
        return words, shared
    at = said.index(":")
    head = words.tokens[:at]
    common = (name_in(words, head, "proper") or details_alone(words, head)) if 0 < at < len(said) - 1 else {}
    return (words.part(words.tokens[at + 1 :]), {**shared, **common}) if common else (words, shared)


def _several(words: Words, row: Row) -> Sequence[Entry]:
    """Return the things of a line with several: 'Ann: wax the skis (8 Dec), price tags (9 Dec)'."""
    rest, common = _headed(words.part(row), {})
    found: Sequence[Entry] = read_slot("detailed_titles", rest) or ()
    return [_with_shared(one, common) for one in found] if len(found) > 1 else ()


def _of_all(words: Words, row: Row) -> dict[str, Any]:
    size = at_start("each_of", tuple(one.word for one in row))[1]
    if not 0 < size < len(row):
        return {}
    return dict(details_alone(words, row[size:])) or name_in(words, row[size:], "proper")


def _with_shared(entry: Entry, shared: Mapping[str, Any]) -> Entry:
    return replace(entry, **{name: value for name, value in shared.items() if not getattr(entry, name)})


def _listed(words: Words) -> tuple[Entry, ...] | None:
    """Return the items, or None if one can't be read. Of several lines, those are `left`."""
    found: list[Entry] = []
    rows = rows_of(words.tokens)
    by_line = bool(said_in(words.tokens) & SETS_OFF_LINES)
    subjects = sum(bool(subject_of(row)) for row in rows) > 1
    for row, after in zip(rows, [*rows[1:], []], strict=False):
        is_deed = subjects and subject_of(row) > 0
        said = {} if is_deed else details_alone(words, row) or _named_beside(words, row, after, found)
        said = {} if _is_next(found, said) else said
        if said and found:
            found[-1] = replace(found[-1], **said)
        elif found and row and _PRICE.fullmatch(price := words.part(row).text):
            found[-1] = replace(found[-1], title=f"{found[-1].title}, {price}")
        elif by_line and len(rows) > 1 and (several := _several(words, row)):
            found += several
        elif (entry := _entry(words, row, subjects=subjects)) is not None:
            found.append(entry)
        elif row and by_line:
            found.append(Entry("", left=words.part(row).text))
        elif row:
            return None
    return _dated(found) if any(one.title for one in found) else None


def _is_next(found: Sequence[Entry], said: Mapping[str, Any]) -> bool:
    """Return whether words are the next item, as the one before has its day: 'roof by May, gate by June'."""
    who = said.get("assignee", "")
    return bool(found and found[-1].due and who and said.get("due")) and not key_of("someone", who)


def _dated(entries: Sequence[Entry]) -> tuple[Entry, ...] | None:
    """Return the items with the days counted from the item before: 'a week later'. None if that has none."""
    found: list[Entry] = []
    for entry in entries:
        due = found[-1].due if found and entry.later is not None else None
        if entry.later is not None and due is None:
            return None
        found.append(replace(entry, due=due + timedelta(entry.later or 0), later=None) if due else entry)
    return tuple(found)


def _entry(words: Words, row: Row, *, subjects: bool) -> Entry | None:
    tells_who = subjects or (row and row[0].word in _SPEAKERS) or has_duty(row)
    size = subject_of(row) if tells_who else 0
    return with_subject(words, row, size) if size else read_behind(words, row)


def _named_beside(words: Words, row: Row, after: Row, found: Sequence[Entry]) -> Mapping[str, Any]:
    """Return the speaker, or a name before or behind a day: 'order bricks, me', '…, Ann, by Friday'."""
    dated = bool(found and found[-1].due and not found[-1].assignee)
    dated = dated or "due" in (details_alone(words, after) if after else {})
    return name_in(words, row, "proper" if dated else "speaker")
