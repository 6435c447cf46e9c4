"""What no tool does, but a page of the site, and who may do it there."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

_FILE = Path(__file__).parent.parent / "data" / "pages.toml"


def pages_for(query: str) -> Sequence[str]:
    """Return what to say of the pages where it is done that a query for a tool names."""
    cleaned = "".join(sign if sign.isalnum() else " " for sign in query.casefold())
    words = set(cleaned.split())
    return [page["says"] for page in _pages().values() if words & set(page["words"])]


@cache
def _pages() -> Mapping[str, Any]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))
