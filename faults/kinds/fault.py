"""The interface of faults."""

import random
from dataclasses import dataclass
from typing import ClassVar

from faults.people import Crowd
from faults.stage import Stage


@dataclass
class Fault:
    """A fault on a stage. Both methods run in a thread, so they may block."""

    stage: Stage
    crowd: Crowd
    chance: random.Random
    at_once: ClassVar[bool] = False  # instantaneous: over as soon as it has begun; `end` only cleans up

    def begin(self) -> None:
        """Inject the fault."""

    def end(self) -> None:
        """End the fault."""
