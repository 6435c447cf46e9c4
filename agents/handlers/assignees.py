"""Finds the assignee of a new thing in its title, among the people who already have work.

No reader can tell 'buy napkins for Ines Barros' from 'buy presents for the kids': only known names can.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from agents.handlers.items import WORK, load_items
from agents.handlers.task import Task
from intent.commands.types import Entry
from intent.sentences.titles import normalise
from omniforge.errors import InvalidInput
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_FOR = "for"
_FULL = 2  # fewest words of a name at the start of a title; one word may be part of the title


async def assign_people(task: Task, entries: Sequence[Entry]) -> list[Entry]:
    """Return new things, each with its assignee if its title names one."""
    if all(one.assignee for one in entries):
        return list(entries)
    names = await in_database(_people, task)
    return [one if one.assignee or _is_quoted(task, one) else _with_doer(one, names) for one in entries]


def _people(task: Task) -> Mapping[str, str]:
    """Return the people with work by folded name: full names, and unique first names."""
    people = {one.assignee for one in load_items(task.pack.access, WORK) if one.assignee}
    first = Counter(normalise(one).partition(" ")[0] for one in people)
    alone = {name: one for one in people if first[name := normalise(one).partition(" ")[0]] == 1}
    return alone | {normalise(one): one for one in people}


def _is_quoted(task: Task, entry: Entry) -> bool:
    before = task.pack.message.partition(entry.title)[0]
    return before != task.pack.message and before[-1:] in tuple("\"'“„«")


def _with_doer(entry: Entry, names: Mapping[str, str]) -> Entry:
    words = entry.title.split()
    if len(words) >= _FULL and (who := names.get(_name(words))):
        raise InvalidInput(f"What should {plain(who)} do? Say it with the task. Nothing was created.")
    return _at_end(entry, words, names) or _at_start(entry, words, names) or entry


def _at_end(entry: Entry, words: Sequence[str], names: Mapping[str, str]) -> Entry | None:
    """Return 'buy napkins' with Ines Barros for 'buy napkins for ines barros'."""
    at = max((place for place in range(1, len(words) - 1) if words[place].casefold() == _FOR), default=0)
    who = names.get(_name(words[at + 1 :])) if at else None
    return replace(entry, title=" ".join(words[:at]), assignee=who) if who else None


def _at_start(entry: Entry, words: Sequence[str], names: Mapping[str, str]) -> Entry | None:
    """Return 'bleed the radiators' with Dean Foley for 'dean foley bleed the radiators'."""
    sizes = (size for size in range(len(words) - 1, _FULL - 1, -1) if _name(words[:size]) in names)
    size = next(sizes, 0)
    if not size:
        return None
    rest = " ".join(words[size:]).lstrip(":-– ").removeprefix("to ")
    return replace(entry, title=f"{rest[:1].upper()}{rest[1:]}", assignee=names[_name(words[:size])])


def _name(words: Sequence[str]) -> str:
    return normalise(" ".join(words)).strip(" :,-–.")
