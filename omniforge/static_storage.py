"""How static files are stored: under names with a hash of what they hold, each with a gzipped twin."""

import re
from collections.abc import Iterator

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage

HASHED = re.compile(r"\.[0-9a-f]{12}(\.|$)")  # what such a name says of itself: it never changes

_URLS_IN_CSS = HashedFilesMixin.patterns[0][1][:2]
_IMPORTS = HashedFilesMixin._js_module_import_aggregation_patterns[1]  # type: ignore[attr-defined]


class HashedStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Rewrites addresses in style sheets and imports in our modules, which may not import in a circle.

    Plain names are kept as well, uncompressed, for DEBUG and for old addresses.
    """

    patterns = (("*.css", _URLS_IN_CSS), ("js/*.js", _IMPORTS))
    max_post_process_passes = 30  # as deep as imports may go

    def compress_files(self, paths: set[str]) -> Iterator[tuple[str, str]]:
        """Compress what has a hashed name. Yields the name of each file with that of its twin."""
        yield from super().compress_files(paths & set(self.hashed_files.values()))
