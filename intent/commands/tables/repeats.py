"""What asks for the table, or the figure of it, once more with a change: 'the same without Hull'."""

from collections.abc import Sequence

from intent.commands.grammar.slot_types import read_slot
from intent.commands.grammar.tokens import Token
from intent.commands.tables.question_state import QuestionState
from intent.commands.words import key_of

REPEAT = "repeat"
_ASKING = {"who", "which", "what", "whose", "how", "any", "are", "is"}
_BOTH = 2
_TOTAL, _COLUMN = "total", "column"


def begins_again(said: QuestionState, after: Sequence[Token]) -> bool:
    """Return whether 'the same' means the question before, unlike in 'which have the same price?'"""
    is_named = bool(after) and bool(said.at_hand.columns_named((after[0].word,)))
    asks = any(one.word in _ASKING for one in said.words.tokens)
    return not (said.anchors or said.unread or asks or is_named)


def take_added_total(said: QuestionState, key: str) -> None:
    """Note 'add a total', but not 'add a total of 40 to Ann', nor 'add a total column'."""
    words = [one.word for one in said.words.tokens]
    at = words.index(_TOTAL) if _TOTAL in words else 0
    if {*words} & {_COLUMN} or any(one[:1].isdigit() for one in words[at:]):
        said.unread.append("add")
    said.said["added_total"], said.anchors = True, said.anchors + 1


def take_total_row(said: QuestionState, key: str) -> None:
    """Note 'with a row of totals', but not 'without the row of totals'."""
    if said.negated:
        said.unread.append("row of totals")
    said.said["total"], said.anchors = True, said.anchors + 1


def settle_total(said: QuestionState) -> None:
    """Read 'with a total' beside a file or certain rows as a row of totals, else as a sum."""
    shows = "format" in said.said or ("only" in said.said and bool(said.tests or said.asked))
    shows = shows or (
        "view" in said.said and any(key_of("table_noun", one.word) for one in said.words.tokens)
    )
    computes = bool({"function", "group"} & {*said.said} or said.extreme)
    if said.said.pop("added_total", False):
        said.unread += ["total"] if said.said.get("function", "sum") != "sum" else []
        said.said.update({"total": True} if shows and not computes else {"function": "sum"})
    elif "total" in said.said and computes:
        said.unread.append("row of totals")


def take_those(said: QuestionState, key: str) -> None:
    """Read 'how much is that?' and 'how much of it is …' as of the rows shown last, or just asked for."""
    said.anchors += 1
    if not said.tests:
        said.said.update({"those": True, "sums_those": key == "sum_those"})
    said.said.update({"function": "sum"} if key == "sum_those" else {"much": True})


def settle_those(said: QuestionState) -> None:
    """Read 'how much is that plus 20%?' as the figure before with a percentage."""
    if said.said.pop("sums_those", False) and "percent" in said.said:
        for one in ("those", "function"):
            said.said.pop(one, None)
        said.said["much"] = True


def settle_several(said: QuestionState) -> None:
    """Read 'the miles of all three' as of all rows, if the table has so many."""
    if number_of_all(said) == len(said.at_hand.rows):
        said.said["overall"] = True
    else:
        said.unread.append("both")


def number_of_all(said: QuestionState) -> int:
    """Return how many rows 'all four together' are, two for 'both'."""
    numbers = (read_slot("number", said.words.part([one])) for one in said.words.tokens)
    return next((int(one) for one in numbers if one), _BOTH)


def take_ordered(said: QuestionState, key: str) -> None:
    """Read 'is it sorted?' as a question for the order, which changes nothing."""
    said.said["ordered"], said.anchors = True, said.anchors + 1


def take_turned(said: QuestionState, key: str) -> None:
    """Read 'the other way round' as the order before, reversed."""
    said.said["turned"], said.anchors = True, said.anchors + 1
