"""Reads names of existing things: projects, agents, and things with a date."""

from collections.abc import Sequence
from dataclasses import replace

from intent.commands.readers.dates import feast_day
from intent.commands.readers.homes import drop_article, read_home
from intent.commands.readers.references import read_reference
from intent.commands.slot_types import Words, read_slot, slot_type, text_of
from intent.commands.tokens import tokenize
from intent.commands.types import Reference
from intent.commands.words import table
from intent.slots.days import find_days
from intent.slots.project_names import projects_listed


@slot_type("project")
def _project(words: Words) -> Reference | None:
    """Return an existing project, or any name that the words call a project."""
    if name := read_home(words):
        return Reference(words.text, name=name, kind="project")
    found = read_reference(words)
    return found if found and found.kind == "project" else None


@slot_type("project_names")
def _project_names(words: Words) -> tuple[str, ...] | None:
    """Return the existing projects that words list and nothing else."""
    return projects_listed(words.text, words.situation.projects) or None


@slot_type("agent")
def _agent(words: Words) -> Reference | None:
    """Return an agent whose name the words match, or any name that they call an agent."""
    if name := _known_name(words, words.situation.agents):
        return Reference(words.text, name=name, kind="agent")
    found = read_reference(words)
    if found is None or found.kind not in ("", "agent", "thing") or found.conditions:
        return None
    points = found.is_pronoun or found.place is not None or found.kind
    return replace(found, kind="agent") if points else None


def _known_name(words: Words, names: Sequence[str]) -> str:
    """Return the existing name in the words, without article and kind, empty if there is none."""
    rest = drop_article(words)
    said = [token.word for token in tokenize(" ".join(one.text for one in rest).replace("-", " "))]
    while said and table("kind").get((said[-1],)):
        said.pop()
    for name in names:
        own = [token.word for token in tokenize(name.replace("-", " "))]
        if said and set(said) <= set(own):
            return text_of(words.source, rest)
    return ""


@slot_type("dated_thing")
def _dated_thing(words: Words) -> Reference | None:
    """Return a thing whose date filters others: 'before the first night', but not 'before Easter'."""
    said, today = tuple(one.word for one in words.tokens), words.situation.now.date()
    if "," in said or feast_day(said, today) or find_days(words.text, today) or read_slot("days", words):
        return None
    found = read_reference(words)
    return found if found and found.name and not (found.conditions or found.is_plural) else None
