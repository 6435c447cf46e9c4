"""The base of all events."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events. `type` is its name on the wire."""

    type: ClassVar[str]
