"""A project's recent activity: one entry per call, named by its main object."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby, islice
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext

from omniforge.projects.models import Action, Entity, Project, Version
from omniforge.projects.selectors import history
from omniforge.projects.titles import titles_of
from omniforge.tenants.access import Access

_LAST = {"project": 2, "edge": 1}  # a call is named by its document or entity, if there is one


class _Call(NamedTuple):
    headline: UUID  # the version of the call's main object
    others: int


@dataclass(frozen=True, slots=True)
class Act:
    """What one call did. `kind` and `thing_id` are its object. `to` is the target of a link, else empty.
    `more` is the number of further objects that the call changed in the same way.

    `change` is the version to compare with the one before it.
    """

    batch: UUID
    change: UUID
    who: str
    when: datetime
    action: str
    kind: str
    thing_id: UUID
    name: str
    to: str = ""
    more: int = 0

    @property
    def is_beginning(self) -> bool:
        """True if this created the project itself: that is not undone, the project is deleted instead."""
        return self.kind == "project" and self.action == Action.CREATE


def activity(
    access: Access,
    project: Project,
    *,
    limit: int,
    before: UUID | None = None,
    thing_id: UUID | None = None,
) -> list[Act]:
    """Return the newest acts in the project or on one thing in it, with `before`, those before a version."""
    changes = history(access, project.pk)
    changes = changes.filter(entity_id=thing_id) if thing_id else changes
    changes = changes.filter(pk__lt=before) if before else changes
    calls = list(islice(_calls(changes), limit))
    read = changes.in_bulk([call.headline for call in calls])
    titles = _titles(project, read.values())
    return [replace(_act(read[call.headline], titles), more=call.others) for call in calls]


def _calls(changes: QuerySet[Version]) -> Iterator[_Call]:
    """Group the changes by call, without decrypting anything."""
    rows = changes.values_list("batch", "pk", "entity_type").iterator()
    for _, call in groupby(rows, key=itemgetter(0)):
        told = [(_LAST.get(kind, 0), pk) for _, pk, kind in call]
        headline = min(reversed(told), key=itemgetter(0))
        yield _Call(headline[1], sum(1 for rank, _ in told if rank == headline[0]) - 1)


def _act(change: Version, titles: dict[str, str]) -> Act:
    kind, thing, name, to = change.entity_type, str(change.entity_id), change.name, ""
    if change.action == Action.MOVE:
        kind, thing = "document", change.place["document"]
        name = titles.get(thing, gettext("a document"))
    elif kind == "edge" and (ends := _ends(change)):
        kind, thing, other = ends
        name, to = titles.get(thing, kind), titles.get(other, gettext("something that is gone"))
    who = str(change.changed_by or gettext("Somebody who is gone"))
    return Act(change.batch, change.pk, who, change.created_at, change.action, kind, UUID(thing), name, to)


def _ends(change: Version) -> tuple[str, str, str] | None:
    """Return a link's source kind, source id and target id if the change added or removed it."""
    whole = next((one["value"] for one in _operations(change) if one["path"] == "" and "value" in one), None)
    return (whole["source_kind"], whole["source_id"], whole["target_id"]) if whole else None


def _operations(change: Version) -> Iterator[dict[str, Any]]:
    yield from change.patch
    yield from change.inverse


def _titles(project: Project, changes: Iterable[Version]) -> dict[str, str]:
    """Return the titles of objects that moves and links name only by id."""
    moved = {change.place["document"] for change in changes if change.action == Action.MOVE}
    ends = [_ends(change) for change in changes if change.entity_type == "edge"]
    wanted = moved | {thing for end in ends if end for thing in end[1:]}
    if not wanted:
        return {}
    entities = Entity.objects.filter(project=project, pk__in=wanted).values_list("pk", "title")
    documents = {str(pk): known.title for pk, known in titles_of(project).items() if str(pk) in wanted}
    return documents | {str(pk): title for pk, title in entities}
