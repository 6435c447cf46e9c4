"""What is asked of the person, and what the conversation waits for."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from agents.context.dialogue import DialogueState
from agents.events.base import Event
from intent.types import Choice


@dataclass(frozen=True, slots=True)
class Slot:
    """One blank of a draft's sentence; `state` says whether it is filled, asked for now, or still to come."""

    name: str
    label: str
    value: str
    state: Literal["done", "now", "next"]
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wizard(Event):
    """An open draft. `sentence` is made of plain text and slot names, in reading order."""

    type: ClassVar[str] = "wizard"
    title: str
    sentence: tuple[tuple[Literal["text", "slot"], str], ...]
    slots: tuple[Slot, ...]
    confirm: bool = False


@dataclass(frozen=True, slots=True)
class OptionsOffered(Event):
    """A question with choices; each says what it would do."""

    type: ClassVar[str] = "options"
    question: str
    reason: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class DialogueChanged:
    """What the conversation waits for from now on; stored with the answer, not sent."""

    state: DialogueState
