"""What asks for the table, or the figure of it, once more with a change: 'the same without Hull'."""

from collections.abc import Sequence

from intent.commands.table_question_state import QuestionState
from intent.commands.tokens import Token

REPEAT = "repeat"
_ASKING = {"who", "which", "what", "whose", "how", "any", "are", "is"}
_PARTS = {"column", "row", "line"}


def begins_again(said: QuestionState, after: Sequence[Token]) -> bool:
    """Return whether 'the same' means the question before, unlike in 'which have the same price?'"""
    is_named = bool(after) and bool(said.at_hand.columns_named((after[0].word,)))
    asks = any(one.word in _ASKING for one in said.words.tokens)
    return not (said.anchors or said.unread or asks or is_named)


def take_added_total(said: QuestionState, key: str) -> None:
    """Read 'add a total' as a sum, but not 'add a total of 40 to Ann', nor 'add a total column'."""
    if any(one.word in _PARTS or one.word[:1].isdigit() for one in said.words.tokens):
        said.unread.append("add")
    said.said["function"], said.anchors = "sum", said.anchors + 1


def take_turned(said: QuestionState, key: str) -> None:
    """Read 'the other way round' as the order before, reversed."""
    said.said["turned"], said.anchors = True, said.anchors + 1
