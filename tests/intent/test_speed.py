"""A message is read fast enough that nobody waits."""

import sys
import time
import tomllib
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zlib import crc32

import pytest

from intent.commands import Situation, read_commands

_SENTENCES = Path(__file__).parent / "sentences" / "things.en.toml"
_MOST = 0.02  # seconds on average; it takes about 2 ms on an idle machine
_SHORT = 12  # words
_MOST_STEPS = 11_500  # on average
_FEW_STEPS = 100
_MOST_STEPS_OF_LONG = 280_000
_BEFORE = Situation(datetime(2026, 11, 20, 10, tzinfo=UTC), projects=("Marlow Road Clinic", "Office move"))
_SITUATION = replace(_BEFORE, now=_BEFORE.now + timedelta(minutes=1))  # here nothing has been read yet
_LONG = (
    "create a task for Ben: mop the hall by Friday, and another one for Ann: dust the shelves on Monday",
    "add a task to book the hall for the spring party and let Ana do it by Friday, please, if that is fine",
    "move the lease task to next Tuesday, give it to Ben, and set its priority to high before the meeting",
)  # of 18 to 21 words


def _steps(message: str) -> int:
    """Return the number of function calls needed to read a message: the same on any machine."""
    called = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal called
        called += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        read_commands(message, _SITUATION)
    finally:
        sys.setprofile(before)
    return called


def test_reading_a_message_takes_few_steps():
    data = tomllib.loads(_SENTENCES.read_text(encoding="utf-8"))
    short = (case["say"] for case in data["read"] if len(case["say"].split()) <= _SHORT)
    messages = [one for one in short if not crc32(one.encode()) % 4]  # new rows leave the others in or out
    for one in (*messages, *_LONG):
        read_commands(one, _BEFORE)  # fills caches for all later readings
    taken = [_steps(one) for one in messages]
    assert sum(taken) / len(taken) < _MOST_STEPS
    assert max(map(_steps, _LONG)) < _MOST_STEPS_OF_LONG


def test_message_is_read_once_per_turn():
    read_commands(_LONG[0], _SITUATION)
    assert _steps(_LONG[0]) < _FEW_STEPS


def test_message_is_read_in_milliseconds():
    data = tomllib.loads(_SENTENCES.read_text(encoding="utf-8"))
    messages = [case["say"] for case in data["read"]][::12]
    for one in messages:
        read_commands(one, _BEFORE)  # fills caches for all later readings
    began = time.process_time()
    for one in messages:
        read_commands(one, _SITUATION)
    assert (time.process_time() - began) / len(messages) < _MOST


@pytest.mark.parametrize("lead", ["", "0. Tell me more about this: ", "- Ana: ", "add tasks: ", "for Ann: "])
def test_reading_time_of_long_text_is_linear(lead):
    text = "we talked about it and then, as always, nobody wanted to say anything, "
    once, fourfold = (_steps(f"{lead}{text * size}") for size in (25, 100))
    assert fourfold < 5 * once
