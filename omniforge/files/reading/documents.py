"""Documents (.docx), read by python-docx: paragraphs and tables in their order, as Markdown."""

import io
from collections.abc import Iterator

from docx import Document
from docx.table import Table
from docx.text.paragraph import Paragraph

from omniforge.files.reading.archives import require_modest


def read_document(content: bytes) -> str:
    """Return the text of a document. Raises Unreadable."""
    require_modest(content)
    document = Document(io.BytesIO(content))
    blocks = (
        _table(one) if isinstance(one, Table) else _paragraph(one) for one in document.iter_inner_content()
    )
    return "\n\n".join(block for block in blocks if block)


def _paragraph(paragraph: Paragraph) -> str:
    text, style = paragraph.text.strip(), paragraph.style.name or "" if paragraph.style else ""
    if not text:
        return ""
    if style == "Title":
        return f"# {text}"
    if style.startswith("Heading "):
        level = style.removeprefix("Heading ")
        return f"{'#' * int(level)} {text}" if level.isdigit() else text
    return f"- {text}" if style.startswith("List") else text


def _table(table: Table) -> str:
    return "\n".join(_lines(table))


def _lines(table: Table) -> Iterator[str]:
    for number, row in enumerate(table.rows):
        cells = [" ".join(cell.text.split()).replace("|", "\\|") for cell in row.cells]
        yield f"| {' | '.join(cells)} |"
        if number == 0:
            yield f"|{' --- |' * len(cells)}"
