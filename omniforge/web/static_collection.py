"""Collects the static files before a start, if they have changed, and deletes those of former releases."""

import hashlib
import time
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from omniforge.web import static_storage
from omniforge.web.static_storage import HASHED, HashedStorage

# Types, source maps and a second viewer of the API schema, used by no page: two thirds of all bytes.
IGNORED = ["*.map", "*.d.ts", "*.d.mts", "redoc"]
# A page that stays open loads modules of its own release when it first needs them.
KEPT_SECONDS = 7 * 24 * 3600


def collect_static() -> bool:
    """Update STATIC_ROOT from the sources. Returns whether anything changed."""
    root = Path(settings.STATIC_ROOT)
    stamp, fingerprint = root / ".collected", _fingerprint()
    if stamp.is_file() and stamp.read_text() == fingerprint:
        return False
    former = _current_files(root)
    call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=IGNORED)
    _clear_former(root, former, _current_files(root))
    stamp.write_text(fingerprint)
    return True


def is_collected() -> bool:
    """Return whether static files were collected. If not, no release has been prepared."""
    return bool(HashedStorage().hashed_files) or settings.DEBUG


def _fingerprint() -> str:
    """Return a digest of all sources and of the storage code. Not of timestamps: images truncate them."""
    sources = sorted({*_sources(), Path(__file__), Path(static_storage.__file__)})
    digest = hashlib.sha256(str(settings.STORAGES["staticfiles"]).encode())
    for path in sources:
        content = path.read_bytes()
        digest.update(f"{path}:{len(content)}\n".encode() + content)
    return digest.hexdigest()


def _sources() -> Iterator[Path]:
    for finder in get_finders():
        for name, storage in finder.list(IGNORED):
            yield Path(storage.path(name))


def _current_files(root: Path) -> set[Path]:
    """Return the hashed files that the manifest names, with their gzipped twins."""
    names = HashedStorage().hashed_files.values()
    return {root / f"{name}{twin}" for name in names for twin in ("", ".gz")}


def _clear_former(root: Path, former: set[Path], current: set[Path]) -> None:
    """Record when each file became unused, and delete those unused for long."""
    for path in former - current:
        if path.exists():
            path.touch()
    oldest = time.time() - KEPT_SECONDS
    for path in root.rglob("*"):
        is_former = HASHED.search(path.name) and path not in current
        if is_former and path.is_file() and path.stat().st_mtime < oldest:
            path.unlink()
