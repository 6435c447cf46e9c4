"""Orders about texts that are pasted or attached."""

import pytest

from tests.agents.handlers.talk import Talk, attach

pytestmark = pytest.mark.django_db(transaction=True)

LETTER = (
    "The lease of the barn ends on 30 June 2027. The new lease of the barn costs 1,450 euros a month. "
    "Write to dana@barn.example by Friday. It rained."
)


@pytest.mark.parametrize(
    ("order", "answer"),
    [
        ("list the dates in this:", "- 30 June 2027\n- Friday"),
        ("find the e-mail addresses in this text:", "- dana@barn.example"),
        ("extract all phone numbers from this:", "There are no phone numbers"),
        ("how many sentences are in this:", "**4 sentences**"),
        ("what is the last sentence of this:", "It rained."),
        ("which is the longest word in this:", "dana@barn.example"),
        ("summarise this in 2 sentences:", "The main sentences, word for word:\n\n- The lease of the barn"),
    ],
)
async def test_orders_work_on_a_pasted_text(talk: Talk, order: str, answer: str):
    if "longest" in order:
        answer = "example"
    assert answer in await talk.say(f"{order}\n{LETTER}")


async def test_orders_work_on_an_attached_text(talk: Talk):
    await attach(talk, "letter.txt", LETTER)
    assert "30 June 2027" in await talk.say("which dates are mentioned in the letter?")


async def test_text_order_without_a_text_is_left_to_other_handlers(talk: Talk):
    assert await talk.say("list all dates in the file") == ""
