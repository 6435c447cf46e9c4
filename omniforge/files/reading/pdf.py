"""PDFs, read by pypdf: the text layer of pages."""

import io
import time

from pypdf import PasswordType, PdfReader

from omniforge.files.errors import Unreadable
from omniforge.files.reading.excerpt import Excerpt

_ROOM = 11_000  # characters of text
_HEADING = 20  # characters above each page
_SECONDS = 8.0  # no further page is started after this
_NO_TEXT = "These pages hold no text: they may be scanned pictures, which cannot be read here."


def read_pdf(content: bytes, start: int) -> Excerpt:
    """Return the text of as many pages as fit, one at least. Raises Unreadable if a password is needed."""
    pages = _opened(content).pages
    taken, room, until = list[str](), _ROOM, time.monotonic() + _SECONDS
    for page in pages[start - 1 :]:
        text = page.extract_text().strip()
        if taken and (len(text) > room or time.monotonic() > until):
            break
        taken.append(text[:_ROOM] + "…" * (len(text) > _ROOM))
        room -= len(text) + _HEADING
    following = start + len(taken)
    return Excerpt(
        unit="pages",
        start=start,
        next_start=following if following <= len(pages) else None,
        total=len(pages),
        text="\n\n".join(f"[page {number}]\n{text}" for number, text in enumerate(taken, start)),
        note=None if any(taken) else _NO_TEXT,
    )


def read_whole_pdf(content: bytes) -> str:
    """Return the text of all pages. Raises Unreadable if a password is needed."""
    texts = (page.extract_text().strip() for page in _opened(content).pages)
    return "\n\n".join(text for text in texts if text)


def _opened(content: bytes) -> PdfReader:
    reader = PdfReader(io.BytesIO(content))
    if reader.is_encrypted and reader.decrypt("") == PasswordType.NOT_DECRYPTED:
        raise Unreadable("This PDF is protected by a password. Save it without one and attach it again.")
    return reader
