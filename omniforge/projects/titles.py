"""The titles of a project's documents, cached in each process until the project changes.

They are encrypted in the database, and decrypting those of 5,000 documents takes a second, so only changed
ones are decrypted again. They must not be in Redis, since they are in plain text here.
"""

from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from threading import Lock
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from omniforge.projects import tree
from omniforge.projects.models import Document, Project

_PROJECTS = 64  # cached per process
_BY_ID = 500  # documents queried by id; beyond that, all are read


@dataclass(frozen=True, slots=True)
class Title:
    """A document's metadata without its content. `content_length` is in characters."""

    title: str
    description: str
    content_length: int
    updated_at: datetime
    version: int


class _Known:
    """The cached titles of a project at a value of `Project.changes`."""

    def __init__(self, project: Project, former: Mapping[UUID, Title]) -> None:
        self.changes, self._structure = project.changes, project.doc_structure
        self.titles = _refreshed(project, former)

    @cached_property
    def tree(self) -> dict[str, Any]:
        titles = {str(document): title for document, title in self.titles.items()}
        return {**self._structure, "root": list(_titled(self._structure["root"], titles))}

    @cached_property
    def paths(self) -> dict[UUID, list[str]]:
        titles = {str(document): title.title for document, title in self.titles.items()}
        return {
            UUID(node["id"]): [titles.get(one, "") for one in (*above, node["id"])]
            for node, above in tree.walk(self._structure)
        }


_known: OrderedDict[UUID, _Known] = OrderedDict()
_lock = Lock()


def titles_of(project: Project) -> Mapping[UUID, Title]:
    """Return the titles of a project's documents by id, without a query if nothing in it has changed."""
    return _known_of(project).titles


def tree_titles(project: Project) -> Mapping[str, Any]:
    """Return the project's `doc_structure`, each node with its title, description, length and last change."""
    return _known_of(project).tree


def title_paths(project: Project) -> Mapping[UUID, list[str]]:
    """Return for each document the titles from the top of the tree down to its own, in reading order."""
    return _known_of(project).paths


def _known_of(project: Project) -> _Known:
    known = _known.get(project.pk)
    if known is None or known.changes != project.changes:
        known = _Known(project, known.titles if known else {})
        _keep(project.pk, known)
    return known


def _titled(nodes: Collection[tree.Node], titles: Mapping[str, Title]) -> Iterator[tree.Node]:
    for node in nodes:
        known = titles.get(node["id"])  # None if it was deleted since the tree was read
        yield {
            "id": node["id"],
            "order": node["order"],
            "title": known.title if known else "",
            "description": known.description if known else "",
            "content_length": known.content_length if known else 0,
            "updated_at": known.updated_at.isoformat() if known else None,
            "children": list(_titled(node["children"], titles)),
        }


def _refreshed(project: Project, former: Mapping[UUID, Title]) -> Mapping[UUID, Title]:
    documents = Document.objects.filter(project=project, deleted_at=None)
    if not former:
        return _opened(documents)
    versions = dict(documents.values_list("pk", "version"))
    kept = {pk: known for pk, known in former.items() if versions.get(pk) == known.version}
    changed = versions.keys() - kept.keys()
    if not changed:
        return kept
    return kept | _opened(documents.filter(pk__in=changed) if len(changed) <= _BY_ID else documents)


def _opened(documents: QuerySet[Document]) -> dict[UUID, Title]:
    columns = ("title", "description", "content_length", "updated_at", "version")
    return {pk: Title(*fields) for pk, *fields in documents.values_list("pk", *columns)}


def _keep(project_id: UUID, known: _Known) -> None:
    with _lock:
        _known[project_id] = known
        _known.move_to_end(project_id)
        while len(_known) > _PROJECTS:
            _known.popitem(last=False)
