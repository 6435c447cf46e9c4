"""When messages leave the window for the summary, and which (seed 003, sections 5.1 and 5.3)."""

from collections.abc import Sequence

from agents.memory.summaries.values import Utterance

TURNS = 20
CHARACTERS = 5_000
KEPT = 8  # messages that stay as they are, the newest: four exchanges
_FEWEST = 4  # messages for which a summary is worth its call


def is_due(turns: int, characters: int, *, over_budget: bool = False) -> bool:
    """Return whether what no summary covers yet has grown too large."""
    return turns > TURNS or characters > CHARACTERS or over_budget


def leaving(messages: Sequence[Utterance]) -> Sequence[Utterance]:
    """Return which of these, oldest first, a summary is to cover: whole exchanges, but the newest ones."""
    end = max(0, len(messages) - KEPT)
    while end and messages[end].role != "user":
        end -= 1
    return messages[:end] if end >= _FEWEST else ()
