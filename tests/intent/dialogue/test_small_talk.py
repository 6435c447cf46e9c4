"""Small talk is recognised by its beginning, and no order or question is small talk."""

import pytest

from intent.dialogue import Reply, read_small_talk


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("hiya, hope you're well", Reply.HELLO),
        ("evening all! just signing in, been a mad day", Reply.HELLO),
        ("cheers mate thats all", Reply.GOODBYE),
        ("you're a star thanks a ton", Reply.THANKS),
        ("thanks for sorting that out", Reply.THANKS),
        ("ok nice one, im off home now", Reply.GOODBYE),
        ("you made my day. need to catch my train, bye!", Reply.GOODBYE),
        ("danke, das hilft mir sehr. muss los, tschüss!", Reply.GOODBYE),
        ("genial, me has salvado. tengo que irme, adiós", Reply.GOODBYE),
        ("phew, what a day", Reply.NOTED),
        ("Guten Morgen! Na, alles klar bei dir?", Reply.HELLO),
        ("Wie geht's?", Reply.HELLO),
    ],
)
def test_small_talk_with_extra_words_is_recognized(said, kind):
    assert read_small_talk(said) is kind


@pytest.mark.parametrize(
    "said",
    [
        "how are we getting on with the kiln",
        "hello, add a task for the kiln",
        "thanks. what is open?",
        "¿Qué tal va el proyecto?",
        "the kiln is broken",
        "need to pick up the kiln",
        "have a look at the tasks",
    ],
)
def test_request_is_not_read_as_small_talk(said):
    assert read_small_talk(said) is None
