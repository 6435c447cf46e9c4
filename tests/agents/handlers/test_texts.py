"""Orders about texts that are pasted or attached."""

import pytest

from tests.agents.handlers.talk import Talk, attach

pytestmark = pytest.mark.django_db(transaction=True)

LETTER = (
    "The lease of the barn ends on 30 June 2027. The new lease of the barn costs 1,450 euros a month. "
    "Write to dana@barn.example by Friday. It rained."
)


async def test_pasted_text_is_summarised(talk: Talk):
    answer = await talk.say(f"summarise this in 2 sentences:\n{LETTER}")
    assert "The main sentences, word for word:\n\n- The lease of the barn" in answer


async def test_attached_text_is_summarised(talk: Talk):
    await attach(talk, "letter.txt", LETTER)
    assert "The lease of the barn" in await talk.say("sum up the letter")
