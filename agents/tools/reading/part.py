"""Which part of a thing is read, and the result."""

from dataclasses import dataclass
from typing import Any

from agents.events import Source
from agents.tools.texts import OWN, Texts
from omniforge.files.reading.excerpt import excerpt_of_text


@dataclass(frozen=True, slots=True)
class Part:
    """A section of a document or a sheet of a workbook. `start` counts rows, pages or parts from 1."""

    name: str = ""
    start: int = 1


def in_part(name: str, text: str, part: Part) -> dict[str, Any]:
    """Return part of a long text under this name, and where the next part begins."""
    excerpt = excerpt_of_text(text, part.start)
    return {name: excerpt.text, "next_start": excerpt.next_start}


@dataclass(frozen=True, slots=True)
class Reading:
    """The result: kind and title for people, fields for a model, its location, and whose it is."""

    kind: str
    id: str
    title: str
    fields: dict[str, Any]
    source: Source | None = None
    texts: Texts = OWN
