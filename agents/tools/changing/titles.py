"""A batch of operations with the titles of what its names and ids mean, for people to read."""

from collections.abc import Mapping
from typing import Any

from agents.tools.named_things import IN_PROJECTS, PROJECT
from agents.tools.resolving import Resolver
from agents.tools.tool import ToolFailed

_ALL = (PROJECT, *IN_PROJECTS)


def in_titles(arguments: Mapping[str, Any], resolver: Resolver) -> dict[str, Any]:
    """Return the arguments of a batch with titles for the ids and words that mean one thing that exists."""
    operations = arguments["operations"]
    resolver.know(str(one.get(end) or "") for one in operations for end in ("ref", "to"))
    home = str(arguments.get("project") or "")
    return {**arguments, "operations": [_in_titles(one, resolver, home) for one in operations]}


def _in_titles(one: Mapping[str, Any], resolver: Resolver, home: str) -> dict[str, Any]:
    kinds = (one["kind"],) if one.get("kind") else _ALL
    project = str(one.get("project") or home)
    titles = {end: _title(str(one[end]), kinds, resolver, project) for end in ("ref", "to") if one.get(end)}
    return {**one, **titles}


def _title(words: str, kinds: tuple[str, ...], resolver: Resolver, project: str) -> str:
    try:
        found = resolver.resolve(words, kinds, project).one
    except ToolFailed:
        return words
    return found.title if found else words
