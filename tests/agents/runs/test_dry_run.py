"""Dry runs read for real, and show what they would change or send, without doing it."""

import pytest

from agents.definitions.services import create_agent, set_status
from agents.events import DryRunOffered
from agents.models import AgentRun, AgentStatus, Approval, RunTrigger, ToolCallRecord, WebHook
from agents.records.services import decide_call
from omniforge.projects.kinds import Kind
from omniforge.projects.models import Entity
from omniforge.projects.services import EntityService, ProjectService
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Answer, Chat, replying
from tests.agents.runs.test_last_words import finish, make_task, request

pytestmark = pytest.mark.django_db(transaction=True)
WOULD = "A real run would do this:"
NEW = {
    "name": "hall-watch",
    "purpose": "Watch the hall",
    "instructions": "Tell sales what is open.",
    "channels": ["sales"],
}


@pytest.fixture
def chat(ann: Access) -> Chat:
    project = ProjectService(ann).create(name="Fair").row
    EntityService(ann, Kind.TASK).create(project.pk, title="Book the hall")
    WebHook.objects.create(tenant_id=ann.tenant_id, slug="sales", url="https://hooks.example/x")
    tools = ["workspace", "send_message"]
    create_agent(access=ann, slug="crier", description="Tells sales what is open", tools=tools)
    return Chat(ann)


def offers(answer: Answer) -> list[DryRunOffered]:
    return [event for event in answer.events if isinstance(event, DryRunOffered)]


async def untouched() -> bool:
    """Return whether nothing was written or asked for."""
    asked = await Approval.objects.aexists() or await ToolCallRecord.objects.exclude(effect="read").aexists()
    return not asked and await Entity.objects.filter(kind="task").acount() == 1


class TestByModel:
    async def test_dry_run_shows_calls_with_their_arguments(self, chat: Chat):
        sending = request("send_message", "call_2", to="sales", text="Open: *Book the hall*\n\n# now")
        reading = request("list", "call_3", kind="task")
        chat.models, scripted = replying([reading], [sending, make_task("Call them")], "That is all.")
        answer = await chat.say("Do a dry run of crier")
        assert await untouched()
        run = await AgentRun.objects.aget()
        assert (run.trigger, run.status) == (RunTrigger.DRY_RUN, "succeeded")
        assert answer.text.startswith("Dry run of **crier**") and WOULD in answer.text
        said = answer.text.partition(WOULD)[2]
        assert "1. Sending a message to sales" in said and "Open: *Book the hall*\n" in said
        assert "Call them" in said and said.index("Call them") > said.index("sales")
        assert "dry run" in scripted.requests[0].messages[1].content
        assert "Book the hall" in str(scripted.requests[1].messages)
        assert "Not done" in str(scripted.requests[2].messages[-1])
        assert WOULD in run.output

    async def test_answer_beside_calls_of_a_dry_run_ends_it(self, chat: Chat):
        chat.models, scripted = replying([make_task("Call them"), finish("They are to be called.")])
        answer = await chat.say("Do a dry run of crier")
        assert "They are to be called." in answer.text and WOULD in answer.text
        assert len(scripted.requests) == 1 and await untouched()

    async def test_dry_run_reports_calls_that_would_fail(self, chat: Chat):
        sending = request("send_message", "call_2", to="nobody", text="Hello")
        chat.models, scripted = replying([sending], "There is no such channel.")
        answer = await chat.say("dry run crier")
        assert "nor would it be in a real run" in answer.text and await untouched()
        assert "no such web hook" in str(scripted.requests[1].messages[-1])

    async def test_dry_run_works_for_a_paused_agent(self, chat: Chat, ann: Access):
        await in_database(set_status, access=ann, agent="crier", status=AgentStatus.PAUSED)
        chat.models, _ = replying("Nothing is open.")
        assert "Dry run done" in (await chat.say("Run crier as a dry run")).text
        assert "paused" in (await chat.say("@crier go")).text

    async def test_model_can_start_a_dry_run(self, chat: Chat):
        order = request("run_agent", "call_1", agent="crier", task="Tell them", dry_run=True)
        sending = request("send_message", "call_2", to="sales", text="Hello")
        chat.models, scripted = replying([order], [sending], "I would greet sales.", "Shown above.")
        answer = await chat.say("What would the crier do about the hall, were it to run?")
        assert await untouched() and answer.text.count(WOULD) == 1
        assert "has been shown this" in str(scripted.requests[3].messages[-1])

    async def test_delegated_parts_of_a_dry_run_change_nothing(self, chat: Chat):
        part = {"id": "a", "title": "Tell", "task": "Tell sales"}
        handing = request("delegate", "call_1", parts=[part, {**part, "id": "b"}])
        sending = request("send_message", "call_2", to="sales", text="Hello")
        chat.models, _ = replying([handing], [sending], [sending], "Told.", "Told.", "Done.")
        answer = await chat.say("Do a dry run of crier")
        assert await untouched() and answer.text.count("Sending a message to sales") == 2

    async def test_dry_run_keeps_its_calls_across_a_question(self, chat: Chat):
        sending = request("send_message", "call_2", to="sales", text="Hello")
        asking = request("ask_person", "call_3", question="Which hall?")
        chat.models, _ = replying([sending], [asking])
        asked = await chat.say("Do a dry run of crier")
        assert "**So far**" in asked.text and "Sending a message to sales" in asked.text
        chat.models, _ = replying("The hall it is.")
        answer = await chat.say("The large one")
        assert "since it went on" in answer.text and await untouched()
        assert "in a real run" not in answer.text

    async def test_dry_run_is_offered_after_creating_an_agent(self, chat: Chat, ann: Access):
        chat.models, _ = replying([request("save_agent", "call_1", **NEW)], "Approve it.", "It is there.")
        assert not offers(await chat.say("Make an agent that tells sales about the hall"))
        approval = await Approval.objects.aget()
        await in_database(decide_call, access=ann, approval_id=approval.pk, approve=True)
        [offer] = offers(await chat.say("Decided"))
        assert (offer.agent, offer.message) == ("hall-watch", "Do a dry run of hall-watch")
        chat.models, _ = replying("Nothing is open.")
        assert "Dry run of **hall-watch**" in (await chat.say("try it first")).text


class TestWithoutModel:
    async def test_dry_run_reads_but_changes_nothing(self, chat: Chat, ann: Access):
        words = "list the open tasks, then add a task called Ring the bell to Fair"
        says = {"description": words, "instructions": words, "source": "this workspace"}
        await in_database(create_agent, access=ann, slug="bell", **says)
        answer = await chat.say("do a dry run of bell")
        assert "Book the hall" in answer.text and await untouched()
        assert "Ring the bell" in answer.text.partition(WOULD)[2]

    @pytest.mark.parametrize(
        "words", ["try it first", "do a dry run", "test it without sending", "Do a dry run of {}"]
    )
    async def test_dry_run_is_offered_and_started_in_chat(self, chat: Chat, words: str):
        answer = await chat.say("Create an agent that lists open tasks every Monday at 9")
        assert not offers(answer)
        made = await chat.say("yes")
        [offer] = offers(made)
        assert f"Created **{offer.agent}**" in made.text
        said = await chat.say(words.format(offer.agent))
        assert f"Dry run of **{offer.agent}**" in said.text and "Dry run done" in said.text
        assert (await AgentRun.objects.alatest("id")).trigger == RunTrigger.DRY_RUN

    async def test_no_dry_run_is_offered_for_on_demand_agents(self, chat: Chat):
        await chat.say("Create an agent that lists open tasks")
        await chat.say("on demand")
        assert not offers(await chat.say("yes")) and chat.dialogue.draft is None

    async def test_dry_run_of_a_draft_is_refused(self, chat: Chat):
        await chat.say("Create an agent that lists open tasks every Monday at 9")
        answer = await chat.say("try it first")
        assert "isn't created yet. Once it is, you can do a dry run" in answer.text
        assert chat.dialogue.draft is not None and not await AgentRun.objects.aexists()
