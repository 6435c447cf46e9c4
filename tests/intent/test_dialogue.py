"""What a message does to the question that is open."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from intent.dialogue import dialogue_move
from intent.types import ActionType, Choice, Move, Pending
from tests.intent.conftest import CATALOGUE

WHEN = Pending(ActionType.CREATE_AGENT, "slot", "How often should it run?", slot="when")
SOURCE = Pending(ActionType.CREATE_AGENT, "slot", "Where does the data live?", slot="source")
PURPOSE = Pending(ActionType.CREATE_AGENT, "slot", "What should the agent do?", slot="purpose")
RECAP = Pending(ActionType.CREATE_AGENT, "confirm", "Shall I create it?")
DELETE = Pending(
    ActionType.UPDATE_AGENT, "confirm", "Delete notion-reporter?", target_agent="notion-reporter"
)
CHOICE = Pending(
    ActionType.EXECUTE_TASK,
    "choice",
    "Which way?",
    choices=(
        Choice("Run financial-analyzer", "…", ActionType.EXECUTE_TASK, "Run it", "financial-analyzer"),
        Choice("Create a new agent for churn", "…", ActionType.CREATE_AGENT, "Create one for churn"),
        Choice("Something else", "…", ActionType.UNKNOWN, "Something else"),
    ),
)


def move_of(message, pending):
    found = dialogue_move(message, pending, CATALOGUE)
    return found.move if found else None


@pytest.mark.parametrize(
    ("message", "pending", "move"),
    [
        ("every morning at 9", WHEN, Move.ANSWER),
        ("run it on Mondays", WHEN, Move.ANSWER),
        ("weekly?", WHEN, Move.ANSWER),
        ("Google Sheets", SOURCE, Move.ANSWER),
        ("in the shared mailbox, mostly", SOURCE, Move.ANSWER),
        ("make it weekly", SOURCE, Move.CHANGE),
        ("call it Otto", SOURCE, Move.CHANGE),
        ("call it notion-reporter", RECAP, Move.CHANGE),
        ("run it every Monday", WHEN, Move.ANSWER),
        ("yes", RECAP, Move.CONFIRM),
        ("looks good, create it", RECAP, Move.CONFIRM),
        ("ja klar", RECAP, Move.CONFIRM),
        ("👍", RECAP, Move.CONFIRM),
        ("yes but weekly", RECAP, Move.CHANGE),
        ("no, make it daily", RECAP, Move.CHANGE),
        ("no, daily", RECAP, Move.CHANGE),
        ("no, that's wrong", RECAP, Move.CHANGE),
        ("the alerts should go to #ops", RECAP, Move.CHANGE),
        ("yes, delete it", DELETE, Move.CONFIRM),
        ("no", DELETE, Move.DECLINE),
        ("never mind", WHEN, Move.DECLINE),
        ("forget it", RECAP, Move.DECLINE),
        ("cancel", CHOICE, Move.DECLINE),
        ("where were we?", WHEN, Move.RESUME),
        ("Create a project called Spring bags, about bringing them to shops in March", SOURCE, Move.LEAVE),
        ("create a project for each new client", PURPOSE, Move.ANSWER),
        ("create a weekly report of our open tickets", PURPOSE, Move.ANSWER),
        ("create an agent for invoices instead", PURPOSE, Move.LEAVE),
        ("what does hourly cost?", WHEN, Move.ASIDE),
        ("show my agents", CHOICE, Move.ASIDE),
        ("list the skills", SOURCE, Move.ASIDE),
        ("is that free?", SOURCE, Move.ASIDE),
        ("which agents do I have?", RECAP, Move.ASIDE),
        ("hang on", RECAP, Move.ASIDE),
        ("Run financial-analyzer now", WHEN, Move.LEAVE),
        ("delete financial-analyzer", SOURCE, Move.LEAVE),
        ("Create a skill that reads barcodes", RECAP, Move.LEAVE),
        ("invite zoe@example.com to the workspace", SOURCE, Move.LEAVE),
    ],
)
def test_a_message_moves_the_dialogue(message, pending, move):
    assert move_of(message, pending) is move


@pytest.mark.parametrize(
    ("message", "place"),
    [
        ("the first one", 0),
        ("2", 1),
        ("number 2 please", 1),
        ("the last one", 2),
        ("Create a new agent for churn", 1),
        ("create one for churn", 1),
        ("the financial-analyzer one", 0),
        ("a new agent", 1),
        ("el segundo", 1),
        ("something else", 2),
    ],
)
def test_a_choice_is_picked_by_place_name_or_words(message, place):
    found = dialogue_move(message, CHOICE, CATALOGUE)
    assert (found.move, found.choice) == (Move.CHOOSE, place)


def test_an_answer_carries_its_words():
    assert dialogue_move(" every Monday ", WHEN, CATALOGUE).value == "every Monday"


@settings(max_examples=150)
@given(st.text(max_size=200), st.sampled_from([WHEN, SOURCE, RECAP, DELETE, CHOICE]))
def test_a_choice_is_always_one_of_those_offered(message, pending):
    found = dialogue_move(message, pending, CATALOGUE)
    if found and found.move is Move.CHOOSE:
        assert 0 <= found.choice < len(pending.choices)
