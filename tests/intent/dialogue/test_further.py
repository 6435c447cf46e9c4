"""A yes with more before or behind it."""

import pytest

from intent.dialogue import Reply, says_yes_and_more
from intent.dialogue.decisions import read_yes_behind


@pytest.mark.parametrize(
    ("message", "further"),
    [
        ("yes, and how many hours of surgery do I have in december", True),
        ("Yes. How many tasks are open?", True),
        ("ja, und wer hat am Freitag Dienst?", True),
        ("sí, ¿y cuántas tareas hay abiertas?", True),
        ("yes, who is at Millhill today?", False),
        ("yes, and who gets it then?", False),
        ("yes, and what about nine instead?", False),
        ("yes, and how long is the farm round?", False),
        ("yes, and which day?", False),
        ("yes, and delete the other tasks", False),
        ("no. How many tasks are open?", False),
    ],
)
def test_yes_with_an_unrelated_question_is_a_yes(message: str, further: bool):
    question = 'Deleting from the calendar: "Farm round", Mon 30 Nov 2026'
    assert says_yes_and_more(message, question) is further


@pytest.mark.parametrize(
    ("message", "further"),
    [
        ("Create it, then run it once", True),
        ("yes, create it, and run it right away with this list please", True),
        ("Ja, anlegen und gleich einmal laufen lassen", True),
        ("yes, and run it at nine", False),
        ("yes, run it at 9", False),
        ("create it, but run it later", False),
        ("yes, and change it to mondays", False),
        ("yes, and send it to Bo", False),
        ("run it", False),
    ],
)
def test_yes_with_a_first_run_is_a_yes(message: str, further: bool):
    assert says_yes_and_more(message, "Creating the agent stock-watch, every Friday at 07:00") is further
    assert not says_yes_and_more(message, 'Deleting "Old prices"')


@pytest.mark.parametrize(
    ("message", "decides"),
    [
        ("Friday at 7 is fine. Then create it.", True),
        ("7 is perfect, go ahead", True),
        ("Friday at 7 works for me - create it", True),
        ("Friday at 8 is fine, create it", False),
        ("Monday is fine, create it", False),
        ("Friday at 7 is fine for the others, create it", False),
        ("7 is perfect", False),
        ("7 is perfect, but only in winter, go ahead", False),
    ],
)
def test_yes_behind_details_that_are_right(message: str, decides: bool):
    question = "Creating the agent stock-watch, every Friday at 07:00 (UTC)"
    assert (read_yes_behind(message, question) is Reply.YES) is decides
    assert read_yes_behind(message, 'Deleting "Friday at 7"') is None
