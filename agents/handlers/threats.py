"""What is in danger: work that an open risk threatens, or that something unfinished blocks."""

from uuid import UUID

from omniforge.projects.kinds import RULES, Kind, Relation
from omniforge.projects.selectors import find_edges, find_entities
from omniforge.tenants.access import Access


def threatened(access: Access) -> set[UUID]:
    """Return the ids of what open risks threaten, and of what open work blocks. Two queries."""
    edges = find_edges(access).filter(relation__in=(Relation.THREATENS, Relation.BLOCKS))
    ends = list(edges.values_list("source_id", "target_id"))
    rows = (
        find_entities(access).filter(pk__in=[source for source, _ in ends]).values_list("pk", "kind", "state")
    )
    active = {pk for pk, kind, state in rows if state not in RULES[Kind(kind)].ends}
    return {target for source, target in ends if source in active}
