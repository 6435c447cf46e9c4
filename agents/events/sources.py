"""What an answer rests on."""

from dataclasses import dataclass
from typing import ClassVar

from agents.events.base import Event


@dataclass(frozen=True, slots=True)
class Source:
    """What an answer rests on: a page, a document, an earlier conversation."""

    title: str
    link: str
    snippet: str = ""


@dataclass(frozen=True, slots=True)
class SourcesCited(Event):
    """What the answer rests on."""

    type: ClassVar[str] = "sources"
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Grounding(Event):
    """How well the documents can answer a question: `score` of 100, answered from `threshold` on (seed 004).

    `flags` say what in it looks like an order to the model, `attempts` counts the searches, `steps` tells it
    all in words.
    """

    type: ClassVar[str] = "grounding"
    score: int
    threshold: int
    reason: str
    flags: tuple[str, ...] = ()
    attempts: int = 0
    rewritten_query: str = ""
    steps: tuple[str, ...] = ()
