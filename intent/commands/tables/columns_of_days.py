"""Reads words for the columns of the table at hand that are named after days, months and the like."""

from dataclasses import replace
from itertools import pairwise

from intent.commands.tables.joined_columns import columns_alike, only_alike
from intent.commands.tables.question import BOUNDS
from intent.commands.tables.question_state import QuestionState
from intent.commands.words import key_of

_WHICH = ("which", "what")
_PARTS = {"week": ("day",), "month": ("week", "day"), "quarter": ("month",), "year": ("quarter", "month")}


def take_columns(said: QuestionState, key: str) -> bool:
    """Read 'each day' as the columns 'Mon' and 'Tue', 'the best day' as one of them, 'the week' as their sum.

    Return whether the word means that.
    """
    alike = columns_alike(said.at_hand)
    if key not in alike:
        return _take_whole(said, key, any(one in alike for one in _PARTS.get(key, ())))
    means = said.said.get("function") == "mean"
    if said.waits not in ("", "group", "which"):
        return False
    if said.tests and said.tests[-1].test in BOUNDS and not (said.tests[-1].columns or said.waits):
        said.tests[-1] = replace(said.tests[-1], columns=alike[key])  # 'under 10 on any day'
    elif means or said.extreme or _is_asked(said, key):
        said.said["across"] = key
    else:
        said.asked += alike[key]
    said.waits, said.anchors = "", said.anchors + 1
    return True


def sort_by_sum(said: QuestionState) -> bool:
    """Read 'sort by total' as by the sum of the columns of days. Return whether the words mean that."""
    columns = only_alike(said.at_hand) if said.waits == "sort" else ()
    if columns:
        said.unclear, said.said["sort"], said.waits = columns, columns[0], ""
    return bool(columns)


def take_each_person(said: QuestionState, key: str) -> None:
    """Group by the column of people: 'how many did each of us bill?'."""
    said.said["group"], said.anchors = said.at_hand.person, said.anchors + 1


def _take_whole(said: QuestionState, key: str, is_whole: bool) -> bool:
    is_whole = is_whole and not said.waits
    said.said.update({"whole": key} if is_whole else {})
    return is_whole


def _is_asked(said: QuestionState, key: str) -> bool:
    words = [one.word for one in said.words.tokens]
    return any(one in _WHICH and key_of("table_word", after) == key for one, after in pairwise(words))
