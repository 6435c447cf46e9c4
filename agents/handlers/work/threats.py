"""Threatened work: by an open risk, or blocked by unfinished work."""

from collections.abc import Sequence
from uuid import UUID

from agents.context.stored import KeptThing
from agents.handlers.items import Item, load_kept
from agents.handlers.lines import bold, numbered_list
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.tools.workspace.linked import links_of
from intent.questions.topics import fits
from omniforge.projects.kinds import RULES, Kind, Relation
from omniforge.projects.selectors import find_edges, find_entities
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access


def find_threatened(access: Access) -> set[UUID]:
    """Return the ids of things that open risks threaten or open work blocks, in two queries."""
    edges = find_edges(access).filter(relation__in=(Relation.THREATENS, Relation.BLOCKS))
    ends = list(edges.values_list("source_id", "target_id"))
    rows = (
        find_entities(access).filter(pk__in=[source for source, _ in ends]).values_list("pk", "kind", "state")
    )
    active = {pk for pk, kind, state in rows if state not in RULES[Kind(kind)].ends}
    return {target for source, target in ends if source in active}


async def list_threats(task: Task, items: Sequence[Item], topic: Sequence[str], *, by_risks: bool) -> Answer:
    """List what a risk threatens, or with `by_risks` the risks that threaten a thing.

    Raises NoSuchTarget unless the words name one thing.
    """
    named = [one for one in items if fits(topic, one.title)]
    likelier = [one for one in named if (one.kind == Kind.RISK) != by_risks]
    named = likelier if len(named) > 1 else named
    if len(named) != 1:
        raise NoSuchTarget
    item = named[0]
    found = await in_database(_threatened_or_threats, task, item)
    task.run.touched[:] = [item.kept]
    is_risk = item.kind == Kind.RISK
    if not found:
        nothing = f"{bold(item.title)} is linked to nothing that it threatens."
        return Answer(nothing if is_risk else f"No risk is linked to {bold(item.title)}.")
    lead = f"{bold(item.title)} threatens:" if is_risk else f"{bold(item.title)} is threatened by:"
    return numbered_list(lead, found, task.today, home=task.pack.focus.project_id is None)


def _threatened_or_threats(task: Task, item: Item) -> list[Item]:
    access = task.pack.access
    links = [one for one in links_of(access, item.id) if one.relation == Relation.THREATENS]
    return load_kept(access, [KeptThing(one.kind, one.id, one.title) for one in links])
