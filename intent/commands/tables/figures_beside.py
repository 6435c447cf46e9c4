"""Which of two columns of figures ranks: 'who took the most boxes?', 'hours, biggest first, and cost'."""

from itertools import pairwise

from intent.commands.tables.question_state import QuestionState
from intent.commands.words import key_of

_FIRST, _BESIDE = "first", ("with", "and", "plus")


def is_beside(said: QuestionState, column: str) -> bool:
    """Return whether a figure is only shown, too, behind 'biggest first', and rank by the one before."""
    numbers = [one for one in (said.said.get("by"), *said.asked) if one in said.at_hand.numbers]
    words = [one.word for one in said.words.tokens if one.word != "," and not key_of("article", one.word)]
    behind = any(one == _FIRST and then in _BESIDE for one, then in pairwise(words))
    if "sorted" not in said.said or not behind or len(numbers) != 1 or column in numbers:
        return False
    said.said["by"] = numbers[0]
    said.asked += [one for one in numbers if one not in said.asked]
    return True


def is_dealt(said: QuestionState, column: str) -> bool:
    """Return whether a verb only deals in the figure behind it: 'who took the most boxes?'"""
    verb = "earns" in said.said and said.said.get("by") in said.at_hand.money
    return verb and column in said.at_hand.numbers and column not in said.at_hand.money
