"""The context of passages: path and date of their document, and the neighbouring passages."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce
from operator import or_
from uuid import UUID

from django.db.models import Q

from omniforge.projects.models import Passage
from omniforge.projects.search.hits import Hit
from omniforge.projects.selectors import find_entities, find_projects
from omniforge.projects.titles import title_paths, titles_of
from omniforge.tenants.access import Access


@dataclass(frozen=True, slots=True)
class _Place:
    path: tuple[str, ...]
    changed_at: datetime


def with_surroundings(access: Access, hits: Sequence[Hit]) -> list[Hit]:
    """Return `hits` with their paths, dates and neighbouring passages, in a few queries for all of them."""
    if not hits:
        return []
    places, texts = _places(access, hits), _neighbours(hits)
    return [_placed(hit, places.get(hit.id), texts) for hit in hits]


def _placed(hit: Hit, place: _Place | None, texts: dict[tuple[UUID, int], str]) -> Hit:
    before, after = (texts.get((hit.id, hit.passage + step), "") for step in (-1, 1))
    known = replace(hit, before=before, after=after)
    return replace(known, path=place.path, changed_at=place.changed_at) if place else known


def _places(access: Access, hits: Iterable[Hit]) -> dict[UUID, _Place]:
    things = {hit.id for hit in hits}
    projects = {one.pk: one for one in find_projects(access).filter(pk__in={hit.project_id for hit in hits})}
    places: dict[UUID, _Place] = {}
    for project in projects.values():
        paths = title_paths(project)
        for pk in things & titles_of(project).keys():
            changed = titles_of(project)[pk].updated_at
            places[pk] = _Place((project.name, *paths.get(pk, ())), changed)
    rest = find_entities(access).filter(pk__in=things - places.keys()).order_by()
    for pk, project_id, title, changed in rest.values_list("pk", "project_id", "title", "updated_at"):
        places[pk] = _Place((projects[project_id].name, title), changed)
    return places


def _neighbours(hits: Iterable[Hit]) -> dict[tuple[UUID, int], str]:
    wanted = {(hit.id, hit.passage + step) for hit in hits for step in (-1, 1)}
    one_of = reduce(or_, (Q(entity_id=thing, number=number) for thing, number in wanted))
    rows = Passage.objects.filter(one_of).only("entity_id", "number", "text")
    return {(row.entity_id, row.number): row.text for row in rows}
