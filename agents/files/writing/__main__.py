"""python -m agents.files.writing: makes one workbook, apart from the site."""

from typing import Any

from agents.files.apart import serve
from agents.files.writing.workbooks import workbook_of


def _work(request: dict[str, Any], content: bytes) -> bytes:
    return workbook_of(request["sheets"])


if __name__ == "__main__":
    serve(_work)
