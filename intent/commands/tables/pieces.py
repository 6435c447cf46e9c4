"""How much so many of one row are: '24 oat bars at cost', 'what would 12 tuna wraps bring in?'"""

from decimal import Decimal

from intent.commands.tables.question_state import QuestionState
from omniforge.tables.cells import as_number

_SHAPES = ("function", "format", "group", "only", "first", "sorted")


def settle_pieces(said: QuestionState) -> None:
    """Read a number beside the name of a row and a price as so many of it, and not as so many rows."""
    number, price = _number(said), _price(said)
    names = len(said.tests) == 1 and said.tests[0].test == "has" and not said.tests[0].negated
    if number is None or not (price and names and said.at_hand.key in said.tests[0].columns):
        return
    if said.extreme or {*_SHAPES} & {*said.said}:
        return
    said.said.pop("limit", None)
    said.said["pieces"], said.asked, said.unread, said.unclear = number, [price], [], None


def _number(said: QuestionState) -> Decimal | None:
    """Return the one number that nothing else in a question takes."""
    if not said.unread and "limit" in said.said:
        return Decimal(said.said["limit"])
    return as_number(said.unread[0]) if len(said.unread) == 1 else None


def _price(said: QuestionState) -> str:
    """Return the one price asked for, empty if anything but counts is asked for beside it."""
    prices = [one for one in said.asked if one in said.at_hand.prices]
    rest = {*said.asked} - {*prices}
    return prices[0] if len(prices) == 1 and rest <= {*said.at_hand.numbers} else ""
