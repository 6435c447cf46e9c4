"""What clients asked and were told, with the times of the faults. All times are of `time.monotonic`."""

import time
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Asked:
    """A message that somebody began to send, and the whole answer that a model gives to it."""

    message: str
    at: float
    answer: str


@dataclass(frozen=True, slots=True)
class Accepted:
    """The server's word that it has a message. `stored` is false where the database did not have it then."""

    message: str
    turn: str
    conversation: str
    at: float


@dataclass(frozen=True, slots=True)
class Refused:
    """The server's word that it does not take a message."""

    message: str
    code: str
    retryable: bool
    at: float


@dataclass(frozen=True, slots=True)
class Heard:
    """An event that a reader got. A reader keeps its name over all of its connections."""

    reader: str
    turn: str
    seq: int
    kind: str
    data: dict[str, Any]
    at: float


@dataclass(frozen=True, slots=True)
class Span:
    """A fault, from its begin until it was over."""

    begun: float
    over: float


@dataclass
class Journal:
    """All of it, in the order in which it was noted."""

    asked: dict[str, Asked] = field(default_factory=dict)
    accepted: list[Accepted] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    reconnects: int = 0

    def ask(self, message: str, answer: str) -> None:
        """Note a message, once, before it is sent."""
        self.asked.setdefault(message, Asked(message, time.monotonic(), answer))

    def accept(self, message: str, turn: str, conversation: str) -> None:
        self.accepted.append(Accepted(message, turn, conversation, time.monotonic()))

    def refuse(self, message: str, code: str, retryable: bool) -> None:
        self.refused.append(Refused(message, code, retryable, time.monotonic()))

    def hear(self, reader: str, event: dict[str, Any]) -> None:
        """Note an event's envelope."""
        told = (event["turn_id"], event["seq"], event["type"], event["data"])
        self.heard.append(Heard(reader, *told, time.monotonic()))
