"""Anything is read by its name or id, in parts if it is long."""

import pytest

from agents.context.recall import PastConversation, PastMessage
from agents.definitions.services import create_agent, create_skill
from agents.records.services import start_run
from omniforge.files.services import store_file
from omniforge.storage.database import in_database
from omniforge.storage.ids import new_id
from tests.agents.chat import NOW
from tests.agents.tools.builtin.calls import failed, given
from tests.agents.tools.contexts import run_context

pytestmark = pytest.mark.django_db(transaction=True)


async def test_document_is_read_by_its_path(run):
    read = await given(run, "read", ref="Research > Rivals")
    assert (read["kind"], read["title"], read["path"]) == ("document", "Rivals", "Research > Rivals")
    assert read["headings"] == ["# Rivals", "## Acme", "## Bolt"]
    assert "40 euros" in read["text"] and "next_start" not in read


async def test_single_section_is_read(run):
    read = await given(run, "read", ref="rivals", part="Bolt")
    assert read["text"] == "## Bolt\n\nBolt sells bulbs.\n"
    assert "Those that are: 'Rivals', 'Acme', 'Bolt'" in await failed(run, "read", ref="rivals", part="Zed")


async def test_task_is_read_with_resolvable_links(run):
    read = await given(run, "read", ref="email the beta list")
    assert (read["assignee"], read["due"], read["project"]) == ("Ben", "2026-11-27", "Launch")
    [link] = read["links"]
    assert (link["relation"], link["direction"], link["title"]) == (
        "supports",
        "this to other",
        "1,000 readers",
    )
    assert (await given(run, "read", ref=link["id"]))["title"] == "1,000 readers"


async def test_project_lists_its_documents_and_work(run):
    read = await given(run, "read", ref="launch", kind="project")
    assert read["documents"] == ["Project context", "Research", "Research > Rivals"]
    assert read["work"]["task"] == "2 open, 3 in all" and read["context"] == "The spring launch."


async def test_project_lists_its_latest_changes_and_authors(run):
    fields = {"due": "2026-12-01", "assignee": "Cleo"}
    change = {"op": "update", "kind": "task", "ref": "Email the beta list", "fields": fields}
    await given(run, "change", project="Launch", operations=[change])
    latest = (await given(run, "read", ref="launch", kind="project"))["latest_changes"]
    said = "update task 'Email the beta list' (due 2026-11-27 → 2026-12-01, assignee Ben → Cleo)"
    assert f" this person, through an assistant: {said}" in latest[0] and "update project" not in " ".join(
        latest
    )
    every = (await given(run, "read", ref="launch", kind="project", part="changes"))["changes"]
    assert said in every[0] and "create project 'Launch'" in every[-1] and "this person, by hand" in every[-1]
    cleared = {"op": "update", "ref": "Email the beta list", "fields": {"assignee": None}}
    moved = {"op": "move", "kind": "document", "ref": "Research > Rivals", "position": 0}
    await given(run, "change", project="Launch", operations=[cleared, moved])
    read = await given(run, "read", ref="launch", kind="project")
    latest = read["latest_changes"]
    assert read["earlier_changes"] == "part 'changes' has them"
    assert "(assignee Cleo → none)" in latest[0] and "move document 'Rivals'" in latest[0]


async def test_file_is_read_by_its_name(run, ann):
    rows = b"item,price\ntea,3\nmilk,2\n"
    await in_database(store_file, access=ann, name="prices.csv", content=rows)
    read = await given(run, "read", ref="prices.csv")
    assert (read["columns"], read["rows"]) == (["item", "price"], [["tea", "3"], ["milk", "2"]])
    assert read["shown"] == "rows 1 to 2 of 2"


async def test_agent_skill_and_run_are_read(run, ann):
    await in_database(
        create_skill, access=ann, slug="greeting", description="Greets.", instructions="Say hello."
    )
    await in_database(
        create_agent, access=ann, slug="daily-greeter", description="Greets.", instructions="At dawn."
    )
    stored = await in_database(start_run, access=ann, agent="daily-greeter", task="Greet Bob")
    assert (await given(run, "read", ref="daily greeter"))["instructions"] == "At dawn."
    assert (await given(run, "read", ref="greeting", kind="skill"))["text"] == "Say hello."
    assert (await given(run, "read", ref=str(stored.pk)))["task"] == "Greet Bob"
    assert "There is no" in await failed(run, "read", ref="nobody", kind="agent")
    calls = (await given(run, "read", ref=str(run.run_id), kind="run"))["calls"]
    assert calls[0].startswith('read {"ref":"daily greeter"') and calls[0].endswith(": done, daily-greeter")
    assert calls[3].startswith('read {"ref":"nobody"') and ": failed, There is no" in calls[3]


async def test_conversation_is_read_by_its_id(run, ann):
    asked = new_id()

    async def read_past(conversation_id, start, limit):
        messages = (PastMessage("you", "Hello", NOW), PastMessage("OmniForge", "Good day", NOW))
        return PastConversation("Greetings", "/c/1", messages, 2) if conversation_id == asked else None

    from dataclasses import replace

    run.pack = replace(run.pack, read_past=read_past)
    read = await given(run, "read", ref=str(asked))
    assert read["messages"] == ["[20 Nov 2026 10:00] you: Hello", "[20 Nov 2026 10:00] OmniForge: Good day"]
    assert "There is nothing here called" in await failed(run, "read", ref=str(new_id()))


async def test_unknown_name_lists_the_nearest_ones(run):
    said = await failed(run, "read", ref="Rivls")
    assert "Nearest: document 'Research > Rivals'. Or look for it with search." in said
    said = await failed(run, "read", ref="Comparison of offers")
    assert "There are, among others: project 'Launch'" in said


async def test_a_stranger_reads_nothing(bob, launch):
    run = await in_database(run_context, bob)
    assert "There is nothing here called" in await failed(run, "read", ref=str(launch.pk))


async def test_many_things_are_read_in_one_turn(run):
    for number in range(25):
        read = await given(run, "read", ref="rivals", part="Bolt", start=1 + number % 3)
        assert read["kind"] == "document"
