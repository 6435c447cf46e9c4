"""Tools that show the documents of a project: the map of what is known, without contents."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field, PrivateAttr

from agents.events import Operation
from agents.tools.context import CallContext
from agents.tools.tool import Doing, ToolArguments, ToolResult, tool
from agents.workspace.arguments import Limit, ProjectName, Start
from agents.workspace.listing import Listing, in_short, next_start
from agents.workspace.paths import Placed, placed_documents
from agents.workspace.resolving import document_named, project_named
from agents.workspace.scope import Scope
from omniforge.database import in_database
from omniforge.projects import tree
from omniforge.projects.models import Project
from omniforge.projects.selectors import find_documents


class WhichDocuments(ToolArguments):
    """Where to look."""

    project: ProjectName = ""
    below: str = Field("", max_length=500, description="Only those below this document: title, path or id.")
    start: Start = 1
    limit: Limit = 30


class ListedDocument(BaseModel):
    """A document in its place: `path` are the titles from the top of the tree down to its own."""

    id: str
    title: str
    path: str
    description: str
    content_length: int
    updated_at: datetime
    version: int

    @classmethod
    def of(cls, placed: Placed) -> "ListedDocument":
        title = placed.title
        return cls(
            id=str(placed.id),
            title=title.title,
            path=placed.words,
            description=in_short(title.description),
            content_length=title.content_length,
            updated_at=title.updated_at,
            version=title.version,
        )


class Documents(Listing):
    """Documents in reading order."""

    documents: list[ListedDocument]


@tool(
    said="Looking at the documents of the project", outside=True, doing=Doing("list", "project", "document")
)
async def list_documents(arguments: WhichDocuments, context: CallContext) -> Documents:
    """List the documents of a project in the order of their tree: id, path, description, length; no content.

    Use it to find where something stands or belongs, then read_document for the few that are needed.
    """
    return await in_database(_listed, arguments, Scope.of(context))


def _listed(arguments: WhichDocuments, scope: Scope) -> Documents:
    project = project_named(scope, arguments.project)
    found, first = _below(scope, project, arguments.below), arguments.start - 1
    rows = found[first : first + arguments.limit]
    return Documents(
        of="document",
        within=project.name,
        documents=[ListedDocument.of(one) for one in rows],
        total=len(found),
        next_start=next_start(arguments.start, len(rows), len(found)),
    )


def _below(scope: Scope, project: Project, above: str) -> Sequence[Placed]:
    placed = list(placed_documents(project))
    if not above:
        return placed
    top = str(document_named(scope, above, str(project.pk)).pk)
    inside = {node["id"] for node, path in tree.walk(project.doc_structure) if top in path}
    return [one for one in placed if str(one.id) in inside]


class WhichMetadata(ToolArguments):
    """Documents of one project, by their ids."""

    project_id: UUID
    document_ids: list[UUID] = Field(min_length=1, max_length=50)


class DocumentMetadata(BaseModel):
    """A document without its content; `content_length` is in characters."""

    id: str
    title: str
    description: str
    content_length: int
    updated_at: datetime


class Metadata(ToolResult):
    """The documents in the order in which they were asked for; `missing` are ids that are not there."""

    documents: list[DocumentMetadata]
    missing: list[str]
    _within: str = PrivateAttr("")

    def summary(self) -> str:
        return ", ".join(one.title for one in self.documents) or "None of these documents is there"

    def operations(self) -> Sequence[Operation]:
        return [Operation("list", "document", self._within, "done")] if self.documents else []


@tool(said="Looking up titles of documents", outside=True)
async def get_document_metadata(arguments: WhichMetadata, context: CallContext) -> Metadata:
    """Look up title, description and length of documents by their ids, many at once, never their content."""
    return await in_database(_metadata, arguments, Scope.of(context))


def _metadata(arguments: WhichMetadata, scope: Scope) -> Metadata:
    """Return the metadata by one query (seed 003, section 8.4)."""
    documents = find_documents(scope.access).filter(project_id=arguments.project_id)
    columns = ("title", "description", "content_length", "updated_at", "project__name")
    rows = documents.filter(pk__in=arguments.document_ids).values("pk", *columns)
    found = {row["pk"]: row for row in rows}
    asked = dict.fromkeys(arguments.document_ids)
    metadata = Metadata(
        documents=[_described(found[one]) for one in asked if one in found],
        missing=[str(one) for one in asked if one not in found],
    )
    metadata._within = next((row["project__name"] for row in found.values()), "")
    return metadata


def _described(row: dict[str, Any]) -> DocumentMetadata:
    return DocumentMetadata(
        id=str(row["pk"]),
        title=row["title"],
        description=in_short(row["description"]),
        content_length=row["content_length"],
        updated_at=row["updated_at"],
    )
