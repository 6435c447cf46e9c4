"""What was said before in a conversation, as a model reads it: true messages with calls and their results."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from omniforge.llm.types import ChatMessage


@dataclass(frozen=True, slots=True)
class History:
    """Earlier messages, oldest first. `summary` stands for those before them, `left_out` says which and why.

    `turns` say from which message on each turn has its part. `tokens` is the size of the messages, `budget`
    what they may take together.
    """

    messages: tuple[ChatMessage, ...] = ()
    turns: tuple[tuple[UUID, int], ...] = ()
    tokens: int = 0
    budget: int = 0
    summary: str = ""
    left_out: tuple[str, ...] = ()

    def since(self, turn_id: UUID) -> tuple[ChatMessage, ...]:
        """Return what was said after a turn; nothing where that is not among them."""
        places = [place for place, (turn, _) in enumerate(self.turns) if turn == turn_id]
        after = self.turns[places[-1] + 1 :] if places else ()
        return self.messages[after[0][1] :] if after else ()


def said_before(window: Sequence[ChatMessage]) -> History:
    """Return the history that a window of words alone comes to."""
    notes = "\n".join(one.content for one in window if one.role == "system")
    return History(tuple(one for one in window if one.role != "system"), summary=notes)
