"""Questions that can't be looked up, and the words of the others that tell."""

import pytest

from intent.questions.searches import is_of_something_else, is_searched_for, significant


@pytest.mark.parametrize(
    "question",
    [
        "and if I give them 15% off?",
        "if each trip takes 40 minutes, how many hours is that?",
        "what did I rename today in Mill?",
        "did you write all of it down?",
        "could you ring them?",
    ],
)
def test_sum_or_own_deed_is_not_looked_up(question: str):
    assert is_of_something_else(question)


@pytest.mark.parametrize(
    "question",
    [
        "what's Rosa's number?",
        "when did we move the fair?",
        "can you tell me what the deposit is?",
        "what did you note about the mill?",
        "what happens if it rains?",
    ],
)
def test_question_about_the_work_is_looked_up(question: str):
    assert is_searched_for(question) and not is_of_something_else(question)


def test_statement_is_not_looked_up():
    assert not is_searched_for("Evening all. Is the mill closed?")


def test_numbers_and_common_words_tell_nothing():
    assert significant("how much is 15% of the mill's 300?") == {"mill"}
