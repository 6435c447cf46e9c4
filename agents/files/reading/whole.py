"""python -m agents.files.reading.whole: reads all text of one document or PDF, apart from the site."""

from typing import Any

from agents.files.apart import serve
from agents.files.errors import Unreadable
from agents.files.types import Kind


def read_whole(kind: Kind, content: bytes, most: int) -> str:
    """Return the text of a document (.docx) as Markdown, or of a PDF. Raises Unreadable, also beyond `most`
    characters. Only the library that is needed is loaded.
    """
    if kind is Kind.DOCUMENT:
        from agents.files.reading.documents import read_document

        text = read_document(content)
    else:
        from agents.files.reading.pdf import read_whole_pdf

        text = read_whole_pdf(content)
    if not text.strip():
        raise Unreadable("This file holds no text: it may be of scanned pictures, which cannot be read here.")
    if len(text) > most:
        raise Unreadable(f"This has {len(text):,} characters; a document takes {most:,}. Split it.")
    return text


def _work(request: dict[str, Any], content: bytes) -> bytes:
    return read_whole(Kind(request["kind"]), content, request["most"]).encode()


if __name__ == "__main__":
    serve(_work)
