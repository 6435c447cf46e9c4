"""Gives new documents the text of an uploaded file, so that no model has to write it out."""

import asyncio
from collections.abc import Sequence
from typing import Any

from agents.failures import ToolFailed
from agents.tools.changing.operation import Operation
from agents.tools.context import CallContext
from agents.tools.named_things import DOCUMENT, FILE
from agents.tools.resolver import Resolver
from agents.tools.workspace.scope import Scope
from omniforge.files.models import StoredFile
from omniforge.files.reading.client import read_whole
from omniforge.files.reading.text import decode
from omniforge.files.selectors import content_of, get_file
from omniforge.files.types import Kind, type_of
from omniforge.projects.validation import CONTENT
from omniforge.storage.database import in_database

_FILE = "file"


async def with_texts_of_files(operations: Sequence[Operation], context: CallContext) -> list[Operation]:
    """Return the operations with the texts of the files that they name. Raises ToolFailed and Unreadable."""
    return [await _with_text(one, context) if takes_file(one) else one for one in operations]


def without_files(operations: Sequence[Operation]) -> list[Operation]:
    """Return the operations without the files that they name, for a check that reads no files."""
    return [_with(one) if takes_file(one) else one for one in operations]


def takes_file(one: Operation) -> bool:
    """Return whether an operation creates a document from a file."""
    return one.op == "create" and one.kind == DOCUMENT and bool(one.fields.get(_FILE))


def _with(one: Operation, **own: Any) -> Operation:
    given = {name: value for name, value in one.fields.items() if name != _FILE}
    return one.model_copy(update={"fields": given | own})


async def _with_text(one: Operation, context: CallContext) -> Operation:
    if one.fields.get("content"):
        raise ToolFailed(f"{one.op} {one.said}: give content or file, not both.")
    file = await in_database(_named, str(one.fields[_FILE]), context)
    return _with(one, content=await _text_of(file, context))


def _named(name: str, context: CallContext) -> StoredFile:
    ref = Resolver(Scope.of(context), context.conversation_id, loosely=True).one(name, (FILE,))
    file = get_file(context.access, ref.id)
    if file.written_by_agent:
        raise ToolFailed(f"The file '{file.name}' was not uploaded: read it, and write the text.")
    return file


async def _text_of(file: StoredFile, context: CallContext) -> str:
    content, kind = await asyncio.to_thread(content_of, file), type_of(file.name).kind
    if kind == Kind.TEXT:
        return decode(content)
    return await read_whole(kind, content, most=CONTENT, person=context.access.person)
