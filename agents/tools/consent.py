"""Whether the person asked for a write themselves, naming its target.

Once a run has read text by others, a deletion waits for a yes. There are two exceptions: the person's own
message of this turn orders it by name, or everything the run has read, and deletes, was created by this
conversation. Titles, documents and tool results never count, nor does pasted text: only the first line of
the message does, up to a colon, read as commands that cover a clause exactly.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Q

from agents.context.pack import ContextPack
from agents.failures import ToolFailed
from agents.models import RunTrigger
from agents.tools.call import Call
from agents.tools.named_things import IN_PROJECTS, Ref
from agents.tools.names import names_of
from agents.tools.resolver import Resolver
from agents.tools.run_context import RunContext
from agents.tools.workspace.borders import made_by_turns, was_made_in_turn
from agents.tools.workspace.scope import Scope, Target
from intent.commands import Command, Reference, Situation, read_commands
from intent.local.text import read
from intent.sentences.titles import normalise
from intent.types import Catalogue
from omniforge.projects.search.words import stems
from omniforge.projects.selectors import find_edges
from omniforge.storage.ids import as_id

_LONGEST = 300  # characters of an order that counts as consent
_BATCH = "change"  # the tool that deletes in projects
_DELETION = "delete"  # the act of such a call
_DELETES = ".delete"  # suffix of the names of commands that delete


def targets_of(call: Call) -> Sequence[Target]:
    """Return the titles that a batch deletes in projects. Empty for any other call."""
    operations = call.arguments["operations"] if call.tool.name == _BATCH else ()
    refs = [str(one.get("ref") or "") for one in operations if one.get("op") == "delete"]
    ids = {ref: as_id(ref) for ref in refs}
    names = names_of(call.run.pack.access, [one for one in ids.values() if one])
    titles = {ref: names.get(one, "") if one else ref for ref, one in ids.items()}
    return [Target(titles[ref], ids[ref]) for ref in refs]


def is_asked_for(call: Call, targets: Sequence[Target]) -> bool:
    """Return whether the person's message orders every deletion of a write by name, and there is any."""
    pack = call.run.pack
    if pack.trigger != RunTrigger.CHAT or not targets:
        return False
    scope, named = Scope.of(pack), _named_for_deletion(pack)
    deletions = [one for one in call.arguments["operations"] if one.get("op") == "delete"]
    pairs = zip(targets, _meant_by(call, deletions), strict=True)
    return all(_is_meant(target, ref, named, scope) for target, ref in pairs)


def deletes_what_it_made(call: Call) -> bool:
    """Return whether a batch only deletes what this conversation created.

    Requires that the run has read nothing else: a stranger's text must never choose the targets.
    """
    run, pack = call.run, call.run.pack
    if pack.trigger != RunTrigger.CHAT or pack.delegated or not run.read_of:
        return False
    things = _only_deleted(call)
    own = made_by_turns(pack.access, _turns_of(pack), {*things, *_read_with(run)})
    return bool(things) and own >= {*things, *_read_with(run)}


def is_deletion(call: Call) -> bool:
    """Return whether a call deletes something, in projects or in the calendar."""
    return _DELETION in call.tool.acts_of(call.arguments)


def wants_a_deletion(call: Call) -> bool:
    """Return whether the person's message of this turn orders a deletion, by name or not."""
    pack = call.run.pack
    return pack.trigger == RunTrigger.CHAT and read(own_order(pack.words), Catalogue()).has("delete")


def is_in_own_words(call: Call) -> bool:
    """Return whether a call only writes text from the person's own order of this turn."""
    given = {name: value for name, value in call.arguments.items() if value}
    pack, written = call.run.pack, stems(str(given.pop(call.tool.own_words, "")))
    if pack.trigger != RunTrigger.CHAT or not written or given:
        return False
    return set(written) <= set(stems(own_order(pack.words)))


def _only_deleted(call: Call) -> frozenset[UUID]:
    """Return what a batch deletes, empty if it does anything else, or a target isn't clear."""
    operations = call.arguments["operations"] if call.tool.name == _BATCH else ()
    things = frozenset(one.id for one in _meant_by(call, operations) if one)
    return things if len(things) == len(operations) else frozenset()


def _meant_by(call: Call, operations: Sequence[Mapping[str, Any]]) -> list[Ref | None]:
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


def _turns_of(pack: ContextPack) -> frozenset[UUID]:
    """Return the turns of this conversation that changed something, including this one."""
    return frozenset((*map(UUID, pack.dialogue.changed_turns), pack.turn_id))


def _read_with(run: RunContext) -> frozenset[UUID]:
    """Return the things that the run has read, and those whose titles appear in their links."""
    edges = find_edges(run.pack.access).filter(Q(source_id__in=run.read_of) | Q(target_id__in=run.read_of))
    ends = edges.values_list("source_id", "target_id")
    return run.read_of.union(*ends)


def _is_meant(target: Target, ref: Ref | None, named: frozenset[str], scope: Scope) -> bool:
    thing_id = ref.id if ref else target.id
    if thing_id and was_made_in_turn(scope, thing_id):
        return True
    return normalise(target.title) in named


def _named_for_deletion(pack: ContextPack) -> frozenset[str]:
    """Return the folded names that the person's own order deletes."""
    order = own_order(pack.words)
    if not order:
        return frozenset()
    existing = pack.catalogue
    situation = Situation(
        now=pack.now,
        agents=tuple(card.name for card in existing.agents),
        skills=tuple(existing.skills),
        projects=tuple(card.name for card in existing.projects),
    )
    commands = read_commands(order, situation).commands
    return frozenset(name for one in commands if one.name.endswith(_DELETES) for name in _names(one))


def own_order(message: str) -> str:
    """Return the part of a message that is certainly the person's own order. Empty unless it is short."""
    first = message.strip().partition("\n")[0].partition(":")[0]
    return first if len(first) <= _LONGEST else ""


def _names(command: Command) -> list[str]:
    """Return the names that a command gives, one by one. Mere references ('all', 'it') give none."""
    found: list[str] = []
    for value in command.slots.values():
        for one in value if isinstance(value, tuple | list) else (value,):
            found += _names_in(one)
    return found


def _names_in(value: Any) -> list[str]:
    if isinstance(value, str):
        return [normalise(value)]
    if not isinstance(value, Reference) or not value.name or _only_points(value):
        return []
    listed = [name for part in value.parts for name in _names_in(part)]
    return [normalise(value.name), normalise(value.words), *listed]


def _only_points(one: Reference) -> bool:
    return bool(one.is_pronoun or one.is_all or one.conditions)
