"""Finds what a relative day is counted from: 'load ballast, the day before the rig'."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from agents.handlers.items import WORK, Item, load_items
from agents.handlers.references.loose_names import find_limit
from agents.handlers.task import Task
from intent.commands.readers.things.people import may_be_person
from intent.commands.types import Entry
from intent.commands.words import as_words
from intent.plain.counted_days import CountedDay, counted_day_behind
from intent.sentences.titles import is_named_in, normalise


class Origin(NamedTuple):
    """The day of what a relative day is counted from, and the end of its name in the text."""

    day: date
    end: int


def origin_in_work(counted: CountedDay, items: Sequence[Item]) -> Origin | None:
    """Return the day of the one thing of exactly this name, else of the one with all its words."""
    for name, end in counted.origins:
        same = {one.due for one in items if normalise(one.title) == normalise(name) and one.due}
        if len(same) == 1:
            return Origin(same.pop(), end)
    for name, end in counted.origins:
        if (found := find_limit(as_words(name), items)) and found.due:
            return Origin(found.due, end)
    return None


def with_counted_days(task: Task, entries: Sequence[Entry], home: Item) -> list[Entry]:
    """Return new things, each with the day counted from another of the list or of the project.

    A day that is counted from something unknown stays in the title.
    """
    items = [one for one in load_items(task.pack.access, WORK, home.id) if one.due]
    return [one if one.due else _dated(one, entries, items) for one in entries]


def _dated(entry: Entry, entries: Sequence[Entry], items: Sequence[Item]) -> Entry:
    found = counted_day_behind(entry.title)
    if found is None:
        return entry
    title, counted = found
    origin = _origin_in_list(counted, entries) or origin_in_work(counted, items)
    if origin is None or origin.end != len(counted.text):
        return entry
    return _with_name(replace(entry, title=title, due=counted.from_day(origin.day)))


def _with_name(entry: Entry) -> Entry:
    """Return 'brief stewards' with Mo for 'brief stewards, Mo', as a name beside any other day is read."""
    title, _, who = entry.title.rpartition(", ")
    named = title and not entry.assignee and may_be_person(who)
    return replace(entry, title=title, assignee=who) if named else entry


def _origin_in_list(counted: CountedDay, entries: Sequence[Entry]) -> Origin | None:
    """Return the day of the one thing of the same list that the whole reference names."""
    name, end = next(counted.origins, ("", 0))
    days = [one.due for one in entries if one.due and is_named_in(name, one.title)]
    return Origin(days[0], end) if len(days) == 1 and days[0] else None
