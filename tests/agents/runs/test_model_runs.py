"""A run by a model: calls tools, reads their results, asks, waits for a decision, and is honest."""

import orjson
import pytest

from agents.definitions.services import create_agent, create_skill
from agents.events import AgentPhase, ApprovalAsked, ToolAnswered, ToolCalled
from agents.models import AgentRun, Approval, RunStatus, SkillDefinition, WebHook
from agents.records.services import decide_call
from omniforge.llm.errors import ModelLengthLimit
from omniforge.llm.types import ToolRequest
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Chat, replying, rules_only

pytestmark = pytest.mark.django_db(transaction=True)


def request(tool: str, id: str = "call_1", /, **arguments: object) -> ToolRequest:
    return ToolRequest(id, tool, orjson.dumps(arguments).decode())


@pytest.fixture
def clerk(ann: Access) -> Chat:
    """A conversation in a workspace with one agent that may calculate, and create agents and skills."""
    tools = ["calculate", "save_skill", "save_agent", "list", "send_message"]
    create_skill(access=ann, slug="clerk-work", description="What a clerk does.", allowed_tools=tools)
    create_agent(access=ann, slug="clerk", description="Does the books", skills=("clerk-work",))
    WebHook.objects.create(tenant_id=ann.tenant_id, slug="sales", url="https://hooks.example/x")
    return Chat(ann)


def tool_calls(answer: object) -> list[ToolCalled]:
    return [event for event in answer.events if isinstance(event, ToolCalled)]  # type: ignore[attr-defined]


async def test_model_calls_tools_and_reads_their_results(clerk: Chat):
    clerk.models, scripted = replying(["Let me see. ", request("calculate", expression="6*7")], "It is 42.")
    answer = await clerk.say("@clerk what is six times seven?")
    assert answer.text.endswith("It is 42.") and "Let me see." in answer.text
    assert [call.tool for call in tool_calls(answer)] == ["calculate"]
    results = [message for message in scripted.requests[1].messages if message.role == "tool"]
    assert len(results) == 1 and "42" in results[0].content and results[0].answers == "call_1"
    run = await AgentRun.objects.aget()
    assert (run.status, run.method) == (RunStatus.SUCCEEDED, "model")


async def test_read_after_a_write_in_one_round_sees_the_write(ann: Access):
    when = {"starts_at": "2026-12-01T10:00:00", "ends_at": "2026-12-01T11:00:00"}
    models, scripted = replying(
        [
            request("calendar", "call_1", do="create", title="Tasting", **when),
            request("calendar", "call_2", do="list", since="2026-12-01", until="2026-12-02"),
        ],
        "Done.",
    )
    await Chat(ann, models).say(
        "Put a tasting into my calendar on 1 December 2026 at 10 and show me that day"
    )
    results = [message for message in scripted.requests[1].messages if message.role == "tool"]
    assert [one.answers for one in results] == ["call_1", "call_2"]
    assert "Tasting" in results[1].content


@pytest.mark.parametrize(
    ("question", "tool"),
    [
        ("what did we agree on pricing?", "search"),
        ("what is on my calendar tomorrow?", "calendar"),
    ],
)
async def test_a_question_that_a_tool_can_answer_is_asked_with_the_tools(
    ann: Access, question: str, tool: str
):
    models, scripted = replying("I looked.")
    answer = await Chat(ann, models).say(question)
    assert "I looked." in answer.text
    assert tool in {spec.name for spec in scripted.requests[0].tools}


async def test_all_calls_of_one_round_are_answered(clerk: Chat):
    both = [request("calculate", "c1", expression="1+1"), request("calculate", "c2", expression="2+2")]
    clerk.models, scripted = replying(both, "Two and four.")
    answer = await clerk.say("@clerk add these")
    assert len([event for event in answer.events if isinstance(event, ToolAnswered)]) == 2
    given = [message.answers for message in scripted.requests[1].messages if message.role == "tool"]
    assert given == ["c1", "c2"]


async def test_agent_gets_only_the_tools_of_its_skills(clerk: Chat):
    clerk.models, scripted = replying([request("remember", fact="x")], "I could not.")
    await clerk.say("@clerk make a spy")
    assert "remember" not in {tool.name for tool in scripted.requests[0].tools}
    refused = next(message for message in scripted.requests[1].messages if message.role == "tool")
    assert "There is no tool remember" in refused.content


async def test_claim_of_a_done_action_is_kept(clerk: Chat):
    made = request("save_skill", name="sum-up", description="Adds up.", instructions="Add.")
    clerk.models, _ = replying([made], "I have created the skill sum-up.")
    answer = await clerk.say("@clerk make a skill that adds up")
    assert "I have created the skill" in answer.text, answer.text
    assert await SkillDefinition.objects.filter(slug="sum-up").aexists()


async def test_truncated_answer_is_continued(clerk: Chat):
    clerk.models, scripted = replying("One, two")
    provider = scripted

    class CutsOnce(type(provider)):  # type: ignore[misc]
        async def stream(self, request):  # type: ignore[no-untyped-def]
            async for delta in super().stream(request):
                yield delta
            if len(self.requests) == 1:
                raise ModelLengthLimit

    provider.__class__ = CutsOnce
    provider.queue("writer", " three.")
    answer = await clerk.say("@clerk count")
    assert answer.text.endswith("One, two three.")
    assert "cut off" in provider.requests[1].messages[-1].content


async def test_run_must_answer_after_its_last_round(clerk: Chat):
    rounds = [[request("calculate", f"c{n}", expression=f"{n}+1")] for n in range(49)]
    clerk.models, scripted = replying(*rounds, "Enough.")
    answer = await clerk.say("@clerk go on and on")
    assert answer.text.endswith("Enough.") and scripted.requests[-1].must_answer
    assert len(scripted.requests) == 50


class TestQuestions:
    async def test_question_pauses_the_run_until_its_answer(self, clerk: Chat):
        asked = request("ask_person", question="Which quarter?")
        clerk.models, scripted = replying([asked], "Q3 it is.")
        first = await clerk.say("@clerk sum up the quarter")
        assert first.text.rstrip().endswith("Which quarter?")
        assert any(isinstance(event, AgentPhase) and event.phase == "waiting" for event in first.events)
        assert (await AgentRun.objects.aget()).status == RunStatus.WAITING
        second = await clerk.say("the third one")
        assert second.text.rstrip().endswith("Q3 it is.")
        given = [message for message in scripted.requests[1].messages if message.role == "tool"]
        assert "the third one" in given[0].content
        assert (await AgentRun.objects.aget()).status == RunStatus.SUCCEEDED

    async def test_choices_are_shown_as_options(self, clerk: Chat):
        asked = request("ask_person", question="Which quarter?", choices=["Q3", "Q4"])
        clerk.models, _ = replying([asked])
        answer = await clerk.say("@clerk sum up the quarter")
        assert [one.title for one in answer.options.choices] == ["Q3", "Q4"]

    async def test_reply_that_is_no_answer_goes_to_the_model(self, clerk: Chat):
        clerk.models, scripted = replying([request("ask_person", question="Which quarter?")], "In May.")
        await clerk.say("@clerk sum up the quarter")
        answer = await clerk.say("When does Q2 begin? Two months after that.")
        assert answer.text.rstrip().endswith("In May.")
        assert "Two months after that" in scripted.requests[1].messages[-1].content

    async def test_other_question_is_answered_while_the_run_waits(self, clerk: Chat):
        clerk.models, _ = replying([request("ask_person", question="Which quarter?")])
        await clerk.say("@clerk sum up the quarter")
        clerk.models = rules_only()
        answer = await clerk.say("What agents do I have?")
        assert "clerk" in answer.text
        assert (await AgentRun.objects.aget()).status == RunStatus.WAITING


class TestApprovals:
    async def begun(self, clerk: Chat) -> Approval:
        clerk.models, self.scripted = replying(
            [request("send_message", to="sales", text="Hello")], "That is all."
        )
        answer = await clerk.say("@clerk greet the sales team")
        assert any(isinstance(event, ApprovalAsked) for event in answer.events), answer.text
        return await Approval.objects.aget()

    async def test_rejection_is_reported_to_the_model(self, clerk: Chat):
        await self.begun(clerk)
        answer = await clerk.say("no")
        assert answer.text.rstrip().endswith("That is all.")
        told = [message for message in self.scripted.requests[1].messages if message.role == "tool"]
        assert "did not approve" in told[0].content
        assert (await AgentRun.objects.aget()).status == RunStatus.SUCCEEDED

    async def test_any_message_resumes_a_run_decided_elsewhere(self, clerk: Chat):
        approval = await self.begun(clerk)
        await in_database(decide_call, access=clerk.access, approval_id=approval.pk, approve=False)
        answer = await clerk.say("Rejected: Sending a message")
        assert answer.text.rstrip().endswith("That is all.")

    async def test_other_talk_leaves_the_run_waiting(self, clerk: Chat):
        await self.begun(clerk)
        clerk.models = rules_only()
        await clerk.say("What agents do I have?")
        assert (await Approval.objects.aget()).status == "pending"
        assert (await AgentRun.objects.aget()).status == RunStatus.WAITING

    async def test_decision_after_other_talk_resumes_the_run(self, clerk: Chat):
        approval = await self.begun(clerk)
        models, clerk.models = clerk.models, rules_only()
        await clerk.say("What agents do I have?")
        await clerk.say("Create an agent that watches Jira for late invoices")
        clerk.models = models
        await in_database(decide_call, access=clerk.access, approval_id=approval.pk, approve=False)
        answer = await clerk.say("Rejected: Sending a message")
        assert answer.text.rstrip().endswith("That is all.")

    async def test_a_yes_to_another_question_approves_nothing(self, clerk: Chat):
        await self.begun(clerk)
        clerk.models = rules_only()
        await clerk.say("Create an agent that watches Jira for late invoices")
        await clerk.say("yes")
        assert (await Approval.objects.aget()).status == "pending"
