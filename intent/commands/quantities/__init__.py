"""Word problems: quantities with units, how they relate, and the question."""

from intent.commands.quantities.bills import asks_for_sum, read_bill, read_margin
from intent.commands.quantities.leftover import find_leftover
from intent.commands.quantities.periods import read_periods, read_working_time
from intent.commands.quantities.question import Worked, solve
from intent.commands.quantities.shares import Share, find_share
from intent.commands.quantities.spans import Between, Shifted, find_distance, find_shift
from intent.commands.quantities.together import find_addends

__all__ = [
    "Between",
    "Share",
    "Shifted",
    "Worked",
    "asks_for_sum",
    "find_addends",
    "find_distance",
    "find_leftover",
    "find_share",
    "find_shift",
    "read_bill",
    "read_margin",
    "read_periods",
    "read_working_time",
    "solve",
]
