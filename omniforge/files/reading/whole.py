"""python -m omniforge.files.reading.whole: reads a whole document, PDF or table, in a separate process."""

from typing import Any

from omniforge.files.errors import Unreadable
from omniforge.files.program import serve
from omniforge.files.types import Kind

_SCANNED = "This file holds no text: it may be of scanned pictures, which cannot be read here."
_EMPTY = {Kind.PDF: _SCANNED, Kind.DOCUMENT: _SCANNED}


def read_whole(kind: Kind, content: bytes, most: int) -> str:
    """Return a document (.docx), a workbook or a CSV file as Markdown, or the text of a PDF.

    Raises Unreadable, also if it has more than `most` characters.
    """
    text = _text(kind, content)
    if not text.strip():
        raise Unreadable(_EMPTY.get(kind, "This file is empty."))
    if len(text) > most:
        raise Unreadable(f"This has {len(text):,} characters; a document takes {most:,}. Split it.")
    return text


def _text(kind: Kind, content: bytes) -> str:
    """Import libraries on demand: each takes a third of a second."""
    match kind:
        case Kind.DOCUMENT:
            from omniforge.files.reading.documents import read_document

            return read_document(content)
        case Kind.WORKBOOK:
            from omniforge.files.reading.workbooks import read_whole_workbook

            return read_whole_workbook(content)
        case Kind.TABLE:
            from omniforge.files.reading.tables import table_of_csv

            return table_of_csv(content)
        case _:
            from omniforge.files.reading.pdf import read_whole_pdf

            return read_whole_pdf(content)


def _work(request: dict[str, Any], content: bytes) -> bytes:
    return read_whole(Kind(request["kind"]), content, request["most"]).encode()


if __name__ == "__main__":
    serve(_work)
