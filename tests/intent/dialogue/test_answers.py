"""Answers to an open question."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intent.dialogue import (
    Reply,
    read_answer,
    read_choice,
    read_decision,
    stops_to_ask,
)


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("yes", Reply.YES),
        ("Yes, please create it.", Reply.YES),
        ("looks good, go ahead", Reply.YES),
        ("that's right", Reply.YES),
        ("ja klar", Reply.YES),
        ("sí, claro", Reply.YES),
        ("no", Reply.NO),
        ("no wait", Reply.NO),
        ("not yet", Reply.NO),
        ("never mind", Reply.NEVER_MIND),
        ("no thanks, forget it", Reply.NEVER_MIND),
        ("not now, maybe later", Reply.NEVER_MIND),
        ("Vergiss es", Reply.NEVER_MIND),
        ("start over", Reply.START_OVER),
        ("please start again from scratch", Reply.START_OVER),
        ("thanks, bye", Reply.GOODBYE),
        ("perfect, you saved my day. have to run, bye!", Reply.GOODBYE),
        ("That's all for today", Reply.GOODBYE),
        ("where were we?", Reply.RESUME),
        ("sorry, phone. where did we leave off?", Reply.RESUME),
        ("what do we have so far?", Reply.RESUME),
        ("I don't know", Reply.SKIP),
        ("whatever you think best", Reply.SKIP),
        ("thanks, you're a star", Reply.THANKS),
        ("hello there", Reply.HELLO),
        ("good morning", Reply.HELLO),
        ("got it", Reply.NOTED),
    ],
)
def test_whole_answer_is_read_as_yes_or_no(message: str, said: Reply):
    answer = read_answer(message)
    assert answer.is_whole and answer.said is said


CREATING = "Creating the agent tea-check, on demand; Creating the agent late-tasks, every Friday at 15:00"


@pytest.mark.parametrize(
    ("message", "question", "said"),
    [
        ("Yes, create both.", CREATING, Reply.YES),
        ("Create them all", CREATING, Reply.YES),
        ("Ja, leg beide an", CREATING, Reply.YES),
        ("Yes, send both", CREATING, None),
        ("Create both", "Sending a message to sales", None),
        ("Yes, create both at 8", CREATING, None),
        ("Yes, delete it", CREATING, None),
        ("Yes, create tea-check, and run it", CREATING, None),
        ("Yes, cancel it", "Sending a message to sales", None),
        ("Yes, drop it", 'Deleting "Old prices"', Reply.YES),
        ("Yes, post it", "Sending a message to sales", Reply.YES),
        ("good, post it", "Sending a message to sales", Reply.YES),
        ("gut, schick es ab", "Sending a message to sales", Reply.YES),
        ("good, post it", 'Deleting "Old prices"', None),
        ("good, post it at 9", "Sending a message to sales", None),
        ("Yes, delete it", 'Sending a message to sales: "Delete the list"', None),
        ("Yes, save it", "Saving the skill greet", Reply.YES),
        ("Ja, schick sie ab", "Sending a message to sales", Reply.YES),
        ("Sí, crea tea-check", "Creating the agent tea-check, on demand", Reply.YES),
        ("Sí, envíalo ya", "Sending a message to sales", Reply.YES),
        ("Sí, bórralo", "Sending a message to sales", None),
        ("Yes, create tea-check", CREATING, None),
        ("Yes, create tea-check and late-tasks", CREATING, Reply.YES),
        ("Great, tea-check is right", CREATING, None),
        ("Yes, send it", 'Deleting "Facts"; Sending a message to sales', None),
        ("That's fine", 'Deleting "Old prices"', Reply.YES),
        ("Yes, like that", "Changing returns-watch: every day at 09:00", Reply.YES),
        ("Yes, do not come", 'Sending a message to sales: "Do not come"', None),
    ],
)
def test_yes_that_repeats_the_action_is_a_decision(message: str, question: str, said: Reply | None):
    assert read_decision(message, question) is said


@pytest.mark.parametrize(
    ("message", "said", "rest"),
    [
        ("yes, but make it weekly", Reply.YES, "make it weekly"),
        ("no, daily", Reply.NO, "daily"),
        ("no Slack please", None, "no Slack please"),
        ("create a skill that checks IBANs", None, "create a skill that checks IBANs"),
        ("Google Sheets", None, "Google Sheets"),
        ("", None, ""),
    ],
)
def test_text_after_an_answer_is_kept_as_rest(message: str, said: Reply | None, rest: str):
    answer = read_answer(message)
    assert (answer.said, answer.rest) == (said, rest)


@pytest.mark.parametrize(
    ("message", "place"),
    [
        ("the second one", 1),
        ("2", 1),
        ("number 3 please", 2),
        ("the last", 2),
        ("the payroll one", 0),
        ("late trucks", 1),
        ("trucks and payroll", None),
        ("what?", None),
    ],
)
def test_choice_is_read_by_position_or_by_its_words(message: str, place: int | None):
    assert read_choice(message, ["payroll-check", "late-trucks", "Something else"]) == place


@pytest.mark.parametrize(
    ("message", "place"),
    [
        ("Yes, delete late-trucks.", 1),
        ("delete payroll-check", 0),
        ("pause payroll-check", None),
        ("delete it", None),
    ],
)
def test_choice_that_repeats_the_action_is_read(message: str, place: int | None):
    titles = ["payroll-check", "late-trucks"]
    assert (
        read_choice(message, titles, "Which agent should I delete? There's payroll-check, late-trucks.")
        == place
    )


@given(st.text(max_size=200))
def test_no_text_is_too_strange(text: str):
    assert read_choice(text, ["a", "b"]) in (None, 0, 1)
    assert isinstance(read_answer(text).rest, str)


@pytest.mark.parametrize(
    ("message", "question", "said"),
    [
        ("yes, keep it", 'Keeping in mind: "Letters go out in German".', Reply.YES),
        ("yes, keep it in mind", 'Keeping in mind: "Letters go out in German".', Reply.YES),
        ("yes, keep it", 'Deleting "Bee keeping".', None),
        ("keep it", 'Deleting "Bee keeping".', Reply.NEVER_MIND),
        ("yes, create it", "Creating the agent late-list, every Friday at 15:00.", Reply.YES),
        ("yes to both", 'Deleting "Facts"; Deleting "Notes".', Reply.YES),
        ("no to both!", 'Deleting "Facts"; Deleting "Notes".', Reply.NO),
        ("very well, please go ahead", 'Deleting "Notes".', Reply.YES),
        ("very well, but not today", 'Deleting "Notes".', None),
        ("yes and run it right now", "Creating the agent late-list, every Friday at 15:00.", None),
    ],
)
def test_yes_with_the_opposite_action_is_not_a_yes(message: str, question: str, said: Reply | None):
    assert read_decision(message, f"This waits for your yes: {question}") is said


WATCHING = "This waits for your yes: Creating the agent returns-watch, every weekday at 08:00 (UTC)."


@pytest.mark.parametrize(
    "message",
    [
        "Yes, returns-watch is right like that",
        "Looks good, let it run like that",
        "Great, go ahead with returns-watch",
        "Yes, it's good that way",
        "That's it, yes",
        "OK that is what I meant",
        "Yes, 8 is right",
        "Yes, eight o'clock is right",
        "Yes, every weekday at 8",
        "Yes, leave it like that",
        "Great, leave it as it is",
        "Fine by me",
        "Yes, that's right",
        "Yes, exactly like that",
        "Perfect, create it",
        "Lovely, just like that",
        "Yes, could you do it?",
        "Ja, genau so",
        "Sí, así está bien",
    ],
)
def test_yes_may_confirm_the_current_state(message: str):
    assert read_decision(message, WATCHING) is Reply.YES


@pytest.mark.parametrize(
    ("message", "question"),
    [
        ("Yes, create it. Ten would be better though", WATCHING),
        ("yes but at 9", WATCHING),
        ("Yes, 9 is right", WATCHING),
        ("Yes, at 20:00", WATCHING),
        ("Yes, 8 pm is right", WATCHING),
        ("Yes, not every weekday", WATCHING),
        ("Yes, 8 is right I think", WATCHING),
        ("Yes, returns-watch is right, if it costs nothing", WATCHING),
        ("Great, returns-watch from Monday on", WATCHING),
        ("Looks good, let it run now", WATCHING),
        ("Great, delete it", WATCHING),
        ("Yes, is that right?", WATCHING),
        ("Great, every weekday at 8?", WATCHING),
        ("Good, now the agent", WATCHING),
        ("Lovely", WATCHING),
        ("Thanks, returns-watch", WATCHING),
        ("Yes, at 8", "Creating the agent stock-list, every 8 days at 09:00"),
        ("Yes, 8 o'clock is right", "Creating the agent stock-list, every 8 days at 09:00"),
        ("Yes, leave it like that", 'Deleting "Old prices"'),
        ("Looks good, let it run like that", "Pausing returns-watch"),
        ("Yes, leave it as it is", "Changing returns-watch: every day at 09:00"),
        ("It's fine as it is", 'Deleting "Old prices"'),
        ("It's good that way", 'Deleting "Old prices"'),
        ("Yes, Old prices is fine", 'Deleting "Old prices"'),
        ("Yes, 8 is right", "Changing returns-watch: at 09:00 instead of 08:00"),
    ],
)
def test_ambiguous_yes_is_no_decision(message: str, question: str):
    assert read_decision(message, question) is None


CALL = 'Deleting from the calendar: "Call with Dr. Vogel", Thu 03 Dec 2026, 15:00 to 16:00'


@pytest.mark.parametrize(
    ("message", "is_yes"),
    [
        ("Yes, delete the call on Thursday.", True),
        ("Yes, the one on 3 December", True),
        ("Yes, cancel the call with Dr. Vogel at 3rd December, 15:00", True),
        ("Yes, the call on Thursday can go", True),
        ("Yes, delete the call on Friday", False),
        ("Yes, delete the call on 4 December", False),
        ("Yes, delete the call with Dr. Weber", False),
        ("Yes, delete the call at 4", False),
        ("Yes, delete the call next Thursday", False),
        ("Ja, den Termin am Donnerstag bitte löschen.", True),
        ("Ja, bitte den Termin löschen.", True),
        ("Ja, lösch den Termin mit Dr. Vogel am 3. Dezember um 15 Uhr", True),
        ("Ja, den Termin am Freitag bitte löschen.", False),
        ("Ja, den Termin mit Dr. Weber bitte löschen.", False),
        ("Sí, borra la cita del jueves", True),
        ("Sí, elimina el evento del 3 de diciembre", True),
        ("Sí, borra la cita del viernes", False),
    ],
)
def test_a_yes_may_name_the_day_in_its_own_words(message: str, is_yes: bool):
    assert (read_decision(message, CALL) is Reply.YES) is is_yes


@pytest.mark.parametrize(
    ("message", "question", "is_yes"),
    [
        ("Yes, delete the agent", "Deleting the agent stock-watch", True),
        ("Yes, delete the meeting", "Deleting the agent stock-watch", False),
        ("Yes, delete the task", CALL, False),
        ("Yes, delete the entry", CALL, True),
        ("Ja, bitte den Agenten löschen", CALL, False),
        ("Ja, lösch die Aufgabe", "Deleting the agent stock-watch", False),
        ("Sí, borra la tarea", CALL, False),
        ("Yes, delete the document", 'Deleting "Old prices"', True),
    ],
)
def test_a_yes_that_names_another_kind_is_none(message: str, question: str, is_yes: bool):
    assert (read_decision(message, question) is Reply.YES) is is_yes


def test_no_to_both_with_more_text_is_a_no():
    assert read_answer("no to both! who told you to do that?").said is Reply.NO


@pytest.mark.parametrize(
    ("message", "asks"),
    [("wait, who gets it?", True), ("hold on, what is in it?", True), ("wait", False), ("no, why?", False)],
)
def test_counter_question_is_no_decision(message: str, asks: bool):
    assert stops_to_ask(message) is asks
