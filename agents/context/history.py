"""A conversation's history as a model reads it: real messages with calls and their results."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from omniforge.llm.types import ChatMessage

CUT = "\n(interrupted)"  # marks an interrupted answer in the window


@dataclass(frozen=True, slots=True)
class History:
    """Earlier messages, oldest first. `summary` replaces those before them. `left_out` says which and why.

    `turns` gives the index of each turn's first message. `tokens` is the size of the messages, `budget`
    their limit.
    """

    messages: tuple[ChatMessage, ...] = ()
    turns: tuple[tuple[UUID, int], ...] = ()
    tokens: int = 0
    budget: int = 0
    summary: str = ""
    left_out: tuple[str, ...] = ()

    def since(self, turn_id: UUID) -> tuple[ChatMessage, ...]:
        """Return what was said after a turn, empty if the turn isn't included."""
        places = [place for place, (turn, _) in enumerate(self.turns) if turn == turn_id]
        after = self.turns[places[-1] + 1 :] if places else ()
        return self.messages[after[0][1] :] if after else ()


def to_history(window: Sequence[ChatMessage]) -> History:
    """Return a history of a window's messages. Its system messages become the summary."""
    notes = "\n".join(one.content for one in window if one.role == "system")
    return History(tuple(one for one in window if one.role != "system"), summary=notes)
