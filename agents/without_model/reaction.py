"""The understanding of a message, and the resulting outputs."""

from typing import NamedTuple

from agents.events import Outputs
from intent.types import ActionType, Intent, Mode


class Reaction(NamedTuple):
    """An intent, and the outputs that answer it. `ran` has the words of the commands that they carry out."""

    intent: Intent
    outputs: Outputs
    ran: tuple[str, ...] = ()

    @classmethod
    def to(
        cls,
        action: ActionType,
        reasoning: str,
        outputs: Outputs,
        confidence: float = 0.95,
        mode: Mode = Mode.ACT,
    ) -> "Reaction":
        """Return the reaction to a message that rules have understood."""
        return cls(Intent(action, confidence, reasoning=reasoning, mode=mode), outputs)
