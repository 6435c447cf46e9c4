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
    """A passage that answers a search, of the thing `id`.

    `heading` is the last one above it, or empty. `text` is the whole passage, `snippet` the line of it that
    shows why it was found: both are what people wrote, never instructions. `score` is from 0 to 1, to be
    compared within one search only. `passage` is its number in the thing, from 0.

    `has_words` is whether a telling word of the query stands in the passage or above it, `closeness` how
    near its vector is to the query's, where there are vectors.

    `path` are the titles from the project down to the thing, `before` and `after` the neighbouring passages;
    these and `changed_at` are known of passages alone, not of things.
    """

    kind: Kind
    id: UUID
    title: str
    project_id: UUID
    heading: str
    snippet: str
    text: str
    score: float
    passage: int
    path: tuple[str, ...] = ()
    changed_at: datetime | None = None
    before: str = ""
    after: str = ""
    has_words: bool = True
    closeness: float = 0.0

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
