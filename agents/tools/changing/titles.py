"""A batch of operations with titles in place of names and ids, for people to read."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from agents.failures import ToolFailed
from agents.tools.named_things import IN_PROJECTS, PROJECT, Ref
from agents.tools.resolver import Resolver

_ALL = (PROJECT, *IN_PROJECTS)
_ENDS = ("ref", "to")


def name_targets(arguments: Mapping[str, Any], resolver: Resolver) -> dict[str, Any]:
    """Return a batch's arguments with titles for the ids and words that mean exactly one existing thing.

    `which` tells an operation's target apart from others of the same name.
    """
    operations = arguments["operations"]
    resolver.know(str(one.get(end) or "") for one in operations for end in _ENDS)
    meant = [_meant(one, resolver, str(arguments.get("project") or "")) for one in operations]
    apart = resolver.apart([ref for refs in meant for ref in refs.values()])
    pairs = zip(operations, meant, strict=True)
    return {**arguments, "operations": [_in_titles(one, refs, apart) for one, refs in pairs]}


def _in_titles(one: Mapping[str, Any], refs: Mapping[str, Ref], apart: Mapping[UUID, str]) -> dict[str, Any]:
    titles = {end: ref.title for end, ref in refs.items()}
    which = {"which": apart[refs["ref"].id]} if "ref" in refs and refs["ref"].id in apart else {}
    return {**one, **titles, **which}


def _meant(one: Mapping[str, Any], resolver: Resolver, home: str) -> dict[str, Ref]:
    kinds = (one["kind"],) if one.get("kind") else _ALL
    project = str(one.get("project") or home)
    found = {end: _found(str(one[end]), kinds, resolver, project) for end in _ENDS if one.get(end)}
    return {end: ref for end, ref in found.items() if ref}


def _found(words: str, kinds: tuple[str, ...], resolver: Resolver, project: str) -> Ref | None:
    try:
        return resolver.resolve(words, kinds, project).one
    except ToolFailed:
        return None
