"""CSV as spreadsheets open it: RFC 4180, UTF-8 with a byte-order mark."""

import csv
import io
from collections.abc import Sequence

from omniforge.files.writing.cells import Value, harmless


def csv_of(columns: Sequence[str], rows: Sequence[Sequence[Value]]) -> bytes:
    """Return a CSV with a header line. Formulas are defused."""
    written = io.StringIO()
    csv.writer(written).writerows([harmless(value) for value in row] for row in (columns, *rows))
    return written.getvalue().encode("utf-8-sig")
