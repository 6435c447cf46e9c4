"""Which tools a model is told of: few at first, others once they are looked for."""

import re

import pytest
from django.urls import resolve

from agents.runs.desk import LoopDesk
from agents.runs.offering import find, offered
from agents.tools.pages import _pages
from agents.tools.registry import our_tools
from omniforge.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Chat, replying
from tests.agents.runs.test_model_runs import request
from tests.agents.tools.builtin.calls import failed, given
from tests.agents.tools.contexts import run_context

pytestmark = pytest.mark.django_db(transaction=True)
RARE = "get_document_metadata"


def told(scripted, round: int = 0) -> set[str]:
    return {spec.name for spec in scripted.requests[round].tools}


async def test_what_was_looked_for_is_there_from_the_next_round_on_and_stays(ann: Access):
    models, scripted = replying(
        [request("find_tools", query="titles of documents")], "Found.", "Still there."
    )
    chat = Chat(ann, models)
    await chat.say("How many are there?")
    assert RARE not in told(scripted)
    assert RARE in told(scripted, 1)
    await chat.say("And now?")
    assert RARE in told(scripted, 2)


def test_the_best_fitting_comes_first():
    assert find(our_tools(), "metadata of documents")[0].name == RARE


async def test_rare_tools_are_offered_once_they_are_used_and_to_agents(ann):
    run = await in_database(run_context, ann)
    assert "change" in offered(run, ()) and RARE not in offered(run, ())
    assert RARE in offered(run, (RARE,))
    run.agent = "librarian"
    assert RARE in offered(run, ())


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("web hook", "Settings > Web hooks (/settings/web-hooks/), by an owner or admin"),
        ("create a webhook for sales", "send_message posts to those that there are"),
        ("connect an MCP server", "Settings > Connections"),
    ],
)
async def test_what_a_page_does_is_told_with_who_may(ann, query, says):
    run = await in_database(run_context, ann)
    run.desk = LoopDesk(run)
    assert says in (await given(run, "find_tools", query=query))["note"]


async def test_what_nothing_does_is_said(ann):
    run = await in_database(run_context, ann)
    run.desk = LoopDesk(run)
    assert "cannot be done here" in await failed(run, "find_tools", query="zzz")


@pytest.mark.parametrize("page", _pages().values(), ids=list(_pages()))
def test_a_page_that_is_told_is_there(page):
    [path] = re.findall(r"\((/.*?/)\)", page["says"])
    assert resolve(path)
