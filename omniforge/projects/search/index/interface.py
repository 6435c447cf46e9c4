"""What an index of blind words can do, whichever database it lies in."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from omniforge.projects.search.blinding import Blinder

CANDIDATES = 2_000  # passages that are ranked: the newest of those that have words of the question
Ranked = list[tuple[int, float]]  # ids of passages with their scores, best first


@dataclass(frozen=True, slots=True)
class Entry:
    """A passage as tokens: of its headings, of its text, and of where it belongs."""

    passage_id: int
    heading: Sequence[str]
    text: Sequence[str]
    scope: Sequence[str]


@dataclass(frozen=True, slots=True)
class Question:
    """Which passages of a tenant are wanted: those with any of `tokens`, and one token of each `scope`."""

    tenant_id: UUID
    tokens: Sequence[str]
    scope: Sequence[Sequence[str]] = ()


class Index(Protocol):
    """Where tokens lead to passages. What the passages' table loses, the database itself forgets here."""

    def add(self, entries: Sequence[Entry]) -> None:
        """Take in passages that have just been stored."""
        ...

    def counts(self, question: Question) -> list[int]:
        """Return for each token how many passages of the scope have it: about, or up to CANDIDATES."""
        ...

    def present(self, tenant_id: UUID, tokens: Sequence[str]) -> set[str]:
        """Return which tokens any passage of the tenant has."""
        ...

    def best(self, question: Question, counts: Sequence[int], limit: int) -> Ranked:
        """Return the passages, in projects that are there, that answer best; `counts` are the tokens'."""
        ...


def project_token(blinder: Blinder, project_id: UUID) -> str:
    """Return the token that all passages of a project have; what it is made of is no word."""
    return blinder.token(f"project:{project_id}")


def kind_token(blinder: Blinder, kind: str) -> str:
    """Return the token that all passages of things of a kind have."""
    return blinder.token(f"kind:{kind}")
