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
        (
            "Yes, delete it. And is the 17th free in the evening? We have a dinner, put it in from 19:00.",
            True,
        ),
        ("Yes, delete it. Do I have anything on Tuesday?", True),
        ("Yes, delete the farm round on Monday and put in a visit on Tuesday at 9", True),
        ("Yes, delete it. Then tell me if Tuesday is free.", True),
        ("Yes, and put in another one on Tuesday at 10", True),
        ("Yes please. Can you show me next week?", True),
        ("Yes please delete it, and then show me Thursday", True),
        ("Ja, löschen. Und trag stattdessen am Freitag, 4. Dezember um 10 Uhr einen ein.", True),
        ("Ja, lösch den Termin. Habe ich am Dienstag noch etwas?", True),
        ("Ja bitte, und leg einen Termin am Dienstag um 9 an", True),
        ("Sí, bórralo. ¿Y tengo algo el martes?", True),
        ("Sí, bórralo y apunta una reunión el martes a las 9", True),
        ("Yes, delete the visit to Millhill. And is the 17th free?", False),
        ("Yes, delete the one on Tuesday. And is the 17th free?", False),
        ("Yes, delete it. But is the 17th free?", False),
        ("Yes, delete it. Wait, is that the right one?", False),
        ("Yes, delete it. Not the one on Tuesday.", False),
        ("Yes, delete it. Move the farm round to Tuesday.", False),
        ("Yes, delete it, if Bo agrees", False),
        ("Yes, delete it. The other one would be better", False),
        ("Yes, send it. And is the 17th free?", False),
        ("Ja, lösch die Besprechung am Dienstag. Und ist der 17. frei?", False),
        ("Ja, löschen. Aber erst am Dienstag.", False),
        ("Sí, bórralo, pero no hoy", False),
        ("Delete it. And is the 17th free?", False),
        ("Yes. Delete the meeting on Tuesday, and the tasks", False),
    ],
)
def test_yes_to_a_deletion_with_another_order_is_a_yes(message: str, further: bool):
    question = 'Deleting from the calendar: "Farm round", Mon 30 Nov 2026, 15:00 to 16:00'
    assert says_yes_and_more(message, question) is further


@pytest.mark.parametrize(
    ("message", "creates", "sends"),
    [
        ("Yes, {}. And which tasks are due on Friday?", True, True),
        ("Yes, {}. Do I have anything on Tuesday?", True, False),
        ("Yes, {}. And add a task for me to call the supplier on Monday.", True, True),
        ("Ja, {}. Und leg eine Aufgabe für Bo an.", True, True),
        ("Sí, {}. Y crea una tarea para Bo.", True, True),
        ("Yes, {}. And add the price list of November.", False, False),
        ("Yes, {}. Ten o'clock would be better for us.", False, False),
        ("Yes, {}. And set the time to nine.", False, False),
        ("Yes, {}. Make it shorter, please, and friendlier.", False, False),
        ("Yes, {}. And add a task to its list.", False, False),
        ("Yes, {}. And show me the late tasks", True, False),
        ("Yes, {}. Is the price right in there?", False, False),
        ("Yes, {}, and add a task to the letter", False, False),
        ("Ja, abschicken. Und trag einen Termin am Montag um 9 ein", False, True),
        ("Yes, and make a task for Bo instead", False, False),
        ("Ja, und leg stattdessen eine Aufgabe an", False, False),
        ("Yes, and is there any other one on Friday?", False, False),
    ],
)
def test_orders_behind_other_deeds_name_what_they_make(message: str, creates: bool, sends: bool):
    creating, sending = "Creating the agent stock-watch, every Friday at 07:00", "Sending a message to sales"
    assert says_yes_and_more(message.format("create it"), creating) is creates
    assert says_yes_and_more(message.format("send it"), sending) is sends


@pytest.mark.parametrize(
    ("message", "further"),
    [
        ("Create it, then run it once", True),
        ("yes, create it, and run it right away with this list please", True),
        ("Ja, anlegen und gleich einmal laufen lassen", True),
        ("Yes, create the agent stock-watch. And then start it, please.", True),
        ("Yes, create the agent shelf-watch. And then start it, please.", False),
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
