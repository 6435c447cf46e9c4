"""No reader is slowed down by a long repetitive text."""

from collections.abc import Callable
from datetime import date
from time import process_time

import pytest

from intent import slots

TODAY = date(2026, 11, 20)
LENGTH = 2_000
SECONDS = 1.0  # thirty times what any of these takes
READERS: dict[str, Callable[[str], object]] = {
    "recurrence": lambda text: slots.find_recurrence(text, TODAY),
    "answer": lambda text: slots.read_recurrence(text, TODAY),
    "days": lambda text: slots.find_days(text, TODAY),
    "times": slots.find_times,
    "spans": slots.find_span,
    "durations": slots.find_durations,
    "numbers": slots.find_numbers,
    "sentences": slots.sentences,
    "names": lambda text: slots.best_names(text, ["payroll checker"]),
}
REPEATED = (
    "\xa0",
    "\n",
    "a ",
    "1,",
    "1 ",
    "2026-",
    "a.",
    "'",
    "first ",
    "every ",
    "and ",
    "monday, ",
    "at 8 ",
    "9 to ",
)


@pytest.mark.parametrize("piece", REPEATED)
@pytest.mark.parametrize("reader", READERS)
def test_repetitive_long_text_is_read_fast(reader: str, piece: str):
    before = process_time()
    for begun in ("", "every "):
        READERS[reader]((begun + piece * LENGTH)[:LENGTH] + "!")
    assert process_time() - before < SECONDS
