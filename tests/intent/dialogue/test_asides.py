"""What people say around what they mean, and how they let go of what is open."""

import pytest

from intent.dialogue import is_pause, without_aside, words_after_giving_up

GIVEN_UP = [
    ("forget it, ill do it by hand", ""),
    ("forget it ill do it by hand", ""),
    ("actually forget it, too much faff", ""),
    ("hmm no, leave it, we'll do this another day", ""),
    ("cancel, Rita says no", "Rita says no"),
    ("forget it, make it weekly", "make it weekly"),
    ("leave it, what's due today?", "what's due today?"),
    ("cancel my meeting", None),
    ("forget the fee", None),
    ("no, call it desk-watch", None),
]
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


@pytest.mark.parametrize(("message", "rest"), GIVEN_UP)
def test_who_lets_go_may_say_why(message: str, rest: str | None):
    assert words_after_giving_up(message) == rest


@pytest.mark.parametrize(("message", "bare"), BARE)
def test_what_leads_in_is_no_part_of_what_is_meant(message: str, bare: str):
    assert without_aside(message) == bare


@pytest.mark.parametrize(
    ("message", "pauses"),
    [("brb", True), ("ok hang on a sec", True), ("sorry", False), ("hang on, no", False)],
)
def test_who_only_asks_to_wait_wants_nothing_else(message: str, pauses: bool):
    assert is_pause(message) is pauses
