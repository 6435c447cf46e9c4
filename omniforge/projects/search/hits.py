"""Search results."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from uuid import UUID

from omniforge.projects.kinds import Kind

_NOTHING: Mapping[str, Sequence[str]] = MappingProxyType({})
_NO_COUNTS: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that matches a search. Its text is data, never instructions."""

    kind: Kind
    id: UUID  # of its document or entity
    title: str
    project_id: UUID
    heading: str  # the last one above it, or empty
    snippet: str  # the line that matched
    text: str  # the whole passage
    score: float  # 0 to 1, comparable within one search only
    passage: int  # its index in the object, from 0
    # -- set for passages, not for objects
    path: tuple[str, ...] = ()  # titles from the project down to the thing
    changed_at: datetime | None = None
    before: str = ""  # the neighbouring passages
    after: str = ""
    # -- how it was found
    by_words: float = 1.0  # word score relative to the best hit, headings included; 0: no words match
    closeness: float = 0.0  # cosine of its vector and the query's, if there are vectors
    sentence_vectors: Sequence[Sequence[float]] = field(
        default=(), repr=False, compare=False
    )  # by the local model

    @property
    def has_words(self) -> bool:
        """Whether it or its headings contain a significant word of the query."""
        return self.by_words > 0

    @property
    def link(self) -> str:
        """The page of the thing, opened at the heading."""
        anchor = f"#{anchor_of(self.heading)}" if self.heading else ""
        return f"/projects/{self.project_id}/{self.kind}s/{self.id}/{anchor}"


class Hits(list[Hit]):
    """Hits, best first. `note` is a sentence about what the search could not do, if anything.

    `respelt` maps stems of the query that are not in the index to close ones that are. `counts` maps each
    stem to about how many passages have it.
    """

    def __init__(
        self,
        hits: list[Hit],
        note: str = "",
        respelt: Mapping[str, Sequence[str]] = _NOTHING,
        counts: Mapping[str, int] = _NO_COUNTS,
    ) -> None:
        super().__init__(hits)
        self.note = note
        self.respelt = respelt
        self.counts = counts


def anchor_of(heading: str) -> str:
    """Return a heading's id in a page: its words in lower case, joined by hyphens."""
    return "-".join(re.findall(r"\w+", heading.lower()))
