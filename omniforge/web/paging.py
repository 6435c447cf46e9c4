"""Lists page by page, by a cursor that says where the page before ended."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from drf_spectacular.utils import OpenApiParameter

PAGE_SIZE = 50
CURSOR = OpenApiParameter("cursor", str, description="`next` of the page before.")
Row = TypeVar("Row")


def cut(found: Sequence[Row], cursor: Callable[[Row], object]) -> tuple[list[Row], str | None]:
    """Return a page of what was found, one row more than a page, and the cursor of the page that follows."""
    page = list(found[:PAGE_SIZE])
    return page, str(cursor(page[-1])) if len(found) > PAGE_SIZE else None
