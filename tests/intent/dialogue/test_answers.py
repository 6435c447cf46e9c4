"""What people say to an open question."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intent.dialogue import Said, read_answer, read_choice, read_decision, stops_to_ask


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("yes", Said.YES),
        ("Yes, please create it.", Said.YES),
        ("looks good, go ahead", Said.YES),
        ("that's right", Said.YES),
        ("ja klar", Said.YES),
        ("sí, claro", Said.YES),
        ("no", Said.NO),
        ("no wait", Said.NO),
        ("not yet", Said.NO),
        ("never mind", Said.NEVER_MIND),
        ("no thanks, forget it", Said.NEVER_MIND),
        ("not now, maybe later", Said.NEVER_MIND),
        ("Vergiss es", Said.NEVER_MIND),
        ("start over", Said.START_OVER),
        ("please start again from scratch", Said.START_OVER),
        ("thanks, bye", Said.GOODBYE),
        ("perfect, you saved my day. have to run, bye!", Said.GOODBYE),
        ("That's all for today", Said.GOODBYE),
        ("where were we?", Said.RESUME),
        ("sorry, phone. where did we leave off?", Said.RESUME),
        ("what do we have so far?", Said.RESUME),
        ("I don't know", Said.SKIP),
        ("whatever you think best", Said.SKIP),
        ("thanks, you're a star", Said.THANKS),
        ("hello there", Said.HELLO),
        ("good morning", Said.HELLO),
        ("got it", Said.NOTED),
    ],
)
def test_an_answer_is_read_whole(message: str, said: Said):
    answer = read_answer(message)
    assert answer.is_whole and answer.said is said


CREATING = "Creating the agent tea-check, on demand; Creating the agent late-tasks, every Friday at 15:00"


@pytest.mark.parametrize(
    ("message", "question", "said"),
    [
        ("Yes, create both.", CREATING, Said.YES),
        ("Create them all", CREATING, Said.YES),
        ("Ja, leg beide an", CREATING, Said.YES),
        ("Yes, send both", CREATING, None),
        ("Create both", "Sending a message to sales", None),
        ("Yes, create both at 8", CREATING, None),
        ("Yes, delete it", CREATING, None),
        ("Yes, create tea-check, and run it", CREATING, None),
        ("Yes, cancel it", "Sending a message to sales", None),
        ("Yes, drop it", 'Deleting "Old prices"', Said.YES),
        ("Yes, post it", "Sending a message to sales", Said.YES),
        ("Yes, delete it", 'Sending a message to sales: "Delete the list"', None),
        ("Yes, save it", "Saving the skill greet", Said.YES),
        ("Ja, schick sie ab", "Sending a message to sales", Said.YES),
        ("Sí, crea tea-check", "Creating the agent tea-check, on demand", Said.YES),
        ("Sí, envíalo ya", "Sending a message to sales", Said.YES),
        ("Sí, bórralo", "Sending a message to sales", None),
    ],
)
def test_a_yes_may_repeat_the_deed_that_is_asked_about(message: str, question: str, said: Said | None):
    assert read_decision(message, question) is said


@pytest.mark.parametrize(
    ("message", "said", "rest"),
    [
        ("yes, but make it weekly", Said.YES, "make it weekly"),
        ("no, daily", Said.NO, "daily"),
        ("no Slack please", None, "no Slack please"),
        ("create a skill that checks IBANs", None, "create a skill that checks IBANs"),
        ("Google Sheets", None, "Google Sheets"),
        ("", None, ""),
    ],
)
def test_what_goes_on_after_an_answer_is_kept(message: str, said: Said | None, rest: str):
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
def test_a_choice_is_picked_by_place_or_by_its_words(message: str, place: int | None):
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
def test_a_choice_may_repeat_the_deed_that_was_asked_about(message: str, place: int | None):
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
        ("yes, keep it", 'Keeping in mind: "Letters go out in German".', Said.YES),
        ("yes, keep it in mind", 'Keeping in mind: "Letters go out in German".', Said.YES),
        ("yes, keep it", 'Deleting "Bee keeping".', None),
        ("keep it", 'Deleting "Bee keeping".', Said.NEVER_MIND),
        ("yes, create it", "Creating the agent late-list, every Friday at 15:00.", Said.YES),
        ("yes to both", 'Deleting "Facts"; Deleting "Notes".', Said.YES),
        ("no to both!", 'Deleting "Facts"; Deleting "Notes".', Said.NO),
        ("very well, please go ahead", 'Deleting "Notes".', Said.YES),
        ("very well, but not today", 'Deleting "Notes".', None),
        ("yes and run it right now", "Creating the agent late-list, every Friday at 15:00.", None),
    ],
)
def test_a_yes_that_says_the_deed_again_is_one_unless_it_says_the_opposite(
    message: str, question: str, said: Said | None
):
    assert read_decision(message, f"This waits for your yes: {question}") is said


def test_a_no_to_several_with_more_to_it_is_a_no():
    assert read_answer("no to both! who told you to do that?").said is Said.NO


@pytest.mark.parametrize(
    ("message", "asks"),
    [("wait, who gets it?", True), ("hold on, what is in it?", True), ("wait", False), ("no, why?", False)],
)
def test_a_question_that_only_stops_for_itself_decides_nothing(message: str, asks: bool):
    assert stops_to_ask(message) is asks
