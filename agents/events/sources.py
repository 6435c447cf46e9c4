"""The sources of an answer."""

from dataclasses import dataclass
from typing import ClassVar

from agents.events.base import Event


@dataclass(frozen=True, slots=True)
class Source:
    """A source of an answer: a page, a document, an earlier conversation."""

    title: str
    link: str
    snippet: str = ""


@dataclass(frozen=True, slots=True)
class SourcesCited(Event):
    """The sources of the answer."""

    type: ClassVar[str] = "sources"
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Grounding(Event):
    """How well the documents can answer a question: `score` of 100, answered from `threshold` (seed 004).

    `flags` name passages that look like orders to the model, `attempts` counts the searches, `steps`
    explains the result in words.
    """

    type: ClassVar[str] = "grounding"
    score: int
    threshold: int
    reason: str
    flags: tuple[str, ...] = ()
    attempts: int = 0
    rewritten_query: str = ""
    steps: tuple[str, ...] = ()
