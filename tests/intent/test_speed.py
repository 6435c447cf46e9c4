"""A message is read fast enough that nobody waits for it."""

import time
import tomllib
from datetime import UTC, datetime
from pathlib import Path

from intent.commands import Situation, read_commands

_SENTENCES = Path(__file__).parent / "sentences" / "things.en.toml"
_MOST = 0.02  # seconds on average; it takes about 2 ms where nothing else runs
_SITUATION = Situation(datetime(2026, 11, 20, 10, tzinfo=UTC), projects=("Marlow Road Clinic", "Office move"))


def test_a_message_is_read_in_milliseconds():
    data = tomllib.loads(_SENTENCES.read_text(encoding="utf-8"))
    messages = [case["say"] for case in data["read"]][::4]
    for one in messages:
        read_commands(one, _SITUATION)  # what is compiled and kept is so for all later ones
    began = time.process_time()
    for one in messages:
        read_commands(one, _SITUATION)
    assert (time.process_time() - began) / len(messages) < _MOST


def test_a_long_text_takes_no_longer_than_its_length():
    text = "we talked about it and then, as always, nobody wanted to say anything, " * 200
    read_commands(text, _SITUATION)
    began = time.process_time()
    read_commands(f"{text} more", _SITUATION)
    assert time.process_time() - began < 1
