"""Completes partial names: 'Ali', if Ali Haddad is the only Ali who has work here."""

from collections.abc import Mapping, Set
from dataclasses import replace
from typing import Any

from agents.handlers.items import WORK, load_items
from agents.handlers.task import NoSuchTarget, Task
from agents.tools.assignees import each_whole_name, names_of_members, persons_in, whole_name
from intent.commands.readers.things.no_titles import is_no_name
from intent.commands.types import Entry
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access

WHOSE = "I'm not sure whom you mean. Say the name."
_PRONOUNS, _LOOKED_BACK = ("him", "her"), 3  # and messages before the one with the pronoun


async def complete_names(task: Task, slots: Mapping[str, Any]) -> dict[str, Any]:
    """Return a command's slots with assignees' names completed. Raises NoSuchTarget for what is no name."""
    entries: tuple[Entry, ...] = tuple(slots.get("titles") or ())
    said = {slots.get("assignee"), *(one.assignee for one in entries)}
    parts = {one for one in said if one and "@" not in one}
    if any(map(is_no_name, parts)):
        raise NoSuchTarget  # 'lend it to Rosa as well', after an order
    if not parts:
        return dict(slots)
    known = await in_database(_known, task.pack.access)
    meant = {one: last_person(task, known) if one.casefold() in _PRONOUNS else one for one in parts}
    whole = {said: each_whole_name(one, known) for said, one in meant.items()}
    own: dict[str, Any] = {}
    if "assignee" in slots:
        own["assignee"] = whole.get(slots["assignee"], slots["assignee"])
    if entries:
        own["titles"] = tuple(replace(one, assignee=whole.get(one.assignee, one.assignee)) for one in entries)
    return {**slots, **own}


def last_person(task: Task, known: Set[str]) -> str:
    """Return whom 'him' means: the only person named last. Raises NoSuchTarget if that isn't clear."""
    for text in reversed(task.pack.said[-_LOOKED_BACK:]):
        words = text.replace("'", " ").replace("’", " ").split()
        named = {one for one in known if one.partition(" ")[0] in (word.strip(".,;:!?") for word in words)}
        if named:
            break
    else:
        named = set()
    if len(named) != 1:
        raise NoSuchTarget(WHOSE)
    return named.pop()


def find_person(access: Access, said: str) -> str:
    """Return the one known name that words are, or are part of, else empty."""
    known = _known(access)
    name = whole_name(said, known) if said else ""
    return name if name in known else ""


def _known(access: Access) -> set[str]:
    assignees = (one.assignee for one in load_items(access, WORK) if one.assignee)
    return names_of_members(access) | {name for one in assignees for name in persons_in(one)}


def name_words(access: Access) -> set[str]:
    """Return the words in the names of members and people with work."""
    return {word for one in _known(access) for word in one.split()}
