"""What a fault is."""

import random
from dataclasses import dataclass
from typing import ClassVar

from faults.people import Crowd
from faults.stage import Stage


@dataclass
class Fault:
    """Something that breaks on a stage. Both run in a thread, so they may wait."""

    stage: Stage
    crowd: Crowd
    chance: random.Random
    at_once: ClassVar[bool] = False  # it is over as soon as it has begun; `end` only puts things in order

    def begin(self) -> None:
        """Break it."""

    def end(self) -> None:
        """Mend it."""
