"""Questions for the time of a row of the table at hand: 'when is the van in?', 'what time is Rex booked?'"""

from itertools import pairwise

from intent.commands.tables.question_state import QuestionState
from intent.commands.words import key_of

_TIME, _WHAT, _WHEN = "time", ("what", "which"), "when"


def settle_moment(said: QuestionState) -> None:
    """Ask for the columns of days and times of the rows named, and for no verb that only says 'booked'."""
    words = [one.word for one in said.words.tokens]
    asks = words[:1] == [_WHEN] or any(one in _WHAT and then == _TIME for one, then in pairwise(words))
    moments = [*said.at_hand.days, *said.at_hand.times]
    if not (asks and said.tests and moments) or said.extreme or said.said.get("function"):
        return
    said.asked = [one for one in said.asked if one in moments] or moments
    said.unread = [one for one in said.unread if not key_of("takes_place", one.lower())]
