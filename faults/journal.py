"""What clients sent and received, and the times of faults. All times are from `time.monotonic`."""

import time
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Asked:
    """A message whose sending started, and the complete answer that the model gives."""

    message: str
    at: float
    answer: str


@dataclass(frozen=True, slots=True)
class Accepted:
    """The server's acknowledgement. `stored` is false if the database didn't have the message yet."""

    message: str
    turn: str
    conversation: str
    at: float


@dataclass(frozen=True, slots=True)
class Refused:
    """The server's refusal of a message."""

    message: str
    code: str
    retryable: bool
    at: float


@dataclass(frozen=True, slots=True)
class Heard:
    """An event received by a reader, which keeps its name over all its connections."""

    reader: str
    turn: str
    seq: int
    kind: str
    data: dict[str, Any]
    at: float


@dataclass(frozen=True, slots=True)
class Span:
    """The duration of a fault."""

    begun: float
    over: float


@dataclass
class Journal:
    """All records, in order."""

    asked: dict[str, Asked] = field(default_factory=dict)
    accepted: list[Accepted] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    reconnects: int = 0

    def ask(self, message: str, answer: str) -> None:
        """Record a message, once, before it is sent."""
        self.asked.setdefault(message, Asked(message, time.monotonic(), answer))

    def accept(self, message: str, turn: str, conversation: str) -> None:
        self.accepted.append(Accepted(message, turn, conversation, time.monotonic()))

    def refuse(self, message: str, code: str, retryable: bool) -> None:
        self.refused.append(Refused(message, code, retryable, time.monotonic()))

    def hear(self, reader: str, event: dict[str, Any]) -> None:
        """Record an event's envelope."""
        told = (event["turn_id"], event["seq"], event["type"], event["data"])
        self.heard.append(Heard(reader, *told, time.monotonic()))
