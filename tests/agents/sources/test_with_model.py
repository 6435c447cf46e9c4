"""Sources with a model: offered only if there are any, added with a new agent's yes."""

import pytest

from agents.definitions.selectors import get_agent
from agents.models import AgentDefinition, Approval, Source
from agents.records.services import decide_call
from agents.tools.run_context import RunContext
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Chat, replying
from tests.agents.runs.test_model_runs import request
from tests.agents.tools.builtin.calls import call, failed, given
from tests.agents.tools.contexts import run_context
from tests.net.pages import PageServer

pytestmark = pytest.mark.django_db(transaction=True)
READER = {
    "name": "News reader",
    "purpose": "Tells what is new.",
    "instructions": "Tell me what is new in the feed.",
    "schedule": "FREQ=DAILY;BYHOUR=8;BYMINUTE=0",
}


@pytest.fixture
async def run(ann: Access) -> RunContext:
    return await in_database(run_context, ann)


async def request_of_a_turn(access: Access) -> tuple[set[str], str]:
    models, scripted = replying("Hello.")
    await Chat(access, models).say("Hello, how are you today?")
    sent = scripted.requests[0]
    return {spec.name for spec in sent.tools}, "\n".join(one.content for one in sent.messages)


async def test_read_source_is_not_offered_without_sources(ann: Access):
    tools, told = await request_of_a_turn(ann)
    assert "read_source" not in tools and "sources that read_source reads" in told


async def test_read_source_is_offered_with_the_source_names(ann: Access, heise: Source):
    tools, told = await request_of_a_turn(ann)
    assert "read_source" in tools and "sources that read_source reads: heise (feed)" in told


async def test_model_reads_new_items(ann: Access, heise: Source):
    models, scripted = replying([request("read_source", source="heise", days=2)], "Two posts.")
    answer = await Chat(ann, models).say("Anything interesting at Heise?")
    assert answer.text == "Two posts."
    told = scripted.requests[1].messages[-1].content
    assert "Second post" in told and "https://news.example/First-post" in told


async def test_agent_with_a_source_has_the_read_source_tool(ann: Access, run: RunContext, heise: Source):
    saved = await approved(run, ann, sources=["heise"])
    agent = await in_database(get_agent, ann, saved["agent"]["name"])
    assert (agent.source, agent.tools) == ("source heise", ["workspace", "read_source"])


async def test_new_url_is_added_with_the_agent(ann: Access, run: RunContext, site: PageServer):
    url = site.url("/feed.xml")
    assert (await call(run, "save_agent", **READER, sources=[url])).waits
    assert not site.requests and not await Source.objects.aexists()
    assert (await Approval.objects.aget()).what.endswith(f"(UTC), and adding the source {url}")
    await approved(run, ann, sources=[url])
    assert (await Source.objects.aget()).slug == "heise-online"
    assert (await AgentDefinition.objects.aget()).source == "source heise-online"


async def test_unreadable_url_saves_no_agent(ann: Access, run: RunContext, site: PageServer):
    asked = {**READER, "sources": [site.url("/gone")]}
    assert (await call(run, "save_agent", **asked)).waits
    await yes(ann)
    assert "answered 404" in await failed(run, "save_agent", **asked)
    assert not await AgentDefinition.objects.aexists() and not await Source.objects.aexists()


async def test_unknown_source_is_refused_with_the_existing_ones(ann: Access, run: RunContext, heise: Source):
    assert "source heise" in await failed(run, "save_agent", **READER, sources=["golem"])


async def yes(access: Access) -> None:
    approval = await Approval.objects.alatest("created_at")
    await in_database(decide_call, access=access, approval_id=approval.pk, approve=True)


async def approved(run: RunContext, access: Access, **more) -> dict:
    if not await Approval.objects.aexists():
        assert (await call(run, "save_agent", **READER, **more)).waits
    await yes(access)
    return (await given(run, "save_agent", **READER, **more))["result"]
