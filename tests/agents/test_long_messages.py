"""A message of ten thousand characters is read in a moment, however it was made to hold up its readers."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date

import pytest

from agents.builder.answers import read_slots
from agents.plans.by_rules.reading import Known, read_work
from agents.schedules import parse_schedule
from agents.version_wishes import read_version_wish
from conversations.commands import MAX_MESSAGE
from conversations.titles import title_from
from intent.rules.analysis import analyse
from intent.types import Catalogue
from omniforge.redaction import redact

PROCESSOR_SECONDS = 5.0  # a hundred times what any of these takes: a busy machine takes no more of them


@contextmanager
def promptly() -> Iterator[None]:
    """Fail as soon as what is inside has taken too much of the processor."""

    def give_up(*args: object) -> None:
        raise AssertionError("This message takes too long to read.")

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, PROCESSOR_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


READERS: dict[str, Callable[[str], object]] = {
    "title": title_from,
    "secrets": redact,
    "intent": lambda message: analyse(message, [], Catalogue()),
    "work": lambda message: read_work(message, Known(date(2026, 11, 20))),
    "versions": lambda message: read_version_wish(message, ["reporter"]),
    "schedule": parse_schedule,
    "slots": read_slots,
}
REPEATED = (
    *("\xa0", " ", "\n", "a ", "1,", "1 ", "2026-", "x-", "a.", "my ", "[", "/", "'"),
    *("first ", "compare and ", "with ", "slack my ", "password for '"),
)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("begun", ["", "set ", "every ", "put ", "password for "])
def test_what_repeats_itself_for_ten_thousand_characters_holds_up_no_reader(reader: str, begun: str):
    for piece in REPEATED:
        message = (begun + piece * MAX_MESSAGE)[: MAX_MESSAGE - 1] + "!"
        with promptly():
            READERS[reader](message)
