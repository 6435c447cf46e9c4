"""The last order with one corrected value: 'sorry, 12 days' after 'due in 10 days'."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from intent.commands.grammar.tokens import Token, tokenize
from intent.commands.types import Command, Reading
from intent.commands.words import as_words, key_of
from intent.sentences.titles import significant_words

_UPDATES = ("thing.update", "thing.correct")
_EVENT = "event.create"
_SHIFTS = ("later", "earlier")
Read = Callable[[str], Reading]


class _Figure(NamedTuple):
    """A figure in a text. `counts` if days, weeks or months follow it."""

    start: int
    end: int
    counts: bool


def repeat_order(said: str, right: str, read: Read, *, sure: bool) -> Command | None:
    """Return the last order with another figure or title, or None if it had none.

    If it isn't `sure` that this is a correction, only a figure with its unit, like '5 days', counts.
    """
    commands = read(said).commands if said else ()
    if len(commands) != 1 or commands[0].name not in (*_UPDATES, "thing.create", _EVENT):
        return None
    renamed = _renamed(commands[0], right, read) if sure else None
    if renamed or commands[0].name == _EVENT:
        return renamed
    return _with_figure(said, right, read, commands[0], sure=sure)


def _title_of(command: Command) -> str:
    event = command.slots.get("event")
    return str(command.slots.get("title") or getattr(event, "title", ""))


def _renamed(made: Command, right: str, read: Read) -> Command | None:
    """Return the change of a title to a similar one: 'Order coffee' for 'Order tea', 'pitch 3'."""
    before = _title_of(made)
    title = _renumbered(before, right) or (right if before and _is_much_like(before, right) else "")
    found = read(f"rename it to “{title}”").commands if title else ()
    wanted = "event.update" if made.name == _EVENT else "thing.update"
    ways = [way for one in found for way in (one, *one.alternatives) if way.name == wanted]
    return replace(ways[0], alternatives=()) if ways and len(found) == 1 else None


def _renumbered(title: str, right: str) -> str:
    """Return a title with another number behind the same word, empty if it has no such word."""
    noun, _, number = right.rpartition(" ")
    if not noun or not number.isdigit():
        return ""
    found = re.findall(rf"\b{re.escape(noun)} \d+\b", title, re.I)
    return title.replace(found[0], f"{found[0].rpartition(' ')[0]} {number}") if len(found) == 1 else ""


def _is_much_like(before: str, right: str) -> bool:
    """Return whether two titles share at least half of their words, including a first or last one."""
    old, new = significant_words(before), significant_words(right)
    said, meant = as_words(before), as_words(right)
    framed = said[:1] == meant[:1] or said[-1:] == meant[-1:]
    return framed and old != new and len(meant) > 1 and len(old & new) * 2 >= max(len(old), len(new))


def _with_figure(said: str, right: str, read: Read, before: Command, *, sure: bool) -> Command | None:
    new, old = _figures(tokenize(right)), _figures(tokenize(said))
    if len(new) != 1 or new[0][:2] != (0, len(right)) or not (sure or new[0].counts):
        return None
    old = [one for one in old if one.counts == new[0].counts]
    if len(old) != 1:
        return None
    reading = read(f"{said[: old[0].start]}{right}{said[old[0].end :]}")
    if not reading.is_whole or len(reading.commands) != 1:
        return None
    again = reading.commands[0]
    if again.name == before.name == "thing.create":
        return _of_made(again, before, read)
    shifts = not again.slots.keys().isdisjoint(_SHIFTS)
    again = replace(again, name="thing.correct") if shifts else again
    return again if again.name in _UPDATES else None


def _of_made(again: Command, before: Command, read: Read) -> Command | None:
    """Return the change of the thing that the last order created to its corrected values, except its name."""
    other = {slot: value for slot, value in again.slots.items() if before.slots.get(slot) != value}
    change = next(iter(read("set it to done").commands), None)
    if change is None or not other or "title" in other:
        return None
    return replace(
        change, name="thing.update", slots={"thing": change.slots["thing"], **other}, alternatives=()
    )


def _figures(tokens: Sequence[Token]) -> list[_Figure]:
    found, at = list[_Figure](), 0
    while at < len(tokens):
        counted = at + 1 < len(tokens) and bool(key_of("day_unit", tokens[at + 1].word))
        is_figure = tokens[at].word.isdigit() or (counted and bool(key_of("count", tokens[at].word)))
        if is_figure and not tokens[at].is_quoted:
            found.append(_Figure(tokens[at].start, tokens[at + counted].end, counted))
        at += 1 + (is_figure and counted)
    return found
