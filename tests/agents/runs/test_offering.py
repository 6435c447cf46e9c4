"""Which tools a model is offered: few at first, others once they are searched for."""

import re
from dataclasses import replace
from uuid import uuid4

import pytest
from django.urls import resolve

from agents.context.dialogue import DialogueState
from agents.definitions.services import create_agent
from agents.runs.loop_control import RunningLoopControl
from agents.runs.offered_tools import find_rare_tools, tools_offered, useful_tools
from agents.runs.run_context import prepare_context
from agents.runs.runner import carry_out
from agents.runs.surroundings import RunSurroundings
from agents.tools.registry import Toolbox, our_tools
from agents.tools.run_context import RunContext
from intent.data_files import data_of
from intent.types import AgentCard, Catalogue
from omniforge.files.attached import AttachedFile
from omniforge.files.services import store_file
from omniforge.llm.types import ChatMessage, ToolRequest
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Chat, replying
from tests.agents.runs.test_model_runs import request
from tests.agents.tools.builtin.calls import failed, given
from tests.agents.tools.contexts import run_context

pytestmark = pytest.mark.django_db(transaction=True)
RARE = "get_document_metadata"


def told(scripted, round: int = 0) -> set[str]:
    return {spec.name for spec in scripted.requests[round].tools}


async def test_found_tool_is_offered_from_the_next_round_on(ann: Access):
    models, scripted = replying(
        [request("find_tools", query="titles of documents")], "Found.", "Still there."
    )
    chat = Chat(ann, models)
    await chat.say("How many are there?")
    assert RARE not in told(scripted)
    assert RARE in told(scripted, 1)
    await chat.say("And now?")
    assert RARE in told(scripted, 2)


def test_best_matching_rare_tool_comes_first():
    assert find_rare_tools(our_tools(), "metadata of documents")[0].name == RARE


def test_things_named_by_find_tools_are_found():
    _, _, named = our_tools()["find_tools"].description.partition("Find more tools: ")
    things = re.split(r"[,.] (?![^(]*\))", named.replace("\n", " "))
    pages_of_the_site = {"MCP servers"}
    assert [one for one in things if not find_rare_tools(our_tools(), one)] == [*pages_of_the_site]
    assert {"delegate"} <= {one.name for one in find_rare_tools(our_tools(), "do the parts in parallel")}


async def test_rare_tools_are_offered_once_they_are_used(ann):
    run = await in_database(run_context, ann)
    assert "change" in tools_offered(run, ()) and RARE not in tools_offered(run, ())
    called = ChatMessage("assistant", "", requests=(ToolRequest("1", RARE, "{}"),))
    assert list(tools_offered(run, (called,))) == [
        *tools_offered(run, ()),
        RARE,
    ]  # the cached prefix stays first


async def test_agent_is_offered_the_rare_tools_it_names(ann):
    pack = (await in_database(run_context, ann)).pack

    def told_to(slug: str, tools: list[str]) -> Toolbox:
        agent = create_agent(access=ann, slug=slug, description="Keeps books", tools=tools)
        return tools_offered(prepare_context(pack, uuid4(), agent, begin=begin), ())

    async def begin() -> None: ...

    assert RARE in await in_database(told_to, "librarian", [RARE])
    assert RARE not in await in_database(told_to, "clerk", [])
    await in_database(lambda: store_file(access=ann, name="orders.csv", content=b"a,b\n1,2\n"))
    assert "query_tables" in await in_database(told_to, "counter", [])


def useful_for(run: RunContext) -> frozenset[str]:
    return useful_tools(run.pack, RunSurroundings(run.pack, None))


async def test_tools_without_anything_to_work_on_are_not_offered(ann):
    run = await in_database(run_context, ann)
    assert await in_database(useful_for, run) == frozenset()


async def test_tools_with_something_to_work_on_are_offered(ann, settings):
    run = await in_database(run_context, ann)
    await in_database(lambda: store_file(access=ann, name="orders.csv", content=b"a,b\n1,2\n"))
    await in_database(lambda: store_file(access=ann, name="note.md", content=b"Nothing to count."))
    file, agent = AttachedFile(uuid4(), "note.md", "text/markdown", 10), AgentCard("clerk", "Counts")
    run.pack = replace(
        run.pack,
        message=f"What does https://tea.example/prices say? {'And that of each shop? ' * 10}",
        catalogue=Catalogue(agents=(agent,)),
        files=(file, file),
        dialogue=DialogueState(changed_turns=(str(uuid4()),)),
    )
    settings.EMAIL_HOST = "mail.example"
    useful = await in_database(useful_for, run)
    assert useful == {*("web_visit", "run_agent", "send_message", "delegate", "undo", "todo")}
    run.at_hand = useful
    assert useful <= set(tools_offered(run, ())) and "query_tables" not in tools_offered(run, ())
    assert "query_tables" in tools_offered(run, (ChatMessage("user", "Sum up ORDERS.CSV"),))


async def test_the_first_agent_can_be_run_in_the_turn_that_made_it(ann):
    fields = {"name": "late-list", "purpose": "Lists.", "instructions": "List late tasks."}
    models, scripted = replying(
        [request("save_agent", **fields)],
        [request("run_agent", agent="late-list", task="List late tasks.")],
        "Nothing is late.",
        "Made and run.",
        judged=['{"approved": [1], "asks_more": true}', '{"unproven_claims": []}'],
    )
    chat = Chat(ann, models)
    await chat.say("Make an agent that lists late tasks")
    assert "run_agent" not in told(scripted)
    await chat.say("Yes, create it, then run it once")
    assert "run_agent" in told(scripted, 2)  # the small model was asked between


@pytest.mark.parametrize(
    ("message", "is_offered"),
    [
        ("Draft both notices, in parallel please", True),
        ("Write the rota and the letter at the same time", True),
        ("Mach beides gleichzeitig", True),
        ("Draft both notices", False),
    ],
)
async def test_work_to_be_done_at_once_can_be_delegated(ann, message, is_offered):
    run = await in_database(run_context, ann)
    run.pack = replace(run.pack, message=message)
    assert ("delegate" in await in_database(useful_for, run)) is is_offered


@pytest.mark.parametrize("message", ["As a Word file, please", "Gib mir das als Tabelle", "un archivo CSV"])
async def test_files_can_be_written_whatever_they_are_called(ann, message):
    run = await in_database(run_context, ann)
    assert "write_file" in tools_offered(run, (ChatMessage("user", message),))


@pytest.mark.parametrize(
    ("query", "tool"),
    [
        ("sum up a table with SQL", "query_tables"),
        ("read a web page", "web_visit"),
        ("post a message to a web hook", "send_message"),
        ("send a mail", "send_message"),
        ("let an agent do it", "run_agent"),
        ("work on parts at the same time", "delegate"),
        ("write a skill", "save_skill"),
        ("how long chats are kept", "workspace_settings"),
        ("invite a person as auditor, read only", "manage_members"),
        ("undo the last changes", "undo"),
        ("who changed a document and how it read before", "versions"),
        ("history of a task", "versions"),
    ],
)
def test_rare_tools_are_found_by_their_purpose(query, tool):
    assert tool in [one.name for one in find_rare_tools(our_tools(), query)]


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("web hook", "Settings > Web hooks (/settings/web-hooks/), by an owner or admin"),
        ("start an agent by a URL, incoming web hook", "takes a POST of JSON or a form"),
        ("how do we send mail", "the operator of the site sets up"),
        ("who pays for the model", "else the operator of the site"),
        ("where do the results of a scheduled agent appear", "in the list of chats of whoever made it"),
        ("what happens to my agents if I delete my account", "paused at their next run"),
        ("what a member is allowed to do", "not one that runs by itself in another's name"),
        ("bar chart in Excel", "No charts are drawn"),
        ("notify a colleague of a task", "nobody is told of a task"),
        ("who sees what I told you to remember", "what `remember` keeps by their person"),
    ],
)
async def test_find_tools_names_the_page_and_who_may_use_it(ann, query, says):
    run = await in_database(run_context, ann)
    run.control = RunningLoopControl(run, carry_out)
    assert says in (await given(run, "find_tools", query=query))["note"]


@pytest.mark.parametrize("query", ["zzz", "play a song for the guests", "get us a taxi to the airport"])
async def test_find_tools_reports_what_no_tool_does(ann, query):
    run = await in_database(run_context, ann)
    run.control = RunningLoopControl(run, carry_out)
    assert "cannot be done here" in await failed(run, "find_tools", query=query)
    assert not run.found


@pytest.mark.parametrize("topic", [name for name, row in data_of("product").items() if "note" in row])
def test_pages_named_to_a_model_exist(topic):
    paths = re.findall(r"\((/[\w/-]+/)", data_of("product")[topic]["note"])
    assert all(resolve(path) for path in paths)
