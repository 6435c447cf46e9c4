"""Word problems: quantities with units, how they relate, and the question."""

from intent.commands.quantities.bills import asks_for_sum, read_bill
from intent.commands.quantities.leftover import find_leftover
from intent.commands.quantities.periods import read_periods, read_working_time
from intent.commands.quantities.question import Worked, solve
from intent.commands.quantities.shares import Share, find_share

__all__ = [
    "Share",
    "Worked",
    "asks_for_sum",
    "find_leftover",
    "find_share",
    "read_bill",
    "read_periods",
    "read_working_time",
    "solve",
]
