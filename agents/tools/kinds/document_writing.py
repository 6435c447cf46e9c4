"""Tools that write the documents of a project, each in its place in the tree."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from pydantic import Field

from agents.tools.context import CallContext
from agents.tools.tool import Doing, Effect, ToolArguments, tool
from agents.workspace import sections
from agents.workspace.arguments import (
    Description,
    DocumentName,
    ExpectedVersion,
    Markdown,
    Parent,
    Position,
    ProjectName,
    Title,
)
from agents.workspace.borders import own_document, own_project
from agents.workspace.results import Written
from agents.workspace.scope import Scope, Target
from omniforge.database import in_database
from omniforge.projects.models import Document
from omniforge.projects.services import DocumentService
from omniforge.projects.validation import DocumentFields


class NewDocument(ToolArguments):
    """What a new document is, and where it stands."""

    title: Title
    content: Markdown = ""
    description: Description = Field("", description="What it holds, in a sentence or two.")
    parent: Parent = ""
    position: Position = None
    project: ProjectName = ""


def _to_be_made(arguments: NewDocument, scope: Scope) -> Sequence[Target]:
    own_project(scope, arguments.project)
    return [Target("create", "document", arguments.title)]


@tool(
    said='Writing the document "{title}"',
    effect=Effect.WRITE,
    about=_to_be_made,
    doing=Doing("create", "title", "document"),
)
async def create_document(arguments: NewDocument, context: CallContext) -> Written:
    """Make a document in a project, below the document where such knowledge belongs.

    Look first whether there is one about this already: then write a section of it instead.
    """
    return await in_database(_create, arguments, Scope.of(context))


def _create(arguments: NewDocument, scope: Scope) -> Written:
    project = own_project(scope, arguments.project)
    parent = own_document(scope, arguments.parent, str(project.pk)).pk if arguments.parent else None
    changed = DocumentService(scope.access, turn_id=scope.turn_id).create(
        project.pk,
        parent_id=parent,
        position=arguments.position,
        title=arguments.title,
        description=arguments.description,
        content=arguments.content,
    )
    return Written.of(changed, "created")


class NamedDocument(ToolArguments):
    """A document that is to be changed."""

    document: DocumentName
    project: ProjectName = ""


class ReadDocument(NamedDocument):
    """A document that is to be changed as it was read."""

    version: ExpectedVersion = None


def _meant(arguments: NamedDocument, scope: Scope) -> Document:
    return own_document(scope, arguments.document, arguments.project)


def _named(arguments: NamedDocument, scope: Scope) -> Sequence[Target]:
    document = _meant(arguments, scope)
    return [Target("update", "document", document.title, document.pk)]


def _to_be_deleted(arguments: NamedDocument, scope: Scope) -> Sequence[Target]:
    return [replace(one, action="delete") for one in _named(arguments, scope)]


class DocumentChange(ReadDocument):
    """What is to be different; what is left out stays."""

    title: Title | None = None
    description: Description | None = None
    content: Markdown | None = None


@tool(
    said='Changing the document "{document}"',
    effect=Effect.WRITE,
    about=_named,
    doing=Doing("update", "document", "document"),
)
async def update_document(arguments: DocumentChange, context: CallContext) -> Written:
    """Change a document's title, description, or its whole content. For one section use write_section."""
    return await in_database(_update, arguments, Scope.of(context))


def _update(arguments: DocumentChange, scope: Scope) -> Written:
    fields = arguments.model_dump(include={"title", "description", "content"}, exclude_none=True)
    changed = DocumentService(scope.access, turn_id=scope.turn_id).update(
        _meant(arguments, scope).pk, version=arguments.version, **cast(DocumentFields, fields)
    )
    return Written.of(changed, "updated")


class SectionChange(ReadDocument):
    """A section of a document, and what is to stand there."""

    heading: str = Field(
        "", max_length=200, description="The section's heading, without #; left out: append to the document."
    )
    content: Markdown
    mode: sections.Mode = Field(
        "replace", description="replace what stands there, append to it, or add a new section at the end."
    )


@tool(
    said='Writing in the document "{document}"',
    effect=Effect.WRITE,
    about=_named,
    doing=Doing("update", "document", "document"),
)
async def write_section(arguments: SectionChange, context: CallContext) -> Written:
    """Write one section of a document; all else in it stays to the character.

    replace covers all below the heading, also its sub-sections: read the section first.
    """
    return await in_database(_write_section, arguments, Scope.of(context))


def _write_section(arguments: SectionChange, scope: Scope) -> Written:
    document = _meant(arguments, scope)
    content = sections.write_section(document.content, arguments.heading, arguments.content, arguments.mode)
    version = arguments.version or document.version
    service = DocumentService(scope.access, turn_id=scope.turn_id)
    changed = service.update(document.pk, version=version, content=content)
    return Written.of(changed, "updated", f"section '{arguments.heading}'")


class DocumentMove(NamedDocument):
    """Where a document is to stand."""

    parent: Parent = ""
    position: Position = None


@tool(
    said='Moving the document "{document}"',
    effect=Effect.WRITE,
    about=_named,
    doing=Doing("move", "document", "document"),
)
async def move_document(arguments: DocumentMove, context: CallContext) -> Written:
    """Put a document, with all below it, elsewhere in the tree of its project."""
    return await in_database(_move, arguments, Scope.of(context))


def _move(arguments: DocumentMove, scope: Scope) -> Written:
    document = _meant(arguments, scope)
    home = str(document.project_id)
    parent = own_document(scope, arguments.parent, home).pk if arguments.parent else None
    service = DocumentService(scope.access, turn_id=scope.turn_id)
    changed = service.move(document.pk, parent_id=parent, position=arguments.position)
    return Written.of(changed, "moved")


@tool(
    said='Deleting the document "{document}"',
    effect=Effect.WRITE,
    about=_to_be_deleted,
    doing=Doing("delete", "document", "document"),
)
async def delete_document(arguments: ReadDocument, context: CallContext) -> Written:
    """Put a document into the trash; those below it move up. The person can bring it back."""
    return await in_database(_delete, arguments, Scope.of(context))


def _delete(arguments: ReadDocument, scope: Scope) -> Written:
    service = DocumentService(scope.access, turn_id=scope.turn_id)
    changed = service.delete(_meant(arguments, scope).pk, version=arguments.version)
    return Written.of(changed, "deleted")
