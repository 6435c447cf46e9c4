"""Permissions: only the site's own user can access its files."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_OTHERS = 0o077  # permissions of group and others


def create_private_folder(folder: Path) -> None:
    """Create the folder and set the process's umask, so that nobody else can read its files."""
    os.umask(_OTHERS)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def tighten(folder: Path, *, public: Path) -> None:
    """Remove the permissions of group and others in a folder, except in its `public` part."""
    for path in (folder, *_below(folder, public)):
        with suppress(FileNotFoundError):  # a running site may have deleted the file
            _tighten_one(path)


def _tighten_one(path: Path) -> None:
    mode = path.lstat().st_mode
    if mode & _OTHERS and not path.is_symlink():
        path.chmod(mode & 0o7700)


def _below(folder: Path, public: Path) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if Path(parent, name) != public]
        yield from (Path(parent, name) for name in (*folders, *files))
