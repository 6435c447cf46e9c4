"""Questions to the person, and what the conversation waits for."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from agents.context.dialogue import DialogueState
from agents.events.base import Event
from intent.types import Choice


@dataclass(frozen=True, slots=True)
class Slot:
    """One slot of a draft's sentence. `state` says whether it is filled, asked for now, or open."""

    name: str
    label: str
    value: str
    state: Literal["done", "now", "next"]
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Gap:
    """A place that an agent names and that isn't connected, or is broken.

    `link` and `action` lead to the fix. A person who can't do it is told whom to `ask`.
    """

    name: str
    problem: str
    action: str = ""
    link: str = ""
    ask: str = ""


@dataclass(frozen=True, slots=True)
class Wizard(Event):
    """An open draft. `sentence` consists of plain text and slot names, in reading order.

    `missing` are the connections that it lacks.
    """

    type: ClassVar[str] = "wizard"
    title: str
    sentence: tuple[tuple[Literal["text", "slot"], str], ...]
    slots: tuple[Slot, ...]
    confirm: bool = False
    missing: tuple[Gap, ...] = ()


@dataclass(frozen=True, slots=True)
class OptionsOffered(Event):
    """A question with choices, each with its effect."""

    type: ClassVar[str] = "options"
    question: str
    reason: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class DryRunOffered(Event):
    """A new agent changes or sends things by itself: `message` asks for a dry run of it."""

    type: ClassVar[str] = "dry_run_offer"
    agent: str
    message: str


@dataclass(frozen=True, slots=True)
class DialogueChanged:
    """What the conversation waits for from now on. Stored with the answer, not sent."""

    state: DialogueState
