"""python -m omniforge.files.writing: makes one workbook or document, apart from the site."""

from typing import Any

from omniforge.files.program import serve


def _work(request: dict[str, Any], content: bytes) -> bytes:
    """Load only the library that is needed."""
    if "markdown" in request:
        from omniforge.files.writing.documents import document_of

        return document_of(request["markdown"])
    from omniforge.files.writing.workbooks import workbook_of

    return workbook_of(request["sheets"])


if __name__ == "__main__":
    serve(_work)
