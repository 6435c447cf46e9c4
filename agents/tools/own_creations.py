"""Whether a run only deletes what its own conversation created."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import Q

from agents.context.pack import ContextPack
from agents.models import RunTrigger
from agents.tools.call import Call
from agents.tools.deletion_targets import BATCH, meant_by
from agents.tools.workspace.borders import made_by_turns
from omniforge.projects.selectors import find_edges
from omniforge.tenants.access import Access


def deletes_what_it_made(call: Call) -> bool:
    """Return whether a batch only deletes what this conversation created and nobody changed or linked since.

    It is all in the trash then, so whoever wrote what was read before, no work of a person's is lost.
    """
    pack = call.run.pack
    if pack.trigger != RunTrigger.CHAT or pack.delegated:
        return False
    things = _only_deleted(call)
    gone = things | _links_of(pack.access, things)
    return bool(things) and made_by_turns(pack.access, _turns_of(pack), gone) >= gone


def _only_deleted(call: Call) -> frozenset[UUID]:
    """Return what a batch deletes, empty if it does anything else, or a target isn't clear."""
    operations = call.arguments["operations"] if call.tool.name == BATCH else ()
    things = frozenset(one.id for one in meant_by(call, operations) if one)
    return things if len(things) == len(operations) else frozenset()


def _turns_of(pack: ContextPack) -> frozenset[UUID]:
    """Return the turns of this conversation that changed something, including this one."""
    return frozenset((*map(UUID, pack.dialogue.changed_turns), pack.turn_id))


def _links_of(access: Access, things: Collection[UUID]) -> frozenset[UUID]:
    edges = find_edges(access).filter(Q(source_id__in=things) | Q(target_id__in=things))
    return frozenset(edges.values_list("pk", flat=True))
