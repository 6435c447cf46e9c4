"""Reads names of existing things: projects, agents, and things with a date."""

from intent.commands.grammar.slot_types import Words, read_slot, slot_type
from intent.commands.readers.things.homes import read_home
from intent.commands.readers.things.references import read_reference
from intent.commands.readers.times.dates import feast_day
from intent.commands.types import Reference
from intent.slots.days import find_days


@slot_type("project")
def _project(words: Words) -> Reference | None:
    """Return an existing project, or any name that the words call a project."""
    if name := read_home(words):
        return Reference(words.text, name=name, kind="project")
    found = read_reference(words)
    return found if found and found.kind == "project" else None


@slot_type("dated_thing")
def _dated_thing(words: Words) -> Reference | None:
    """Return a thing whose date filters others: 'before the first night', but not 'before Easter'."""
    said, today = tuple(one.word for one in words.tokens), words.situation.now.date()
    if "," in said or feast_day(said, today) or find_days(words.text, today) or read_slot("days", words):
        return None
    found = read_reference(words)
    return found if found and found.name and not (found.conditions or found.is_plural) else None
