"""Asides around the meaning of a message."""

import pytest

from intent.dialogue import is_pause, without_aside

BARE = [
    ("hang on, which agents do we have?", "which agents do we have?"),
    ("wait, quickly, what is 15% of 640?", "what is 15% of 640?"),
    ("what day is it today btw?", "what day is it today?"),
    ("hang on which agents do we have", "which agents do we have"),
    ("right now nothing is open", "right now nothing is open"),
    ("first task is late", "first task is late"),
    ("hang on", "hang on"),
    ("and only the unpaid ones?", "and only the unpaid ones?"),
    ("and when is it due?", "when is it due?"),
    (
        "| Shop | Sales |\n|---|---|\n| Cork | 812 |\n\nwhich shop sold most?",
        "| Shop | Sales |\n|---|---|\n| Cork | 812 |\n\nwhich shop sold most?",
    ),
]


@pytest.mark.parametrize(("message", "bare"), BARE)
def test_leading_aside_is_removed_from_the_message(message: str, bare: str):
    assert without_aside(message) == bare


@pytest.mark.parametrize(
    ("message", "pauses"),
    [("brb", True), ("ok hang on a sec", True), ("sorry", False), ("hang on, no", False)],
)
def test_request_to_wait_is_read_as_a_pause(message: str, pauses: bool):
    assert is_pause(message) is pauses
