"""An answer that was corrected at once is found in later talks with its correction."""

import pytest

from agents.records import corrected
from agents.runs.claim_check import mending_note
from tests.conversations.loop.talking import Talk
from tests.conversations.remembering import found
from tests.standin.server import ModelServer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("judge")]
CLAIM, TAKEN_BACK = "I have entered the kiln inspection.", "To be exact: it is entered nowhere."


async def test_a_search_shows_the_correction_of_what_it_quotes(talk: Talk, model_server: ModelServer):
    long = "The glaze is dry, and so is the shelf below the window. " * 9
    look = {"name": "list", "arguments": {"kind": "task"}}
    model_server.script("<ledger>", {"unproven_claims": [CLAIM]})
    model_server.script(TAKEN_BACK, {"unproven_claims": []})
    model_server.queue({"tools": [look]}, {"text": f"{CLAIM} {long}"}, {"text": TAKEN_BACK})
    heard = await talk.say("Enter the inspection of the oven, please")
    assert heard.text.endswith(TAKEN_BACK)
    assert [one.endswith(f"… {TAKEN_BACK}") for one in await found(talk.access, "kiln")] == [True]
    assert max(one.count(TAKEN_BACK) for one in await found(talk.access, "entered nowhere")) == 1


def test_the_note_is_known_by_its_beginning():
    assert mending_note(["It is sent."]).startswith(corrected._NOTE)
