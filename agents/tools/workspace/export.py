"""A project as a zip: its documents as Markdown in folders, and a table for each other kind."""

import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from agents.tools.workspace.folders import file_of, paths_of
from omniforge.files.writing.cells import Value
from omniforge.files.writing.tables import csv_of
from omniforge.projects.kinds import ENTITY_KINDS, RULES
from omniforge.projects.models import Project
from omniforge.projects.selectors import find_documents, find_edges, find_entities, get_project
from omniforge.projects.titles import titles_of
from omniforge.projects.tree import Node
from omniforge.tenants import audit
from omniforge.tenants.access import Access

_COLUMNS = ("title", "state", "priority", "due_on", "description", "completed_at", "created_at", "updated_at")
_LINKS = ("from", "kind", "relation", "to", "kind of that")


def export_project(access: Access, project_id: UUID) -> bytes:
    """Return a project's zip: files that `import_files` can read, and CSV tables in a folder `tables`.

    Table cells are escaped so that none is a formula. The export is audited. Raises NotFound.
    """
    project, packed = get_project(access, project_id), io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as zipped:
        for path, at, text in _documents(access, project):
            zipped.writestr(_entry(path, at), text, zipfile.ZIP_DEFLATED)
        for name, table in _tables(access, project):
            zipped.writestr(_entry(f"tables/{name}.csv", project.updated_at), table, zipfile.ZIP_DEFLATED)
    audit.record(access=access, action="project.exported", target=project)
    return packed.getvalue()


def _documents(access: Access, project: Project) -> Iterator[tuple[str, datetime, bytes]]:
    """Yield each document's path, time and text."""
    titles = {str(document_id): one.title for document_id, one in titles_of(project).items()}
    places = dict(_places(project.doc_structure["root"], titles, ""))
    for document in find_documents(access).filter(project=project).iterator(chunk_size=100):
        if place := places.get(str(document.pk)):
            path, order = place
            text = file_of(
                title=document.title,
                description=document.description,
                order=order,
                role=document.role,
                content=document.content,
            )
            yield f"{path}.md", document.updated_at, text.encode()


def _places(
    nodes: Sequence[Node], titles: Mapping[str, str], above: str
) -> Iterator[tuple[str, tuple[str, int]]]:
    """Yield each document's path without suffix, and its place among its siblings."""
    for node, name in zip(nodes, paths_of(titles.get(node["id"], "") for node in nodes), strict=True):
        yield node["id"], (f"{above}{name}", node["order"])
        yield from _places(node["children"], titles, f"{above}{name}/")


def _tables(access: Access, project: Project) -> Iterator[tuple[str, bytes]]:
    """Yield a table for each kind that the project has, and one of the links."""
    for kind in ENTITY_KINDS:
        own = tuple(RULES[kind].fields)
        entities = find_entities(access, kind).filter(project=project).order_by("id")
        rows = [
            [
                *(_cell(getattr(one, name)) for name in _COLUMNS),
                *(_cell(one.fields.get(name)) for name in own),
            ]
            for one in entities.iterator(chunk_size=500)
        ]
        if rows:
            yield f"{kind}s", csv_of((*_COLUMNS, *own), rows)
    if links := list(_links(access, project)):
        yield "links", csv_of(_LINKS, links)


def _links(access: Access, project: Project) -> Iterator[Sequence[Value]]:
    names = {document_id: one.title for document_id, one in titles_of(project).items()}
    names |= dict(find_entities(access).filter(project=project).values_list("id", "title"))
    for edge in find_edges(access).filter(project=project):
        ends = names.get(edge.source_id, ""), names.get(edge.target_id, "")
        yield ends[0], edge.source_kind, edge.relation, ends[1], edge.target_kind


def _cell(value: object) -> Value:
    if isinstance(value, datetime):
        return value.isoformat(sep=" ", timespec="minutes")
    return value if value is None or isinstance(value, int | float) else str(value)


def _entry(path: str, at: datetime) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(path, at.timetuple()[:6])
    entry.external_attr = 0o644 << 16
    return entry
