"""The files of an upload, including those in zips, with their paths. Nothing is written to disk."""

import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from omniforge.errors import InvalidInput, TooLarge

MOST_BYTES = 50 << 20  # of a whole upload
_MOST_UNPACKED = 100 << 20  # bytes
_MOST_FILES = 2_000
_TOO_MANY = f"An import has at most {_MOST_FILES:,} files. Bring in a part of them."
_LITTER = ("__MACOSX", "Thumbs.db", "desktop.ini")
_DAMAGED = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError, EOFError, RuntimeError, ValueError)


@dataclass(frozen=True, slots=True)
class IncomingFile:
    """A file to import. `name` may be a path, as in 'Research/Rivals.md'."""

    name: str
    content: bytes

    @property
    def path(self) -> PurePosixPath:
        """Return its path within the upload, without parts that would lead out of it."""
        parts = re.split(r"[\\/]", self.name)
        return PurePosixPath(*(part for part in parts if part not in ("", ".", "..")))

    @property
    def is_litter(self) -> bool:
        """Return whether it is hidden, or a file that operating systems leave in folders."""
        return any(part in _LITTER or part.startswith(".") for part in self.path.parts)


def unpack(files: Iterable[IncomingFile]) -> list[IncomingFile]:
    """Return the files, with each zip replaced by its contents. Raises InvalidInput and TooLarge."""
    files = list(files)
    if sum(len(file.content) for file in files) > MOST_BYTES:
        raise TooLarge(f"An import has at most {MOST_BYTES >> 20} MB. Bring in a part of it.")
    found: list[IncomingFile] = []
    room = _MOST_UNPACKED
    for file in (inner for outer in files for inner in _contents(outer)):
        room -= len(file.content)
        if room < 0:
            raise TooLarge(f"Unpacked this has more than {_MOST_UNPACKED >> 20} MB. Bring in a part of it.")
        if file.path.name and not file.is_litter:
            found.append(file)
        if len(found) > _MOST_FILES:
            raise TooLarge(_TOO_MANY)
    return found


def _contents(file: IncomingFile) -> Iterator[IncomingFile]:
    if file.path.suffix.lower() != ".zip":
        yield file
        return
    try:
        with zipfile.ZipFile(io.BytesIO(file.content)) as zipped:
            entries = zipped.infolist()
            if len(entries) > _MOST_FILES:
                raise TooLarge(f"{file.path.name} has {len(entries):,} files. {_TOO_MANY}")
            for entry in entries:
                if not entry.filename.endswith("/"):
                    yield IncomingFile(entry.filename, _content(zipped, entry))
    except _DAMAGED as error:
        raise InvalidInput(
            f"{file.path.name} is no zip that can be read here. Pack it again, without a password."
        ) from error


def _content(zipped: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """Return a zipped file's content, reading no more than the limit, whatever size the zip claims."""
    with zipped.open(entry) as file:
        return file.read(_MOST_UNPACKED + 1)
