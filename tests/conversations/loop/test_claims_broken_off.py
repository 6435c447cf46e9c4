"""A false sentence doesn't stay unmarked if the turn breaks off before the model has put it right."""

import pytest

from conversations.turns import run
from tests.conversations.loop.talking import Talk
from tests.standin.server import ModelServer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("judge")]
CLAIM = "The gate is locked."
LINE = f"Nothing in this workspace shows this: “{CLAIM}”"


async def test_it_is_marked_if_the_model_fails(talk: Talk, model_server: ModelServer):
    model_server.script("<ledger>", {"unproven_claims": [CLAIM]})
    model_server.queue({"text": CLAIM}, *[{"fault": "server_error"}] * 4)
    heard = await talk.say("Lock the gate")
    assert heard.ended == "failed" and heard.text == f"{CLAIM}\n\n{LINE}"


async def test_it_is_marked_if_time_runs_out(
    talk: Talk, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(run, "_LIMIT", 1.5)
    model_server.script("<ledger>", {"unproven_claims": [CLAIM]})
    model_server.queue({"text": CLAIM}, {"text": "It", "fault": "stall"})
    heard = await talk.say("Lock the gate")
    assert heard.of("error")[0]["code"] == "timeout" and heard.text.endswith(LINE)


async def test_what_was_put_right_is_not_marked(talk: Talk, model_server: ModelServer):
    model_server.script("<ledger>", {"unproven_claims": [CLAIM]})
    model_server.script("It is still open", {"unproven_claims": []})
    model_server.queue({"text": CLAIM}, {"text": "It is still open."})
    heard = await talk.say("Lock the gate")
    assert heard.text == f"{CLAIM}\n\nIt is still open."
