"""Questions about two things at once are read as one question on each."""

import pytest

from intent.questions.asked import parts_of


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "Which badge must a visitor wear, and which a stagehand?",
            ["Which badge must a visitor wear", "Which badge must a stagehand wear?"],
        ),
        (
            "What do we charge for a tuning on a weekday, and what on a Sunday?",
            ["What do we charge for a tuning on a weekday", "What do we charge for a tuning on a Sunday?"],
        ),
        (
            "How long is a varnish drying compared with an oil?",
            ["How long is a varnish drying", "How long is an oil"],
        ),
        ("What do a kayak and a tent cost?", ["What do a kayak cost", "What do a tent cost"]),
        (
            "What does it cost to shoe a pony with four irons and to trim its hooves?",
            ["What does it cost to shoe a pony with four irons", "What does it cost to trim its hooves"],
        ),
        (
            "How much is the room with a bath and a shower?",
            ["How much is the room with a bath and a shower?"],
        ),
        ("How much are a kayak and a tent together?", ["How much are a kayak and a tent together?"]),
        ("Who opens in May, and when in June?", ["Who opens in May", "when in June?"]),
    ],
)
def test_each_thing_is_asked_for_by_itself(text, parts):
    assert [part.text for part in parts_of(text)] == parts


def test_how_to_do_something_keeps_the_case_that_is_told():
    (part,) = parts_of("The power is out in the hall. How do I empty the drum?")
    assert part.about == ("power", "hall")
