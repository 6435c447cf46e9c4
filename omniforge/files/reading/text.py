"""Text files and CSV, in the encodings and with the separators found in practice."""

import codecs
import csv
import io
from collections.abc import Iterator

_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_SEPARATORS = ",;\t|"
_ANY = 2**31 - 1  # characters of a field: the file itself is limited


def decode(content: bytes) -> str:
    """Return a file's text: by its byte-order mark, else as UTF-8, else as Windows-1252."""
    marked = next((name for mark, name in _MARKS.items() if content.startswith(mark)), None)
    if marked:
        return _plain(content.decode(marked, errors="replace"))
    try:
        return _plain(content.decode())
    except UnicodeDecodeError:
        return _plain(content.decode("cp1252", errors="replace"))


def rows_of(text: str) -> Iterator[list[str]]:
    """Yield the rows of a table (RFC 4180). The header line determines the separator."""
    csv.field_size_limit(_ANY)
    named = (line for line in io.StringIO(text) if any(map(str.isalnum, line)))
    first = next(named, "")
    separator = max(_SEPARATORS, key=first.count)
    yield from csv.reader(io.StringIO(text, newline=""), delimiter=separator)


def _plain(text: str) -> str:
    """Remove control characters: nobody typed them, and each takes six characters as JSON."""
    return text.translate(_UNSEEN)


_UNSEEN = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 127))
