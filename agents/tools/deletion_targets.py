"""Which things a call deletes."""

from collections.abc import Mapping, Sequence
from typing import Any

from agents.failures import ToolFailed
from agents.tools.call import Call
from agents.tools.named_things import IN_PROJECTS, Ref
from agents.tools.names import names_of
from agents.tools.resolver import Resolver
from agents.tools.workspace.scope import Scope, Target
from omniforge.storage.ids import as_id

BATCH = "change"  # the tool that deletes in projects


def titles_deleted(call: Call) -> Sequence[str]:
    """Return the titles of what a call deletes, in projects or in the calendar."""
    if call.tool.deletes:
        return call.tool.deletes(call.arguments, Scope.of(call.run.pack))
    named = (one.title for one in targets_of(call))
    found = meant_by(call, deletions_of(call))
    return [ref.title if ref else title for title, ref in zip(named, found, strict=True)]


def deletions_of(call: Call) -> list[Mapping[str, Any]]:
    operations = call.arguments["operations"] if call.tool.name == BATCH else ()
    return [one for one in operations if one.get("op") == "delete"]


def targets_of(call: Call) -> Sequence[Target]:
    """Return the titles that a batch deletes in projects. Empty for any other call."""
    refs = [str(one.get("ref") or "") for one in deletions_of(call)]
    ids = {ref: as_id(ref) for ref in refs}
    names = names_of(call.run.pack.access, [one for one in ids.values() if one])
    titles = {ref: names.get(one, "") if one else ref for ref, one in ids.items()}
    return [Target(titles[ref], ids[ref]) for ref in refs]


def meant_by(call: Call, operations: Sequence[Mapping[str, Any]]) -> list[Ref | None]:
    """Return the thing that each operation of a batch deletes; None if it deletes nothing, or isn't clear."""
    resolver = Resolver(Scope.of(call.run.pack), call.run.pack.conversation_id)
    return [_meant(one, resolver, str(call.arguments.get("project") or "")) for one in operations]


def _meant(operation: Mapping[str, Any], resolver: Resolver, home: str) -> Ref | None:
    kinds = (operation["kind"],) if operation.get("kind") else IN_PROJECTS
    if operation["op"] != "delete" or not set(kinds) <= set(IN_PROJECTS):
        return None
    try:
        words, project = str(operation["ref"]), str(operation.get("project") or home)
        return resolver.resolve(words, kinds, project).one
    except ToolFailed:
        return None
