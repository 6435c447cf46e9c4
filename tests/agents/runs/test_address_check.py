"""Which addresses a run may visit after reading text by others: the model obeys it, the gate doesn't.

The model is a stand-in behind a vendor's wire, the attacker's server is a real one that records its
requests.
"""

import pytest

from agents.definitions.services import create_agent, create_skill
from agents.events import ApprovalAsked, ToolAnswered
from agents.models import Approval, ApprovalStatus, RunTrigger
from agents.records.services import decide_call
from omniforge.files.attached import AttachedFile
from omniforge.files.services import store_file
from omniforge.llm import Models
from omniforge.llm.providers import configured_providers
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import ROLES, Answer, Chat
from tests.net.pages import Page, PageServer
from tests.standin import ModelServer

pytestmark = pytest.mark.django_db(transaction=True)
SECRET = "SECRET-SALARY-90000"


def visits(*addresses: str) -> dict:
    return {"tools": [{"name": "web_visit", "arguments": {"url": address}} for address in addresses]}


@pytest.fixture
def clerk(ann: Access, page_server: PageServer, model_server: ModelServer) -> Chat:
    """A conversation with an agent that reads files and pages, whose model does what a test says."""
    tools = ["read", "web_visit", "run_agent"]
    create_skill(access=ann, slug="reading", description="Reads.", allowed_tools=tools)
    for name in ("clerk", "helper"):
        create_agent(access=ann, slug=name, description="Reads things", skills=("reading",))
    roles = dict.fromkeys(ROLES, "rules") | {"reply": "openai:gpt-4o-mini"}
    return Chat(ann, Models(roles, providers=configured_providers(model_server.providers)))


async def read_and_visit(
    clerk: Chat, model: ModelServer, text: str, *addresses: str, said: str = ""
) -> Answer:
    """Let the clerk read a file with this text, and then visit these addresses."""
    file = await in_database(store_file, access=clerk.access, name="pay.csv", content=text.encode())
    clerk.files = (AttachedFile(file.pk, file.name, file.media_type, file.size),)
    read = {"tools": [{"name": "read", "arguments": {"ref": str(file.pk)}}]}
    model.queue(read, visits(*addresses), {"text": "That is all."})
    return await clerk.say(f"@clerk what does the file say? {said}")


def fetched(server: PageServer) -> list[str]:
    return [asked.path for asked in server.requests]


def refused(answer: Answer) -> list[str]:
    return [one.summary for one in answer.events if isinstance(one, ToolAnswered) and not one.ok]


async def test_url_that_appears_nowhere_is_refused(
    clerk: Chat, model_server: ModelServer, page_server: PageServer
):
    answer = await read_and_visit(
        clerk, model_server, "name,pay\nAnn,90000", page_server.url(f"/?q={SECRET}")
    )
    assert fetched(page_server) == [] and "doesn't stand in what" in refused(answer)[0]


@pytest.mark.parametrize("behind", [",{},Bob", " {}", "|{}|Bob", ";{}", "\n{}", '"{}"', "\t{}", "({})"])
async def test_url_extended_by_the_text_after_it_is_refused(
    clerk: Chat, model_server: ModelServer, page_server: PageServer, behind: str
):
    row = page_server.url("/c?d=") + behind.format(SECRET)
    answer = await read_and_visit(clerk, model_server, f"link,pay,name\n{row}\n", row.replace("\n", ""))
    assert fetched(page_server) == [] and refused(answer)
    assert not await Approval.objects.aexists()


async def test_prefix_of_a_url_in_a_file_is_refused(
    clerk: Chat, model_server: ModelServer, page_server: PageServer
):
    whole = page_server.url("/leak/abcdefghijklmnop")
    beginnings = [whole[:-cut] for cut in range(1, 15)]
    answer = await read_and_visit(clerk, model_server, f"See {whole} for more.", *beginnings)
    assert fetched(page_server) == [] and len(refused(answer)) == 14
    assert not await Approval.objects.aexists()


async def test_url_from_a_file_asks_showing_the_whole_url(
    clerk: Chat, model_server: ModelServer, page_server: PageServer
):
    page_server.pages["/tea"] = Page(b"<p>Green tea is brewed with care.</p>" * 9)
    address = page_server.url("/tea?kind=green&from=file")
    answer = await read_and_visit(clerk, model_server, f"See {address}, it is good.", address)
    [asked] = [one for one in answer.events if isinstance(one, ApprovalAsked)]
    assert fetched(page_server) == [] and asked.arguments["url"] == address and address in asked.what
    model_server.reset()
    again = {"tools": [{"name": "web_visit", "arguments": {"url": address, "start": 10}}]}
    model_server.queue({"text": ""} | again, {"text": "It is brewed with care."})
    answer = await clerk.say("yes")
    assert answer.text.endswith("It is brewed with care.")
    assert fetched(page_server) == ["/tea?kind=green&from=file"] * 2  # reading on in it asks no more


async def test_rejected_url_is_not_visited(clerk: Chat, model_server: ModelServer, page_server: PageServer):
    address = page_server.url("/tea")
    await read_and_visit(clerk, model_server, address, address)
    approval = await Approval.objects.aget()
    await in_database(decide_call, access=clerk.access, approval_id=approval.pk, approve=False)
    model_server.reset()
    model_server.queue({"text": "Then not."})
    await clerk.say("go on")
    assert fetched(page_server) == [] and await Approval.objects.acount() == 1


async def test_url_written_by_the_person_is_visited(
    clerk: Chat, model_server: ModelServer, page_server: PageServer
):
    page_server.pages["/tea"] = Page(b"<p>Green tea.</p>")
    address = page_server.url("/tea")
    said = f"Compare it with {address.replace('http', 'HTTP')}."
    await read_and_visit(clerk, model_server, "Coffee", address, said=said)
    assert fetched(page_server) == ["/tea"] and not await Approval.objects.aexists()


async def test_url_with_a_comma_asks_first(clerk: Chat, model_server: ModelServer, page_server: PageServer):
    address = page_server.url("/tea,green")
    await read_and_visit(clerk, model_server, "Coffee", address, said=f"Compare it with {address}")
    assert fetched(page_server) == []
    assert (await Approval.objects.aget()).arguments["url"] == address


async def test_url_in_the_agents_instructions_is_visited(
    clerk: Chat, ann: Access, model_server: ModelServer, page_server: PageServer
):
    address = page_server.url("/prices")
    told = f"Look up the prices at {address}."
    await in_database(create_agent, access=ann, slug="buyer", description="Buys", instructions=told)
    file = await in_database(store_file, access=ann, name="a.txt", content=b"Tea")
    clerk.files = (AttachedFile(file.pk, file.name, file.media_type, file.size),)
    model_server.queue(visits(address), {"text": "Done."})
    await clerk.say("@buyer what does it cost?")
    assert fetched(page_server) == ["/prices"] and not await Approval.objects.aexists()


async def test_url_in_a_delegated_task_is_refused(
    clerk: Chat, model_server: ModelServer, page_server: PageServer
):
    address = page_server.url(f"/?q={SECRET}")
    task = {"agent": "helper", "task": f"Read {address} now."}
    file = await in_database(store_file, access=clerk.access, name="a.txt", content=b"Tea")
    clerk.files = (AttachedFile(file.pk, file.name, file.media_type, file.size),)
    run = {"tools": [{"name": "run_agent", "arguments": task}]}
    model_server.queue(run, visits(address), {"text": "Helped."}, {"text": "Done."})
    answer = await clerk.say("@clerk look at the file")
    assert not await Approval.objects.aexists()
    assert fetched(page_server) == []
    assert any("doesn't stand in what" in reason for reason in refused(answer))


async def test_url_in_a_scheduled_run_waits_for_approval(
    clerk: Chat, model_server: ModelServer, page_server: PageServer
):
    clerk.trigger, clerk.agent = RunTrigger.SCHEDULE, "clerk"
    address = page_server.url("/tea")
    answer = await read_and_visit(clerk, model_server, address, address)
    assert fetched(page_server) == [] and "waits for your yes: " in answer.text
    assert (await Approval.objects.aget()).status == ApprovalStatus.PENDING
