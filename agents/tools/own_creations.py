"""Whether a run only deletes what its own conversation created."""

from uuid import UUID

from django.db.models import Q

from agents.context.pack import ContextPack
from agents.models import RunTrigger
from agents.tools.call import Call
from agents.tools.deletion_targets import BATCH, meant_by
from agents.tools.run_context import RunContext
from agents.tools.workspace.borders import made_by_turns
from omniforge.projects.selectors import find_edges


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


def _only_deleted(call: Call) -> frozenset[UUID]:
    """Return what a batch deletes, empty if it does anything else, or a target isn't clear."""
    operations = call.arguments["operations"] if call.tool.name == BATCH else ()
    things = frozenset(one.id for one in meant_by(call, operations) if one)
    return things if len(things) == len(operations) else frozenset()


def _turns_of(pack: ContextPack) -> frozenset[UUID]:
    """Return the turns of this conversation that changed something, including this one."""
    return frozenset((*map(UUID, pack.dialogue.changed_turns), pack.turn_id))


def _read_with(run: RunContext) -> frozenset[UUID]:
    """Return the things that the run has read, and those whose titles appear in their links."""
    edges = find_edges(run.pack.access).filter(Q(source_id__in=run.read_of) | Q(target_id__in=run.read_of))
    ends = edges.values_list("source_id", "target_id")
    return run.read_of.union(*ends)
