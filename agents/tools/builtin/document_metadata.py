"""The tool that looks up documents by their ids, without their content (seed 003, section 8.4)."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from pydantic import Field, PrivateAttr

from agents.events import Operation
from agents.tools.context import CallContext
from agents.tools.rows import Row, shorten
from agents.tools.texts import Texts
from agents.tools.tool import ToolArguments, ToolResult, tool
from omniforge.projects.selectors import find_documents
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access


class WhichMetadata(ToolArguments):
    """Documents of one project, by their ids."""

    project_id: UUID
    document_ids: list[UUID] = Field(min_length=1, max_length=50)


class Metadata(ToolResult):
    """The documents in the order in which they were asked for. `missing` are ids that are not there."""

    documents: list[dict[str, Any]]
    missing: list[str]
    _within: str = PrivateAttr("")

    def texts(self) -> Texts:
        return Texts([UUID(one["id"]) for one in self.documents])

    def summary(self) -> str:
        return ", ".join(one["title"] for one in self.documents) or "None of these documents is there"

    def operations(self) -> Sequence[Operation]:
        return [Operation("list", "document", self._within, "done")] if self.documents else []


@tool(said="Looking up titles of documents", outside=True, rare=True)
async def get_document_metadata(arguments: WhichMetadata, context: CallContext) -> Metadata:
    """Look up title, description and length of documents by their ids, many at once, never their content."""
    return await in_database(look_up, arguments, context.access)


def look_up(arguments: WhichMetadata, access: Access) -> Metadata:
    """Return the metadata in one query."""
    documents = find_documents(access).filter(project_id=arguments.project_id)
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


def _described(row: Row) -> Row:
    return {
        "id": str(row["pk"]),
        "title": row["title"],
        "description": shorten(row["description"]),
        "content_length": row["content_length"],
        "updated_at": row["updated_at"].isoformat(),
    }
