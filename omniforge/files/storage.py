"""The bytes of files: encrypted, below OMNIFORGE_VAR/files/<tenant>/, one file of the disk for each."""

from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

from django.conf import settings

from omniforge.storage.durable import write_durably
from omniforge.storage.encryption import decrypt_bytes, encrypt_bytes, reencrypt_bytes


def path_of(tenant_id: UUID, file_id: UUID) -> str:
    """Return where a file's bytes lie, relative to the folder of files."""
    return f"{tenant_id.hex}/{file_id.hex}"


def put(path: str, content: bytes) -> None:
    """Keep `content` at `path` before this returns. Raises OSError."""
    write_durably(folder() / path, encrypt_bytes(content))


def get(path: str) -> bytes:
    """Return what lies at `path`. Raises FileNotFoundError, and CannotDecrypt where no key opens it."""
    return decrypt_bytes((folder() / path).read_bytes(), name=f"file {path}")


def remove(path: str) -> None:
    """Erase what lies at `path`, if anything does."""
    (folder() / path).unlink(missing_ok=True)


def every_path() -> Iterator[str]:
    """Yield every path at which something lies, also what was cut off while it was written."""
    for file in folder().glob("*/*"):
        yield f"{file.parent.name}/{file.name}"


def written_at(path: str) -> float:
    """Return when what lies at `path` was written, in seconds of Unix time. Raises FileNotFoundError."""
    return (folder() / path).stat().st_mtime


def reencrypt_at(path: str) -> bool:
    """Bring what lies at `path` under the first key; returns whether it was not.

    Raises CannotDecrypt, and FileNotFoundError where it was erased in the meantime.
    """
    file = folder() / path
    token = file.read_bytes()
    anew = reencrypt_bytes(token, name=f"file {path}")
    if anew == token:
        return False
    write_durably(file, anew, modified=file.stat().st_mtime)
    return True


def folder() -> Path:
    """Return the folder of all files; it need not exist."""
    return Path(settings.VAR, "files")
