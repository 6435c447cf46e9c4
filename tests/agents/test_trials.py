"""A trial shows the effect of a change on an agent's answers, and changes nothing itself."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from agents.definitions import services
from agents.definitions.validation import AgentFields
from agents.models import AgentDefinition, AgentRun, AgentStatus, RunStatus
from agents.runs.trials import compare_runs
from omniforge.calendar.models import CalendarEvent
from omniforge.errors import InvalidInput, NotAllowed, NotFound
from omniforge.llm import Models
from omniforge.llm.scripted import Reply, Scripted
from omniforge.llm.types import ToolRequest
from omniforge.tenants.access import Access
from omniforge.tenants.models import AuditEntry, Role, UsageRecord
from tests.agents.chat import ROLES, rules_only
from tests.clients import program

pytestmark = pytest.mark.django_db(transaction=True)  # runs use the database's own thread
TEXT = "Please look at this:\nThe launch is on 4 May. Ann Lee pays 300 euros. The launch needs a budget."
BRIEF = AgentFields(instructions="Summarise it in 1 sentence.")


@pytest.fixture
def agent(ann: Access) -> AgentDefinition:
    return services.create_agent(
        access=ann,
        slug="reader",
        description="Reads texts",
        instructions="Summarise it in 3 sentences.",
        examples=[TEXT],
    )


@pytest.fixture
def planner(ann: Access) -> AgentDefinition:
    """An agent that may create events."""
    services.create_skill(access=ann, slug="plan", description="Plans.", allowed_tools=["calendar"])
    return services.create_agent(access=ann, slug="planner", description="Plans the week", skills=("plan",))


def writers(*replies: Sequence[Reply]) -> Callable[[], Models]:
    """Return a factory of models that each give their own replies, in this order."""
    left = list(replies)

    def make() -> Models:
        scripted = Scripted()
        scripted.queue("writer", *left.pop(0))
        roles = dict.fromkeys(ROLES, "rules") | {"reply": "scripted:writer"}
        return Models(roles, providers={"scripted": scripted})

    return make


async def test_trial_by_rules_compares_both_answers(ann: Access, agent: AgentDefinition):
    (compared,) = await compare_runs(ann, "reader", BRIEF, models=rules_only)
    assert compared.prompt == TEXT
    assert (compared.now.text.count("\n- "), compared.changed.text.count("\n- ")) == (3, 1)
    assert compared.now.method == compared.changed.method == "rules"


async def test_trial_with_a_model_records_its_usage(ann: Access, agent: AgentDefinition):
    models = writers(["as it is"], ["as it would be"])
    (compared,) = await compare_runs(ann, "reader", BRIEF, ["Read this"], models=models)
    assert (compared.now.text, compared.changed.text) == ("as it is", "as it would be")
    assert compared.now.method == "model" and compared.now.status == "succeeded"
    assert await UsageRecord.objects.filter(purpose="reply", turn_id__isnull=False).acount() == 2


async def test_trial_runs_are_stored_and_the_agent_is_unchanged(ann: Access, agent: AgentDefinition):
    audited = await AuditEntry.objects.acount()
    (compared,) = await compare_runs(ann, "reader", BRIEF, models=rules_only)
    runs = {str(run.pk): run async for run in AgentRun.objects.all()}
    assert set(runs) == {compared.now.run_id, compared.changed.run_id}
    assert {(run.trigger, run.task) for run in runs.values()} == {("trial", TEXT)}
    assert all(run.finished_at for run in runs.values())
    await agent.arefresh_from_db()
    assert (agent.instructions, agent.version) == ("Summarise it in 3 sentences.", 1)
    assert await AuditEntry.objects.acount() == audited


async def test_trial_ignores_writes_of_the_model(ann: Access, planner: AgentDefinition):
    arguments = '{"do": "create", "title": "Launch", "starts_at": "2026-12-01T10:00:00+00:00"}'
    wishes = [[ToolRequest("call_1", "calendar", arguments)], "I could not."]
    (compared,) = await compare_runs(ann, "planner", {}, ["Enter it"], models=writers(wishes, wishes))
    assert "I could not." in compared.now.text
    assert not await CalendarEvent.objects.aexists()


async def test_a_trial_does_not_wait_for_an_answer(ann: Access, agent: AgentDefinition):
    asks = [[ToolRequest("call_1", "ask_person", '{"question": "Which launch?"}')]]
    (compared,) = await compare_runs(ann, "reader", BRIEF, ["When?"], models=writers(asks, asks))
    assert compared.now.text == "Which launch?" and compared.now.status == "partial"
    assert not await AgentRun.objects.filter(status=RunStatus.WAITING).aexists()


async def test_a_paused_agent_can_be_tried(ann: Access, agent: AgentDefinition):
    await AgentDefinition.objects.aupdate(status=AgentStatus.PAUSED)
    assert len(await compare_runs(ann, "reader", BRIEF, models=rules_only)) == 1


async def test_given_prompts_replace_the_saved_examples(ann: Access, agent: AgentDefinition):
    compared = await compare_runs(ann, "reader", {}, ["One", "Two"], models=rules_only)
    assert [one.prompt for one in compared] == ["One", "Two"]


@pytest.mark.parametrize(
    ("changes", "prompts"),
    [({"description": ""}, [TEXT]), ({"schedule": "never"}, [TEXT]), ({}, ["x"] * 6)],
)
async def test_invalid_trial_is_refused_before_any_run(
    ann: Access, agent: AgentDefinition, changes: AgentFields, prompts: list[str]
):
    with pytest.raises(InvalidInput):
        await compare_runs(ann, "reader", changes, prompts, models=rules_only)
    assert not await AgentRun.objects.aexists()


async def test_trial_without_prompts_and_examples_is_refused(ann: Access, agent: AgentDefinition):
    await AgentDefinition.objects.aupdate(examples=[])
    with pytest.raises(InvalidInput, match="save examples"):
        await compare_runs(ann, "reader", BRIEF, models=rules_only)


async def test_strangers_and_auditors_cannot_run_trials(ann: Access, bob: Access, agent: AgentDefinition):
    with pytest.raises(NotFound):
        await compare_runs(bob, "reader", BRIEF, models=rules_only)
    with pytest.raises(NotAllowed):
        await compare_runs(replace(ann, role=Role.AUDITOR), "reader", BRIEF, models=rules_only)


def test_trial_runs_over_rest(ann: Access, agent: AgentDefinition):
    client = program(ann)
    path, changes = "/api/v1/agents/reader/trial/", {"instructions": "Give the dates."}
    answer = client.post(path, {"changes": changes}, content_type="application/json")
    (compared,) = answer.json()
    assert answer.status_code == 200 and "4 May" in compared["changed"]["text"]
    refused = client.post(path, {"changes": {"description": ""}}, content_type="application/json")
    assert refused.status_code == 400
