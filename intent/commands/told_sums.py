"""Questions about figures that the message tells itself, in words of any order: one command for all of it."""

from collections.abc import Sequence
from datetime import datetime

from intent.commands.quantities import (
    between_told,
    share_told,
    shift_told,
    told_together,
    worked_out,
)
from intent.commands.quantities.words import MONEY
from intent.commands.readers.sums import Sum
from intent.commands.types import Command, Reading, Slots
from intent.material import Material

_RECKONED = ("sum", "unit")
_MORE = "sum.more"
_BARE = (["sum"], ["sum.told"])  # which come to a figure without a unit


def with_told_sum(message: str, reading: Reading, material: Material | None, now: datetime) -> Reading:
    """Return a message that no commands cover as the sum that it tells; else the reading that there is."""
    sure = [one for one in reading.commands if not one.tentative]
    is_sure = reading.is_whole and len(sure) == len(reading.commands)
    if is_sure and [one.name for one in sure] in _BARE and (worked := _measured(message)):
        return Reading((worked,))
    if is_sure or material or any(one.writes for one in sure):
        return reading
    if command := _told_sum(message, now):
        return Reading((command,))
    if _leans_on_old(message, sure):
        return Reading((), (message.strip(),))
    figures = any(any(map(str.isdigit, one)) for one in reading.uncovered)
    if figures and sure and all(one.name.startswith(_RECKONED) for one in sure):
        return Reading((), (message.strip(),))  # the sum of some of the figures is not what is asked
    return reading


def _leans_on_old(message: str, commands: Sequence[Command]) -> bool:
    """Return whether figures of the message stand before what was read to go on with the answer before it:
    'and 5 shades' of 'we sold 3 lamps and 5 shades'.
    """
    first = next((one for one in commands if one.name.startswith(_RECKONED)), None)
    return first is not None and first.name == _MORE and any(map(str.isdigit, message[: first.span[0]]))


def _told_sum(message: str, now: datetime) -> Command | None:
    name, slots = _slots_of(message, now)
    return Command(name, slots, (0, len(message)), message.strip()) if name else None


def _measured(message: str) -> Command | None:
    """Return the sum of a message that comes to so much of a unit, of which bare figures would be silent."""
    worked = worked_out(message)
    if worked is None or not worked.unit or worked.of == MONEY:
        return None
    return Command("sum.worked", {"worked": worked}, (0, len(message)), message.strip())


def _slots_of(message: str, now: datetime) -> tuple[str, Slots]:
    """Return the name of the command that a message is, with its values; empty for none."""
    if share := share_told(message):
        return "sum.tax", {"rate": share.rate, "amount": share.amount, "mode": share.mode}
    if worked := worked_out(message):
        return "sum.worked", {"worked": worked}
    if together := told_together(message):
        expression = " + ".join(f"{one.value:f}" for one in together)
        return "sum", {"sum": Sum(expression, " plus ".join(one.written for one in together))}
    if shifted := shift_told(message, now.date()):
        return "time.shifted", {"shifted": shifted}
    if between := between_told(message):
        return "time.between", {"between": between}
    return "", {}
