"""python -m omniforge.files.writing: makes one workbook or document, in a separate process."""

from typing import Any

from omniforge.files.program import serve


def _work(request: dict[str, Any], content: bytes) -> bytes:
    """Import only the library for the requested format."""
    if "markdown" in request:
        from omniforge.files.writing.documents import document_of

        return document_of(request["markdown"])
    from omniforge.files.writing.workbooks import workbook_of

    return workbook_of(request["sheets"])


if __name__ == "__main__":
    serve(_work)
