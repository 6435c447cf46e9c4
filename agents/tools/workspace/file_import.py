"""Imports files into a project as documents: Markdown, text, tables, Word, PDF, also folders and zips."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from uuid import UUID

from asgiref.sync import async_to_sync

from agents.tools.workspace.archives import IncomingFile, unpack
from agents.tools.workspace.folders import drafts_of
from omniforge.errors import InvalidInput, TooLarge
from omniforge.files.errors import Unreadable
from omniforge.files.reading.client import read_whole
from omniforge.files.reading.text import decode
from omniforge.files.types import Kind
from omniforge.projects import tree
from omniforge.projects.changes import Change
from omniforge.projects.models import Action
from omniforge.projects.selectors import get_project
from omniforge.projects.services.batch_creation import plant
from omniforge.projects.validation import CONTENT
from omniforge.tenants.access import Access

_KINDS: Mapping[str, Kind] = {
    ".md": Kind.TEXT,
    ".markdown": Kind.TEXT,
    ".txt": Kind.TEXT,
    ".docx": Kind.DOCUMENT,
    ".pdf": Kind.PDF,
    ".csv": Kind.TABLE,
    ".tsv": Kind.TABLE,
    ".xlsx": Kind.WORKBOOK,
}
_SUPPORTED = "You can import Markdown, text, CSV, Excel, Word and PDF files, and zips of them."
_MOST = 500  # documents
_MOST_PARSED = 50  # documents that need a parsing library


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import changed, and the files it left out, each with the reason."""

    changes: tuple[Change, ...]
    left_out: tuple[str, ...]

    @property
    def entities_created(self) -> list[UUID]:
        """Return the ids of the created documents."""
        return [one.entity_id for one in self.changes if one.action == Action.CREATE]


def import_files(
    *, access: Access, project_id: UUID, parent_id: UUID | None = None, files: Iterable[IncomingFile]
) -> Imported:
    """Create documents from files below `parent_id` (None: at the top). Folders become parent documents.

    Word documents, PDFs and tables are parsed in a separate process. Unreadable files are left out and
    named. The rest is created in one transaction. Raises NotFound, NotAllowed, and InvalidInput or TooLarge
    if nothing can be imported, or it exceeds the limits.
    """
    access.require_writer()
    structure = get_project(access, project_id).doc_structure
    if parent_id:
        tree.path_of(structure, parent_id)
    texts, left_out = _texts(unpack(files), access)
    if not texts:
        raise InvalidInput(" ".join(["Nothing was imported.", *left_out[:10]]))
    changes = plant(access=access, project_id=project_id, parent_id=parent_id, drafts=drafts_of(texts))
    return Imported(changes, tuple(left_out))


def _texts(
    files: Sequence[IncomingFile], access: Access
) -> tuple[list[tuple[PurePosixPath, str]], list[str]]:
    """Return files' texts with their paths, and the files left out, with reasons."""
    taken = [file for file in files if _suffix(file) in _KINDS]
    _require_few(taken)
    read = list(zip(taken, async_to_sync(_read_all)(taken, access), strict=True))
    left_out = [f"{file.path} isn't supported." for file in files if _suffix(file) not in _KINDS]
    left_out[-1:] = [f"{one} {_SUPPORTED}" for one in left_out[-1:]]
    left_out += [f"{file.path}: {found.message}" for file, found in read if isinstance(found, Unreadable)]
    return [(file.path, found) for file, found in read if isinstance(found, str)], left_out


def _require_few(files: Sequence[IncomingFile]) -> None:
    parsed = sum(_kind(file) != Kind.TEXT for file in files)
    if len(files) > _MOST or parsed > _MOST_PARSED:
        raise TooLarge(
            f"An import takes {_MOST} documents. {_MOST_PARSED} of them can be Word, PDF, Excel or CSV "
            f"files. These are {len(files):,} and {parsed:,}. Import a part of them."
        )


async def _read_all(files: Sequence[IncomingFile], access: Access) -> list[str | Unreadable]:
    return await asyncio.gather(*(_read(file, access) for file in files))


async def _read(file: IncomingFile, access: Access) -> str | Unreadable:
    """Return a file's text, or the error."""
    try:
        if _kind(file) != Kind.TEXT:
            return await read_whole(_kind(file), file.content, most=CONTENT, person=access.person)
        text = decode(file.content)
        if len(text) > CONTENT:
            raise Unreadable(f"This has {len(text):,} characters; a document takes {CONTENT:,}. Split it.")
        return text
    except Unreadable as error:
        return error


def _kind(file: IncomingFile) -> Kind:
    return _KINDS[_suffix(file)]


def _suffix(file: IncomingFile) -> str:
    return file.path.suffix.lower()
