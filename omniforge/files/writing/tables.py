"""Tables of text (.csv) as spreadsheets open them: RFC 4180, UTF-8 with its mark."""

import csv
import io
from collections.abc import Sequence

from omniforge.files.writing.cells import Value, harmless


def csv_of(columns: Sequence[str], rows: Sequence[Sequence[Value]]) -> bytes:
    """Return a table with its columns as the first line; no cell of it can be a formula."""
    written = io.StringIO()
    csv.writer(written).writerows([harmless(value) for value in row] for row in (columns, *rows))
    return written.getvalue().encode("utf-8-sig")
