"""A call that corrects a pending one replaces it; another one stays beside it."""

from typing import Any
from uuid import UUID

import pytest

from agents.definitions.services import create_agent, create_skill
from agents.models import (
    AgentDefinition,
    AgentRun,
    Approval,
    AskFirst,
    RunStatus,
    ToolRule,
    WebHook,
)
from agents.records.services import decide_call
from omniforge.projects.kinds import Kind
from omniforge.projects.models import Entity
from omniforge.projects.services import EntityService, ProjectService
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.conversations.loop.talking import Talk
from tests.standin.server import ModelServer

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_corrected_time_takes_the_place_of_the_draft(talk: Talk, model_server: ModelServer):
    model_server.queue({"tools": [_draft(8)]}, {"tools": [_draft(7)]}, {"text": "Made."})
    await talk.say("Have my risks watched each morning at 8")
    await talk.say("make it 7")
    assert await _statuses() == ["replaced", "pending"]
    assert "These calls wait for the person: Creating" in model_server.requests[1].text
    assert (await talk.say("yes")).text.endswith("Made.")
    sent = model_server.requests[2].text
    assert "These calls wait" not in sent  # what it was told at first is over
    assert "BYHOUR=7" in (await AgentDefinition.objects.aget()).schedule


def _draft(hour: int, name: str = "risk-look") -> dict[str, Any]:
    schedule = f"FREQ=DAILY;BYHOUR={hour};BYMINUTE=0"
    said = {"name": name, "purpose": "Looks at risks.", "instructions": "Look.", "schedule": schedule}
    return {"name": "save_agent", "arguments": said}


async def test_a_renamed_draft_takes_the_place_of_the_one_that_waits(talk: Talk, model_server: ModelServer):
    model_server.queue(
        {"tools": [_draft(8)]}, {"tools": [_draft(8, "risk-watch")]}, {"text": "Made."}, {"text": "Hm?"}
    )
    await talk.say("Have my risks watched each morning at 8")
    await talk.say("Call it risk-watch")
    assert await _statuses() == ["replaced", "pending"]
    assert (await talk.say("yes")).text.endswith("Made.")
    assert [one.slug async for one in AgentDefinition.objects.all()] == ["risk-watch"]
    assert await AgentRun.objects.filter(status=RunStatus.WAITING).acount() == 0


@pytest.mark.parametrize(
    "correction",
    [
        {"schedule": "FREQ=DAILY;BYHOUR=7;BYMINUTE=0"},
        {"name": "risk-watch", "purpose": "Looks at all.", "instructions": "Look at all."},
    ],
)
async def test_a_draft_is_corrected_by_its_name(
    talk: Talk, model_server: ModelServer, correction: dict[str, str]
):
    corrected = {"name": "save_agent", "arguments": {"agent": "risk-look", **correction}}
    model_server.queue({"tools": [_draft(8)]}, {"tools": [corrected]}, {"text": "Made."})
    await talk.say("Have my risks watched each morning at 8")
    heard = await talk.say("I want it otherwise")
    name = correction.get("name", "risk-look")
    assert heard.of("approval")[0]["what"].startswith(f"Creating the agent {name}, every day at ")
    assert await _statuses() == ["replaced", "pending"]
    assert (await talk.decide(True)).text.endswith("Made.")
    made = await AgentDefinition.objects.aget()
    draft = {**_draft(8)["arguments"], **correction}
    assert (made.slug, made.description, made.instructions) == (
        name,
        draft["purpose"],
        draft["instructions"],
    )
    assert made.schedule.endswith(draft["schedule"])


async def test_a_draft_is_dropped_by_its_name_and_the_other_one_made(talk: Talk, model_server: ModelServer):
    dropped = {"name": "save_agent", "arguments": {"agent": "task-look", "state": "deleted"}}
    model_server.queue({"tools": [_draft(8), _tasks()]}, {"tools": [dropped]}, {"text": "Dropped."})
    await talk.say("Have my risks watched each morning at 8, and my tasks at 9")
    heard = await talk.say("risk-look yes, not the other one")
    assert heard.text == "Dropped." and not heard.of("approval") and not heard.of("operation")
    assert [one["summary"] for one in heard.of("tool_result")] == ["Dropped task-look"]
    assert await _statuses() == ["pending", "rejected"]
    model_server.queue({"text": "Made."})
    assert (await talk.say("yes, risk-look")).text.endswith("Made.")
    assert [one.slug async for one in AgentDefinition.objects.all()] == ["risk-look"]


async def test_what_is_approved_beside_what_waits_is_told_as_such(talk: Talk, model_server: ModelServer):
    model_server.queue({"tools": [_draft(8), _tasks()]}, {"text": "Not yet."})
    await talk.say("Have my risks watched each morning at 8, and my tasks at 9")
    first = await Approval.objects.aearliest("created_at")
    await in_database(decide_call, access=talk.access, approval_id=first.pk, approve=True)
    await talk.say("Is risk-look there now?")
    assert "risk-look, every day at 08:00 (UTC) (approved, and made once" in model_server.requests[-1].text


async def test_a_run_ends_whose_only_draft_is_dropped(talk: Talk, model_server: ModelServer):
    dropped = {"name": "save_agent", "arguments": {"agent": "risk-look", "state": "deleted"}}
    model_server.queue({"tools": [_draft(8)]}, {"tools": [dropped]}, {"text": "Dropped."}, {"text": "Hello."})
    await talk.say("Have my risks watched each morning at 8")
    await talk.say("My colleague does that by hand")
    assert (await talk.say("Good morning to all")).text == "Hello."
    assert await AgentRun.objects.filter(status=RunStatus.WAITING).acount() == 0


def _tasks() -> dict[str, Any]:
    other = _draft(9, "task-look")
    other["arguments"] |= {"purpose": "Looks at tasks.", "instructions": "Look at the tasks."}
    return other


async def test_another_agent_beside_a_draft_stays_another(talk: Talk, model_server: ModelServer):
    model_server.queue({"tools": [_draft(8)]}, {"tools": [_tasks()]})
    await talk.say("Have my risks watched each morning at 8")
    await talk.say("And my tasks at 9")
    assert await _statuses() == ["pending", "pending"]


async def _statuses() -> list[str]:
    return [one.status async for one in Approval.objects.order_by("created_at")]


async def test_a_corrected_text_takes_the_place_of_the_message(
    talk: Talk, model_server: ModelServer, team: None
):
    model_server.queue({"tools": [_message("Hello")]}, {"tools": [_message("Good day.")]})
    await talk.say("Tell the team hello")
    heard = await talk.say("rather good day")
    assert heard.text.endswith('team: "Good day."')
    assert await _statuses() == ["replaced", "pending"]


async def test_what_an_agent_asks_for_is_told_in_full(
    talk: Talk, model_server: ModelServer, team: None, ann: Access
):
    def agent() -> None:
        create_skill(access=ann, slug="post", description="Posts.", allowed_tools=["send_message"])
        create_agent(access=ann, slug="caller", description="Posts", skills=("post",))

    await in_database(agent)
    long = "Good morning to all of you, " * 5 + "the hall is closed."
    model_server.queue({"tools": [_message(long)]}, {"text": "Which part?"})
    await talk.say("@caller run")
    await talk.say("yes, but shorter")
    assert long in model_server.requests[-1].text


async def test_two_messages_asked_for_at_once_stay_two(talk: Talk, model_server: ModelServer, team: None):
    model_server.queue({"tools": [_message("Hello"), _message("Good day")]})
    await talk.say("Post both to the team")
    assert await _statuses() == ["pending", "pending"]


async def test_a_message_beside_one_that_waits_is_asked_for_with_it(
    talk: Talk, model_server: ModelServer, team: None
):
    both = {"tools": [_message("Hello"), _message("Good day")]}
    model_server.queue({"tools": [_message("Hello")]}, both)
    await talk.say("Tell the team hello")
    await talk.say("and post good day to them as well")
    assert await _statuses() == ["replaced", "pending", "pending"]
    assert "make both at once" in model_server.requests[-1].text


@pytest.fixture
def team(ann: Access) -> None:
    WebHook.objects.create(tenant_id=ann.tenant_id, slug="team", url="https://hooks.example/secret")


def _message(text: str) -> dict[str, Any]:
    return {"name": "send_message", "arguments": {"to": "team", "text": text}}


@pytest.mark.parametrize("answer", ["Yes", "yes, but only the grave ones"])
async def test_a_yes_after_other_talk_is_not_one_to_a_draft(
    talk: Talk, model_server: ModelServer, answer: str
):
    asked = {"text": "Shall I look through the risks once?"}
    model_server.queue({"tools": [_draft(8)]}, asked, {"text": "I looked."}, {"text": "Made."})
    await talk.say("Have my risks watched each morning at 8")
    await talk.say("What are risks?")
    assert (await talk.say(answer)).text == "I looked."
    assert await _statuses() == ["pending"]
    assert (await talk.say("yes, create risk-look")).text.endswith("Made.")


@pytest.mark.parametrize(
    ("end", "statuses"),
    [
        ("The agent *risk-look* still waits for your yes.", ["approved"]),
        ("I can make a list of them.", ["pending"]),
    ],
)
async def test_an_answer_that_comes_back_to_a_draft_is_said_yes_to(
    talk: Talk, model_server: ModelServer, end: str, statuses: list[str]
):
    model_server.queue({"tools": [_draft(8)]}, {"text": f"Risks are dangers.\n\n{end}"}, {"text": "Well."})
    await talk.say("Have my risks watched each morning at 8")
    await talk.say("What are risks?")
    await talk.say("ok, create it")
    assert await _statuses() == statuses


async def test_a_yes_to_a_part_of_a_deletion_leaves_one_card(talk: Talk, model_server: ModelServer):
    """The same thing is meant, whether a batch names it or gives its id."""
    rule = {"tool": "change.delete", "ask_first": AskFirst.ALWAYS}
    await ToolRule.objects.acreate(tenant_id=talk.access.tenant_id, **rule)
    clay, wood = await in_database(_add_tasks, talk.access, "Buy clay", "Saw wood")
    model_server.queue(
        {"tools": [_deletion("Buy clay", "Saw wood")]}, {"tools": [_deletion(str(clay))]}, {"text": "Gone."}
    )
    await talk.say("Drop the two tasks of the kiln")
    await talk.say("Yes, but only the clay")
    assert await _statuses() == ["replaced", "pending"]
    await talk.decide(True)
    assert [one.pk async for one in Entity.objects.filter(deleted_at=None)] == [wood]


def _add_tasks(access: Access, *titles: str) -> list[UUID]:
    project = ProjectService(access).create(name="Kiln").row
    tasks = EntityService(access, Kind.TASK)
    return [tasks.create(project.pk, title=one).row.pk for one in titles]


def _deletion(*refs: str) -> dict[str, Any]:
    operations = [{"op": "delete", "ref": one} for one in refs]
    return {"name": "change", "arguments": {"operations": operations}}
