"""The accepted file types, by extension, and a check that the bytes match."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath

from django.utils.translation import gettext

from omniforge.errors import WrongMediaType

WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
RESULT = "application/vnd.omniforge.result+json"  # a tool's table: stored, but no person's file
_ZIP, _PDF = b"PK\x03\x04", b"%PDF-"
_LOCKED = b"\xd0\xcf\x11\xe0"  # OLE container: an encrypted workbook or document, or a format before 2007
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class Kind(StrEnum):
    """How a file is read."""

    TEXT = "text"
    TABLE = "table"
    WORKBOOK = "workbook"
    DOCUMENT = "document"
    PDF = "pdf"
    IMAGE = "image"


@dataclass(frozen=True, slots=True)
class FileType:
    """An accepted file type. Text is served as plain text, so a browser runs none of it."""

    kind: Kind
    media_type: str


TYPES: Mapping[str, FileType] = {
    ".txt": FileType(Kind.TEXT, "text/plain"),
    ".log": FileType(Kind.TEXT, "text/plain"),
    ".md": FileType(Kind.TEXT, "text/markdown"),
    ".json": FileType(Kind.TEXT, "application/json"),
    ".ics": FileType(Kind.TEXT, "text/calendar"),
    ".csv": FileType(Kind.TABLE, "text/csv"),
    ".tsv": FileType(Kind.TABLE, "text/tab-separated-values"),
    ".xlsx": FileType(Kind.WORKBOOK, EXCEL),
    ".docx": FileType(Kind.DOCUMENT, WORD),
    ".pdf": FileType(Kind.PDF, "application/pdf"),
    ".png": FileType(Kind.IMAGE, "image/png"),
    ".jpg": FileType(Kind.IMAGE, "image/jpeg"),
    ".jpeg": FileType(Kind.IMAGE, "image/jpeg"),
    ".gif": FileType(Kind.IMAGE, "image/gif"),
    ".webp": FileType(Kind.IMAGE, "image/webp"),
}
_BEGINS: Mapping[str, tuple[bytes, ...]] = {
    "image/png": (b"\x89PNG\r\n\x1a\n",),
    "image/jpeg": (b"\xff\xd8\xff",),
    "image/gif": (b"GIF87a", b"GIF89a"),
    "image/webp": (b"RIFF",),
}


def type_of(name: str) -> FileType:
    """Return the type of a file by its name. Raises WrongMediaType, naming the accepted types."""
    found = TYPES.get(PurePosixPath(name).suffix.lower())
    if found is None:
        said = gettext("Files of this type are not taken. Those that are: {types}.")
        raise WrongMediaType(said.format(types=", ".join(TYPES)))
    return found


def checked_type(name: str, content: bytes) -> FileType:
    """Return the type of a file. Raises WrongMediaType, also if its bytes don't match."""
    found = type_of(name)
    if content.startswith(_LOCKED):
        said = gettext("{name} is protected by a password, or of an old format. Save it without, as new.")
        raise WrongMediaType(said.format(name=name))
    if not _looks_like(found, content):
        said = gettext("{name} is not what its name says. Save it anew in that format and try again.")
        raise WrongMediaType(said.format(name=name))
    return found


def _looks_like(type_: FileType, content: bytes) -> bool:
    match type_.kind:
        case Kind.IMAGE:
            return content.startswith(_BEGINS[type_.media_type])
        case Kind.PDF:
            return _PDF in content[:1024]
        case Kind.WORKBOOK | Kind.DOCUMENT:
            return content.startswith(_ZIP)
        case _:
            return b"\x00" not in content or content.startswith(_UTF_16)
