"""Whether the person asked for a write themselves, naming its target.

Once a run has read text by others, a deletion waits for a yes, unless the person's own message of this turn
orders it by name. After a file that they uploaded, a telling word of each title is enough. Titles, documents
and tool results never count, nor does pasted text: only the first line of the message does, up to a colon.
"""

from collections.abc import Sequence
from typing import Any

from agents.context.pack import ContextPack
from agents.models import RunTrigger
from agents.tools.call import Call
from agents.tools.deletion_targets import deletions_of, meant_by, titles_deleted
from agents.tools.named_things import Ref
from agents.tools.workspace.borders import made_by_turns
from agents.tools.workspace.scope import Scope, Target
from intent.commands import Command, Reference, Situation, read_commands
from intent.commands.words import as_words
from intent.data_files import words_of
from intent.local.ordered_deletions import words_to_delete
from intent.sentences.titles import normalise
from omniforge.projects.search.words import stems

_LONGEST = 300  # characters of an order that counts as consent
_DELETES = ".delete"  # suffix of the names of commands that delete
_OBJECT = 3  # words of an order within which its object begins
_LEFT = words_of("word_lists", "left_to_a_text")
_KINDS = "task document file project list note event risk goal plan milestone requirement calendar item"


def is_asked_for(call: Call, targets: Sequence[Target]) -> bool:
    """Return whether the person's message orders every deletion of a write by name, and there is any."""
    pack = call.run.pack
    if pack.trigger != RunTrigger.CHAT or not targets:
        return False
    scope, named = Scope.of(pack), _named_for_deletion(pack)
    pairs = zip(targets, meant_by(call, deletions_of(call)), strict=True)
    return all(_is_meant(target, ref, named, scope) for target, ref in pairs)


def is_named_for_deletion(call: Call) -> bool:
    """Return whether the person orders a deletion, with a telling word of each title that a call deletes.

    An order may also leave the choice to the file: 'Delete what is ticked off in the notes'.
    """
    pack, titles = call.run.pack, titles_deleted(call)
    order = words_to_delete(own_order(pack.words))
    if pack.trigger != RunTrigger.CHAT or not (titles and order):
        return False
    said = set(stems(order)) - set(stems(_KINDS))  # a kind tells no thing from another
    left = _LEFT.intersection(as_words(order)[:_OBJECT])  # not at its end: 'remove Bob, that's all'
    return bool(left) or all(said.intersection(stems(one)) for one in titles)


def is_in_own_words(call: Call) -> bool:
    """Return whether a call only writes text from the person's own order of this turn."""
    given = {name: value for name, value in call.arguments.items() if value}
    pack, written = call.run.pack, stems(str(given.pop(call.tool.own_words, "")))
    if pack.trigger != RunTrigger.CHAT or not written or given:
        return False
    return set(written) <= set(stems(own_order(pack.words)))


def is_named_setting(call: Call) -> bool:
    """Return whether the person's own order has a telling word of each value that a call sets."""
    pack, said = call.run.pack, set(stems(own_order(call.run.pack.words)))
    values = [stems(str(value)) for value in call.arguments.values() if value]
    named = bool(values) and all(said.intersection(one) for one in values)
    return named and call.tool.named_values and pack.trigger == RunTrigger.CHAT


def _is_meant(target: Target, ref: Ref | None, named: frozenset[str], scope: Scope) -> bool:
    thing_id = ref.id if ref else target.id
    if thing_id and made_by_turns(scope.access, {scope.turn_id}, {thing_id}):
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
