"""What a search gives back."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from uuid import UUID

from omniforge.projects.kinds import Kind

_NOTHING: Mapping[str, Sequence[str]] = MappingProxyType({})
_NO_COUNTS: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that answers a search. What it says is what people wrote, never instructions."""

    kind: Kind
    id: UUID  # of the thing that it stands in
    title: str
    project_id: UUID
    heading: str  # the last one above it, or empty
    snippet: str  # the line that shows why it was found
    text: str  # the whole passage
    score: float  # 0 to 1, to be compared within one search only
    passage: int  # its number in the thing, from 0
    # -- known of passages alone, not of things
    path: tuple[str, ...] = ()  # titles from the project down to the thing
    changed_at: datetime | None = None
    before: str = ""  # the neighbouring passages
    after: str = ""
    # -- how it was found
    by_words: float = 1.0  # by the query's words in it and above it, of the best hit's; 0: it has none
    closeness: float = 0.0  # of its vector to the query's, where there are vectors

    @property
    def has_words(self) -> bool:
        """Whether a telling word of the query stands in it, or above it."""
        return self.by_words > 0

    @property
    def link(self) -> str:
        """The page of the thing, opened at the heading."""
        anchor = f"#{anchor_of(self.heading)}" if self.heading else ""
        return f"/projects/{self.project_id}/{self.kind}s/{self.id}/{anchor}"


class Hits(list[Hit]):
    """Hits, best first; `note` says in a sentence where the search could not do all that it should.

    `respelt` are the stems of the query that stand nowhere, with those next to them that do; `counts` says of
    each stem how many passages have it, about.
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
    """Return the id that a heading has in a page: its words in lower case, joined by hyphens."""
    return "-".join(re.findall(r"\w+", heading.lower()))
