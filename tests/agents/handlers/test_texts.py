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
async def test_a_pasted_text_is_worked_on(talk: Talk, order: str, answer: str):
    if "longest" in order:
        answer = "example"
    assert answer in await talk.say(f"{order}\n{LETTER}")


async def test_the_file_that_is_attached_is_read(talk: Talk):
    await attach(talk, "letter.txt", LETTER)
    assert "30 June 2027" in await talk.say("which dates are mentioned in the letter?")


async def test_without_any_text_the_words_mean_something_else(talk: Talk):
    assert await talk.say("list all dates in the file") == ""
