"""A model's requests contain what a strong model needs for the work, in every turn."""

from dataclasses import replace
from itertools import pairwise
from typing import Any
from uuid import UUID

import orjson
import pytest

from agents.definitions.services import create_agent
from conversations.memory.summaries import correct_summary
from omniforge.files.services import store_file
from omniforge.llm.tokens import count
from omniforge.projects.focus import Focus
from omniforge.projects.services import ProjectService
from omniforge.storage.database import in_database
from omniforge.tenants.models import Role
from tests.conversations.loop.talking import Talk
from tests.standin.request import Request
from tests.standin.server import ModelServer

pytestmark = pytest.mark.django_db(transaction=True)
NOTE = {"name": "todo", "arguments": {"items": [{"title": "Look", "state": "doing"}]}}


def tools_of(request: Request) -> list[dict[str, Any]]:
    return list(request.body["tools"])


def roles_of(request: Request) -> list[str]:
    return [message["role"] for message in request.messages if message["role"] != "system"]


async def test_date_person_and_what_there_is_stand_in_it(talk: Talk, model_server: ModelServer):
    def agent() -> None:
        create_agent(access=talk.access, slug="tidy-desk", description="Tidies the desk")

    await in_database(agent)
    await talk.say("What could I hand over?")
    [request] = model_server.requests
    agent = "tidy-desk (on demand): Tidies the desk"
    for told in ("ann@acme.example", "owner", "acme", "(UTC)", agent, "web hooks"):
        assert told in request.text
    assert request.text.count("What could I hand over?") == 1


async def test_every_message_gets_the_tools(talk: Talk, model_server: ModelServer):
    for message in ("Who wrote the handbook?", "How long do backups stay?", "Draft a letter", "hello"):
        await talk.say(message)
    assert len(model_server.requests) >= 4
    assert all({"find_tools", "remember", "ask_person"} <= set(one.tools) for one in model_server.requests)


async def test_an_auditor_is_offered_only_what_reads(talk: Talk, model_server: ModelServer):
    talk.access = replace(talk.access, role=Role.AUDITOR)
    await talk.say("Delete the plan")
    [request] = model_server.requests
    assert not {"change", "edit_document", "save_agent", "remember"} & set(request.tools)
    assert {"search", "read", "list"} <= set(request.tools) and "An auditor only reads" in request.text


async def test_tools_take_few_tokens(talk: Talk, model_server: ModelServer):
    await talk.say("Look around")
    assert count(orjson.dumps(tools_of(model_server.requests[0])).decode()) < 2_200


async def test_the_beginning_is_the_same_in_two_turns_and_cached(
    talk: Talk, model_server: ModelServer, vendor: str
):
    await talk.say("First")
    await talk.say("Second")
    first, second = model_server.requests
    assert tools_of(first) == tools_of(second)
    assert first.system == second.system
    if vendor == "anthropic":
        assert first.body["system"][0]["cache_control"] == {"type": "ephemeral"}
        assert tools_of(first)[-1]["cache_control"] == {"type": "ephemeral"}


async def test_long_talk_keeps_its_beginning_for_several_turns(talk: Talk, model_server: ModelServer):
    for number in range(19):
        model_server.queue({"tools": [NOTE]}, {"text": f"Answer {number}."})
        await talk.say(f"Question {number}")
    firsts = [one for one in model_server.requests if "Question" in one.last][:19]
    calls = [orjson.dumps(one.messages).decode().count("Look") for one in firsts]
    assert max(calls) <= 16 and calls[-1] >= 12
    assert sum(later <= before for before, later in pairwise(calls)) <= 2
    assert "up to message 8 are not shown" in firsts[-1].text
    assert "are not shown" not in firsts[12].text


async def test_what_was_said_and_called_stands_as_true_messages(talk: Talk, model_server: ModelServer):
    model_server.queue({"text": "I look. ", "tools": [NOTE]}, {"text": "Seen."}, {"text": "Again."})
    await talk.say("Keep a list")
    await talk.say("And now?")
    request = model_server.requests[-1]
    said = ["user", "assistant", "user", "assistant", "user", "user"]
    said = said[:-1] if request.vendor == "openai" else said  # there the last two are one message
    assert [role.replace("tool", "user") for role in roles_of(request)] == said
    assert '"title":"Look"' in orjson.dumps(request.messages).decode().replace("\\", "").replace(" ", "")


async def test_an_answer_beside_the_last_call_stands_as_an_answer(talk: Talk, model_server: ModelServer):
    finish = {"name": "finish", "arguments": {"answer": "It is noted."}}
    model_server.queue({"tools": [NOTE, finish]}, {"text": "Again."})
    assert (await talk.say("Keep a list")).text == "It is noted."
    await talk.say("And now?")
    sent = orjson.dumps(model_server.requests[-1].messages).decode()
    assert sent.count("It is noted.") == 1 and '"finish"' not in sent


async def test_an_answer_that_is_held_back_is_not_told_as_said(talk: Talk, model_server: ModelServer):
    fields = {"name": "counter", "purpose": "Counts.", "instructions": "Count all."}
    finish = {"name": "finish", "arguments": {"answer": "The counter is there."}}
    model_server.queue({"tools": [{"name": "save_agent", "arguments": fields}, finish]}, {"text": "Yes."})
    assert "is there" not in (await talk.say("Make an agent that counts")).text
    await talk.say("Does it wait?")
    sent = orjson.dumps(model_server.requests[-1].messages).decode()
    assert "Count all." in sent
    assert sent.index("The counter is there.") < sent.index("The person has not seen this answer")


async def test_a_file_stands_with_its_message(talk: Talk, model_server: ModelServer):
    rows = "order,amount\n" + "\n".join(f"O-{number},{number * 10}" for number in range(1, 61))
    file = await in_database(lambda: store_file(access=talk.access, name="orders.csv", content=rows.encode()))
    await talk.say("Sum this up", files=[file.pk])
    text = model_server.requests[0].last
    assert "orders.csv" in text and "columns: order,amount" in text and "O-1" in text and "rows: 60" in text
    await talk.say("And by month?")
    again = model_server.requests[1].text
    assert "attached: orders.csv" in again and again.count("columns: order,amount") == 1


async def test_each_of_many_files_shows_its_beginning(talk: Talk, model_server: ModelServer):
    def store(number: int) -> UUID:
        text = f"Letter {number} from client {number}.\n\n" + "More of it, line after line. " * 200
        return store_file(access=talk.access, name=f"letter-{number}.txt", content=text.encode()).pk

    files = [await in_database(store, number) for number in range(1, 11)]
    await talk.say("What do they want?", files=files)
    text = model_server.requests[0].last
    assert all(f"Letter {number} from client {number}." in text for number in range(1, 11))
    assert text.count("… (the beginning: read gives all)") == 10 and len(text) < 14_000


async def test_the_project_in_focus_stands_in_it(talk: Talk, model_server: ModelServer):
    project = await in_database(lambda: ProjectService(talk.access).create(name="Office move").row)
    talk.focus = Focus(project.pk)
    await talk.say("What is late?")
    assert "Office move" in model_server.requests[0].text


async def test_an_agents_instructions_stand_in_each_call_of_its_run(talk: Talk, model_server: ModelServer):
    def agent() -> None:
        create_agent(
            access=talk.access, slug="clerk", description="Does the books", instructions="Round to cents."
        )

    await in_database(agent)
    model_server.queue({"tools": [NOTE]}, {"text": "Done."})
    await talk.say("@clerk go through the books")
    assert len(model_server.requests) == 2
    assert all("Round to cents." in one.system for one in model_server.requests)


async def test_the_receipt_counts_what_was_sent(talk: Talk, model_server: ModelServer):
    heard = await talk.say("How are you?")
    [usage] = heard.of("context_usage")
    assert {"instructions", "context", "tools", "new message"} <= set(usage["parts"])
    assert usage["tokens"] == sum(usage["parts"].values()) > 1_000
    assert heard.of("done")[0]["finish_reason"] == "completed"


async def test_what_does_not_fit_is_left_out_and_said(talk: Talk, model_server: ModelServer, settings):
    settings.MODEL_WINDOW = 1_000
    model_server.script("long story", "word " * 300)
    for number in range(6):
        await talk.say(f"Tell me long story {number}")
    text = model_server.requests[-1].text
    assert "Messages 1 to" in text and "not shown here" in text
    for number in (2, 3, 4, 5):
        assert f"long story {number}" in text
    sent = [one["content"] for one in model_server.requests[-1].body["messages"]]
    assert "Tell me long story 0" not in sent and "\n- Tell me long story 0" in text  # only the words said
    assert any("over the budget" in one for one in talk.heard[-1].of("context_usage")[0]["left_out"])


async def test_of_a_small_model_a_summary_takes_but_a_small_part(
    talk: Talk, model_server: ModelServer, settings
):
    settings.MODEL_WINDOW = 4_000
    model_server.script("long story", "word " * 900)
    for number in range(5):
        await talk.say(f"Tell me long story {number}")
    said = "\n".join(f"Fact {number} is so." for number in range(300))
    await in_database(lambda: correct_summary(talk.access, talk.id, text=said))
    await talk.say("And now?")
    told = model_server.requests[-1].text.partition("<summary>")[2].partition("</summary>")[0]
    assert "Fact 299 is so." in told
    assert count(told) < 4_000 * 0.05 + 40  # and the line that says what it is


async def test_a_short_table_stands_whole_and_a_long_one_begins(talk: Talk, model_server: ModelServer):
    def keep(name: str, rows: int) -> Any:
        lines = "\n".join(f"O-{number},{'x' * 40}" for number in range(rows))
        return store_file(access=talk.access, name=name, content=f"order,note\n{lines}\n".encode()).pk

    files = [await in_database(keep, "short.csv", 12), await in_database(keep, "long.csv", 90)]
    await talk.say("Sum this up", files=files)
    text = model_server.requests[0].last
    assert "rows: 12\n" in text and "rows: 90, of which the first are\n" in text
    assert text.count("\nO-") == 12 + 8
