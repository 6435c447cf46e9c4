"""Requests fit a context of 8,000 tokens, however long the conversation and the results are."""

import asyncio
import json

import pytest

from omniforge.llm.tokens import count
from omniforge.projects.services import DocumentService, ProjectService
from omniforge.tenants.connected.roles import set_role
from tests.conversations.loop.talking import Talk
from tests.standin.server import ModelServer
from tests.tenants.connected.conftest import connect  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)
READS = 8_192
LONG = "the quarterly report names every late ticket of the team " * 160


@pytest.fixture
def talk(ann, connect, model_server, settings, tmp_path) -> Talk:  # noqa: F811
    settings.VAR = tmp_path
    model_server.models.append({"id": "small", "max_model_len": READS})
    for role in ("intent", "grade", "summary"):
        set_role(access=ann, role=role)
    connect(vendor="server", model="small")
    model_server.requests.clear()
    return Talk(ann)


def sizes(server: ModelServer) -> list[int]:
    """Return the tokens of each request, with those that JSON takes."""
    return [count(json.dumps([one.body["messages"], one.body.get("tools", [])])) for one in server.requests]


def test_long_messages_and_long_results_are_cut_to_what_it_reads(talk, model_server):
    model_server.script("quarterly", f"I read it. {LONG}")
    for number in range(5):
        heard = asyncio.run(talk.say(f"{number}. Tell me more about this: {LONG}"))
        assert heard.ended == "completed"
    assert max(sizes(model_server)) < READS - 1_000
    last = model_server.requests[-1].body["messages"]
    assert "4. Tell me more" in last[-1]["content"] and "tokens left out" in last[-1]["content"]
    assert any("long texts" in told for told in heard.of("context_usage")[0]["left_out"])
    assert heard.of("context_usage")[0]["tokens"] < READS - 1_000


def test_what_calls_have_found_is_cut_too(talk, model_server):
    project = ProjectService(talk.access).create(name="Reports").row
    for number in range(4):
        DocumentService(talk.access).create(project.pk, title=f"Report {number}", content=LONG)
    reads = [{"name": "read", "arguments": {"kind": "document", "ref": f"Report {n}"}} for n in range(4)]
    model_server.queue(*({"tools": [one]} for one in reads), {"text": "All read."})
    heard = asyncio.run(talk.say("Read all four reports"))
    assert heard.text == "All read." and len(heard.of("tool_result")) == 4
    assert all(one["ok"] for one in heard.of("tool_result"))
    assert max(sizes(model_server)) < READS - 1_000


def test_early_words_of_the_person_stay_beside_long_results(talk, model_server):
    project = ProjectService(talk.access).create(name="Reports").row
    DocumentService(talk.access).create(project.pk, title="Report", content=LONG)
    asyncio.run(talk.say("Write the letters to the harbour in a formal tone, and sign them as the crew."))
    for _ in range(3):
        read = {"name": "read", "arguments": {"kind": "document", "ref": "Report"}}
        model_server.queue({"tools": [read]}, {"text": f"Read. {LONG[:4000]}"})
        asyncio.run(talk.say("Read the report again"))
    asyncio.run(talk.say("Write to the harbour that we are late"))
    assert "a formal tone, and sign them as" in json.dumps(model_server.requests[-1].body)
    assert max(sizes(model_server)) < READS - 1_000


def test_what_fits_goes_as_it_is(talk, model_server):
    model_server.script("capital", "It is Canberra.")
    asyncio.run(talk.say("What is the capital of Australia?"))
    assert "tokens left out" not in json.dumps(model_server.requests[-1].body)
