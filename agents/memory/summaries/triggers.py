"""The rule for moving messages from the window to the summary (seed 003, sections 5.1 and 5.3)."""

from collections.abc import Sequence

from agents.memory.summaries.values import Utterance

TURNS = 20
CHARACTERS = 5_000
KEPT = 8  # newest messages kept verbatim: four exchanges
_FEWEST = 4  # fewest messages worth a summary


def is_due(turns: int, characters: int, *, over_budget: bool = False) -> bool:
    """Return whether the part that no summary covers has grown too large."""
    return turns > TURNS or characters > CHARACTERS or over_budget


def messages_to_summarise(messages: Sequence[Utterance]) -> Sequence[Utterance]:
    """Return the messages that a summary should cover: whole exchanges, except the newest ones."""
    end = max(0, len(messages) - KEPT)
    while end and messages[end].role != "user":
        end -= 1
    return messages[:end] if end >= _FEWEST else ()
