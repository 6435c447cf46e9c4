"""The result of a sum that a later clause of the same message goes on with: '16 x 385, and that by 4'."""

from decimal import Decimal

from intent.commands.readers.numbers.sums import Sum
from intent.commands.types import Command
from omniforge.errors import InvalidInput
from omniforge.tables.arithmetic import evaluate

TWO = Sum("2", "2")  # of 'double that'


def result_of(command: Command | None, before: Decimal | None, *, points: bool) -> Decimal | None:
    """Return the number that a clause after a command goes on with, if it was `before` until then.

    After an order for a table there is none: what it shows is worked out later. To a sum a clause must
    point, '…, and that by 4': one that doesn't may belong to it, '…, 10% off'.
    """
    if command and command.name.startswith("table."):
        return None
    goes_on = command and (points or command.name != "sum")
    expression = _expression(command) if command and goes_on else ""
    try:
        return evaluate(expression).value if expression else before
    except InvalidInput:
        return None


def _expression(command: Command) -> str:
    if command.name == "sum":
        return str(command.slots["sum"].expression)
    return more_of(command) if command.name == "sum.more" and command.slots["before"] is not None else ""


def more_of(command: Command) -> str:
    """Return the expression of an order that goes on with a number: 'a tenth of that', 'plus 40'."""
    sign, before = command.slots["sign"], command.slots["before"]
    more = command.slots.get("more", TWO).expression
    is_own_part = sign == "*" and str(before) in more
    return more if is_own_part else f"{before} {sign} {more}"
