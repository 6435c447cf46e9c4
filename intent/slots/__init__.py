"""Typed values in what people write: days, times, recurrences, numbers, names. Words in, values out.

`find_x` searches a text and returns the value's span. `read_x` takes a text that is only the value.
"""

from intent.slots.cron import from_cron, to_cron
from intent.slots.days import find_day, find_days, read_day
from intent.slots.names import best_names, certain_name
from intent.slots.numbers import find_numbers
from intent.slots.recurrence import Recurrence, find_recurrence, read_recurrence, remove_recurrence
from intent.slots.text import fold, sentences
from intent.slots.times import find_duration, find_durations, find_span, find_times, read_duration, read_time

__all__ = [
    "Recurrence",
    "best_names",
    "certain_name",
    "find_day",
    "find_days",
    "find_duration",
    "find_durations",
    "find_numbers",
    "find_recurrence",
    "find_span",
    "find_times",
    "fold",
    "from_cron",
    "read_day",
    "read_duration",
    "read_recurrence",
    "read_time",
    "remove_recurrence",
    "sentences",
    "to_cron",
]
