"""Which tools a model is told of: few at first, others once they are looked for."""

import pytest

from agents.runs.offering import find, offered
from agents.tools.registry import our_tools
from omniforge.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Chat, replying
from tests.agents.runs.test_model_runs import request
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
