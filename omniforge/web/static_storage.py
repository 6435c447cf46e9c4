"""Stores static files under content-hashed names, each with a gzipped twin."""

import posixpath
import re
from collections.abc import Iterator
from typing import Any

from django.contrib.staticfiles.storage import HashedFilesMixin
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

HASHED = re.compile(r"\.[0-9a-f]{12}(\.|$)")  # matches hashed names, whose content never changes

_PART = re.compile(r'^@import "([^"]+)";$', re.MULTILINE)
_URLS_IN_CSS = HashedFilesMixin.patterns[0][1][:2]
_IMPORTS = HashedFilesMixin._js_module_import_aggregation_patterns[1]  # type: ignore[attr-defined]


class HashedStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Rewrites URLs in style sheets and imports in our modules, which may not import in a circle.

    Plain names are kept as well, uncompressed, for DEBUG and for old addresses.
    """

    patterns = (("*.css", _URLS_IN_CSS), ("js/*.js", _IMPORTS))
    max_post_process_passes = 30  # maximum depth of imports

    def post_process(self, paths: dict[str, Any], **options: Any) -> Iterator[Any]:
        """Store all `paths`, {name: (storage, path in it)}. Yields the result for each."""
        whole = {
            name: (_WholeSheets(storage), path) if name.startswith("css/") else (storage, path)
            for name, (storage, path) in paths.items()
        }
        yield from super().post_process(whole, **options)

    def compress_files(self, paths: set[str]) -> Iterator[tuple[str, str]]:
        """Compress what has a hashed name. Yields the name of each file with that of its twin."""
        yield from super().compress_files(paths & set(self.hashed_files.values()))


class _WholeSheets:
    """A storage of style sheets with sibling @imports inlined."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def open(self, path: str) -> "ContentFile[bytes]":
        folder = posixpath.dirname(path)
        whole = _PART.sub(lambda part: self._read(posixpath.join(folder, part[1])), self._read(path))
        return ContentFile(whole.encode())

    def _read(self, path: str) -> str:
        with self._storage.open(path) as file:
            content: bytes = file.read()
        return content.decode()
