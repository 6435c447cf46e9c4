"""The bytes of files: encrypted, below OMNIFORGE_VAR/files/<tenant>/, one file each."""

from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

from django.conf import settings

from omniforge.storage.durable import write_durably
from omniforge.storage.encryption import decrypt_bytes, encrypt_bytes, reencrypt_bytes


def path_of(tenant_id: UUID, file_id: UUID) -> str:
    """Return the path of a file's bytes, relative to the folder of files."""
    return f"{tenant_id.hex}/{file_id.hex}"


def put(path: str, content: bytes) -> None:
    """Write `content` to `path`, durably before returning. Raises OSError."""
    write_durably(folder() / path, encrypt_bytes(content))


def get(path: str) -> bytes:
    """Return the decrypted content of `path`. Raises FileNotFoundError, and CannotDecrypt."""
    return decrypt_bytes((folder() / path).read_bytes(), name=f"file {path}")


def remove(path: str) -> None:
    """Delete `path` if it exists."""
    (folder() / path).unlink(missing_ok=True)


def every_path() -> Iterator[str]:
    """Yield every stored path, including partially written ones."""
    for file in folder().glob("*/*"):
        yield f"{file.parent.name}/{file.name}"


def written_at(path: str) -> float:
    """Return the modification time of `path`, in seconds of Unix time. Raises FileNotFoundError."""
    return (folder() / path).stat().st_mtime


def reencrypt_at(path: str) -> bool:
    """Re-encrypt `path` with the first key. Returns whether that was necessary.

    Raises CannotDecrypt, and FileNotFoundError if it was erased in the meantime.
    """
    file = folder() / path
    token = file.read_bytes()
    anew = reencrypt_bytes(token, name=f"file {path}")
    if anew == token:
        return False
    write_durably(file, anew, modified=file.stat().st_mtime)
    return True


def folder() -> Path:
    """Return the folder of all files. It need not exist."""
    return Path(settings.VAR, "files")
