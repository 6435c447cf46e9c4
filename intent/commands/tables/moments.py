"""Questions for the time of a row of the table at hand: 'when is the van in?', 'which test is due first?'"""

from itertools import pairwise

from intent.commands.tables.question_state import QuestionState
from intent.commands.words import key_of

_TIME, _WHAT, _WHEN = "time", ("what", "which"), "when"
_FIRST, _FIRST_ROWS = "first", 5  # 'the first rows'
_SEVERAL_ROWS = ("rows", "lines", "entries")
_LONGEST = ("longest", "shortest")
_ASKING, _LEAD = (*_WHAT, "who", "whose"), 3  # words that lead to what is asked


def settle_moment(said: QuestionState) -> None:
    """Ask for the columns of days and times of the rows named, and for no verb that only says 'booked'."""
    words = [one.word for one in said.words.tokens]
    asks = words[:1] == [_WHEN] or any(one in _WHAT and then == _TIME for one, then in pairwise(words))
    moments = [*said.at_hand.days, *said.at_hand.times]
    if not (asks and said.tests and moments) or said.extreme or said.said.get("function"):
        return
    said.asked = [one for one in said.asked if one in moments] or moments
    said.unread = [one for one in said.unread if not key_of("takes_place", one.lower())]


def settle_first(said: QuestionState) -> None:
    """Read 'the first' and 'the top' as one row, of a column of days as the earliest.

    Unless something is to be on top of a file.
    """
    topped = said.said.pop("topped", False)
    if topped and said.said.get("format"):
        said.unread.append(_FIRST)  # it is unclear what is first
    first = said.said.pop(_FIRST, False) or topped
    if first and not said.extreme and "limit" not in said.said and ranks_days(said):
        said.extreme = "earliest"
    elif first and "limit" not in said.said:
        several = {one.word for one in said.words.tokens} & {*_SEVERAL_ROWS}
        said.said["limit"] = _FIRST_ROWS if several else 1
        said.anchors += 1


def ranks_days(said: QuestionState) -> bool:
    """Return whether 'which lease runs out first?' asks for the earliest day of the column named."""
    asks = {one.word for one in said.words.tokens[:_LEAD]} & {*_ASKING}
    named = [one for one in said.asked if one in said.at_hand.days]
    return bool(asks) and len(named) == 1 and not {"format", "sort", "view"} & {*said.said}


def settle_duration(said: QuestionState) -> None:
    """Read 'the most time' and 'took longest' as of the one column of hours, and not of their pay."""
    words, lasts = [one.word for one in said.words.tokens], said.at_hand.numbers_of("column_duration")
    ranks = bool(said.extreme) and not {*words}.isdisjoint(_LONGEST)
    how_long = words[:2] == ["how", "long"]
    if len(lasts) != 1 or said.measure or not (ranks or how_long or _TIME in said.unread):
        return
    said.unread = [one for one in said.unread if one not in (_TIME, *words[:how_long])]
    said.asked = [one for one in said.asked if one not in said.at_hand.numbers]
    if said.extreme:
        said.said.update(by=lasts[0], amount=True)
    else:
        said.asked += lasts
        said.said.setdefault("function", "sum")
