"""A message of ten thousand characters is read quickly, even one crafted to slow down its readers."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

from conversations.record.titles import title_from
from conversations.wire.commands import MAX_MESSAGE
from intent.commands import Situation, read_commands
from intent.commands.behind_remarks import order_behind
from intent.dialogue import read_answer, read_decision, read_small_talk
from intent.forms import read_form
from intent.local.analysis import analyse
from intent.plain.introduced_lists import write_introduced_list
from intent.plain.rephrased import names_project
from intent.plain.words import expand_abbreviations, to_plain_words
from intent.types import AgentCard, Catalogue
from omniforge.redaction import redact
from tests.agents.chat import NOW

PROCESSOR_SECONDS = 5.0  # a hundred times what any of these takes; CPU time doesn't grow on a busy machine


@contextmanager
def promptly(seconds: float = PROCESSOR_SECONDS) -> Iterator[None]:
    """Fail if the block takes too much CPU time, even if it catches the error that ends it."""
    late = False

    def give_up(*args: object) -> None:
        nonlocal late
        late = True
        raise AssertionError("This message takes too long to read.")

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    assert not late


def test_slow_block_fails_even_if_it_catches_the_error():
    with pytest.raises(AssertionError), promptly(0.01), suppress(Exception):
        while True:
            pass


SITUATION = Situation(NOW, agents=("reporter",))
FORM = ("purpose", "source", "subject", "destination", "when", "name")
READERS: dict[str, Callable[[str], object]] = {
    "title": title_from,
    "secrets": redact,
    "intent": lambda message: analyse(message, [], Catalogue()),
    "commands": lambda message: read_commands(message, SITUATION),
    "answers": read_answer,
    "plain words": lambda message: to_plain_words(expand_abbreviations(message)),
    "announced work": lambda message: write_introduced_list(f"jobs: {message}", ()),
    "small talk": read_small_talk,
    "decision": lambda message: read_decision(message, "Delete stock-check?"),
    "remark": lambda message: order_behind(message, SITUATION),
    "form": lambda message: read_form(message, slots=FORM, now={}, asking="source", situation=SITUATION),
}
REPEATED = (
    *("\xa0", " ", "\n", "a ", "1,", "1 ", "2026-", "x-", "a.", "my ", "[", "/", "'", ":", "? ", "1+"),
    *("first ", "compare and ", "with ", "slack my ", "password for '"),
)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("begun", ["", "set ", "every ", "put ", "password for "])
def test_repetitive_long_message_is_read_promptly(reader: str, begun: str):
    for piece in REPEATED[:: 5 if begun else 1]:  # the beginning matters to a few of them
        message = (begun + piece * MAX_MESSAGE)[: MAX_MESSAGE - 1] + "!"
        with promptly():
            READERS[reader](message)


def test_project_behind_many_remarks_is_found_promptly():
    remarks = "The fridge is read at noon. " * 350
    with promptly(1.0):
        assert names_project(f"{remarks}Make a project for it, call it Roof")


LOG = "2026-11-20 10:00:00 WARNING the queue is long, 17 of 340 were sent\n" * 140


@pytest.mark.parametrize("place", ["before", "after"])
def test_order_before_or_after_a_long_text_is_read(place: str):
    said = "Pause the report-writer agent"
    message = f"{said}\n{LOG}" if place == "before" else f"{LOG}\n{said}"
    found = analyse(message, (), Catalogue((AgentCard("report-writer"),)))
    assert len(message) > 9_000 and found.target_agent == "report-writer"


def test_long_message_with_a_thousand_agents_is_read_promptly():
    names = [f"weekly-number-{number}-report" for number in range(1_000)]
    situation = Situation(NOW, agents=tuple(names))
    for message in ("#" * MAX_MESSAGE, "the weekly report " * 500, f"{LOG[:9_000]}\nrun {names[-1]}"):
        with promptly(4.0):
            found = read_commands(message, situation)
    assert [one.name for one in found.commands] == ["agent.run"]
