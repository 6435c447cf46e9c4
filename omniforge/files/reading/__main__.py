"""python -m omniforge.files.reading: reads one file, in a separate process."""

from typing import Any

import orjson

from omniforge.files.errors import ImageHasNoText
from omniforge.files.program import serve
from omniforge.files.reading.excerpt import Excerpt, excerpt_of_rows, excerpt_of_text
from omniforge.files.reading.text import decode, rows_of
from omniforge.files.types import Kind


def read(kind: Kind, content: bytes, start: int, sheet: str) -> Excerpt:
    """Return an excerpt of a file. Raises Unreadable, and the library's errors for a damaged one.

    Libraries are imported on demand: each takes a third of a second.
    """
    match kind:
        case Kind.TEXT:
            return excerpt_of_text(decode(content), start)
        case Kind.TABLE:
            return excerpt_of_rows(rows_of(decode(content)), start)
        case Kind.WORKBOOK:
            from omniforge.files.reading.workbooks import read_workbook

            return read_workbook(content, start, sheet)
        case Kind.DOCUMENT:
            from omniforge.files.reading.documents import read_document

            return excerpt_of_text(read_document(content), start)
        case Kind.IMAGE:
            raise ImageHasNoText
        case Kind.PDF:
            from omniforge.files.reading.pdf import read_pdf

            return read_pdf(content, start)


def _work(request: dict[str, Any], content: bytes) -> bytes:
    return orjson.dumps(read(Kind(request["kind"]), content, request["start"], request["sheet"]))


if __name__ == "__main__":
    serve(_work)
