"""The links of things that a batch moves: those between two that go to the same project go along."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from uuid import UUID

from agents.tools.named_things import Ref
from agents.tools.workspace.linked import is_linked
from omniforge.projects.kinds import Relation
from omniforge.projects.models import Edge
from omniforge.projects.selectors import titles_of_things
from omniforge.tenants.access import Access


class Between(NamedTuple):
    """A link that goes along, between the things as they are now."""

    source: Ref
    relation: Relation
    target: Ref


@dataclass(slots=True)
class MovedLinks:
    """What the moved things were linked to, and where they are now."""

    _edges: list[Edge] = field(default_factory=list)
    _now: dict[UUID, Ref] = field(default_factory=dict)  # by former id
    _with: dict[UUID, UUID] = field(default_factory=dict)  # the document that took this one along, by new ids

    def leave(self, edges: Iterable[Edge]) -> None:
        """Keep a thing's links in mind before it is deleted where it was."""
        self._edges += edges

    def arrive(self, thing_id: UUID, now: Ref, *, with_: UUID) -> None:
        self._now[thing_id], self._with[now.id] = now, with_

    def row_of(self, thing_id: UUID) -> str:
        """Return the id of the row that tells of a moved thing: its own, or that of what took it along."""
        return str(self._with[thing_id])

    def along(self, access: Access) -> Iterator[Between]:
        """Yield the links that go along and aren't there yet."""
        for edge in self._edges:
            if not self._goes(edge):
                continue
            link = Between(self._now[edge.source_id], Relation(edge.relation), self._now[edge.target_id])
            if not is_linked(access, link.source.id, link.relation, link.target.id):
                yield link

    def left(self, access: Access) -> Mapping[str, Sequence[str]]:
        """Return, by the id of a moved thing, the titles of what it is no longer linked to."""
        stayed = [one for one in self._edges if not self._goes(one)]
        ends = {end for one in stayed for end in (one.source_id, one.target_id)}
        titles = titles_of_things(access, ends) | {one: ref.title for one, ref in self._now.items()}
        left = defaultdict[str, list[str]](list)
        for edge in stayed:
            here = edge.source_id if edge.source_id in self._now else edge.target_id
            left[self.row_of(self._now[here].id)].append(titles.get(edge.other_end(here)[1], ""))
        return left

    def _goes(self, edge: Edge) -> bool:
        ends = [self._now.get(one) for one in (edge.source_id, edge.target_id)]
        return None not in ends and len({one.project_id for one in ends if one}) == 1
