"""A question's subject as written, without the words that only ask."""

import pytest

from intent.sentences.telling_words import subject_of


@pytest.mark.parametrize(
    "question, subject",
    [
        ("in which drawer is the spare key", "“drawer, spare key”"),
        ("what colour are the blinds in the back room?", "“colour, blinds in the back room”"),
        ("Whose umbrella is in the hall?", "“umbrella is in the hall”"),
        ("can I see the parking plan", "“parking plan”"),
        ("what's the wifi password", "“wifi password”"),
        ("how many frames did we sell", "“frames did we sell”"),
        ("who broke the display case", "“broke the display case”"),
        ("what is it?", "that"),
    ],
)
def test_subject_of_a_question_is_its_content_words(question: str, subject: str):
    assert subject_of(question) == subject
