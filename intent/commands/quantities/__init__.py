"""Word problems: quantities with units, how they relate, and the question."""

from intent.commands.quantities.leftover import left_over
from intent.commands.quantities.reading import Worked, worked_out
from intent.commands.quantities.shares import Share, share_told
from intent.commands.quantities.spans import Between, Shifted, between_told, shift_told
from intent.commands.quantities.together import told_together

__all__ = [
    "Between",
    "Share",
    "Shifted",
    "Worked",
    "between_told",
    "left_over",
    "share_told",
    "shift_told",
    "told_together",
    "worked_out",
]
