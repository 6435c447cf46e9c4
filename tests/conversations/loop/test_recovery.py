"""A process dies during a model call: another one resumes from the transcript and repeats nothing."""

import asyncio

import pytest
from django.db import transaction
from django.utils import timezone

from agents.models import AgentRun, SkillDefinition
from conversations.models import Turn
from conversations.turns.abandoned import abandoned_turns
from conversations.turns.claims import claim_next
from omniforge.storage.database import in_database
from tests.conversations.loop.talking import Talk
from tests.standin.server import ModelServer
from tests.waiting import until_true

pytestmark = pytest.mark.django_db(transaction=True)


def skill(name: str) -> dict[str, object]:
    given = {"name": name, "description": "Adds up.", "instructions": "Add."}
    return {"name": "save_skill", "arguments": given}


async def killed_at_work(talk: Talk, server: ModelServer, message: str, requests: int) -> None:
    """Say `message`, and let the process be gone while the model writes its answer number `requests`."""
    saying = asyncio.create_task(talk.say(message))
    await until_true(lambda: len(server.requests) >= requests)
    before = await in_database(stored)
    saying.cancel()
    await asyncio.gather(saying, return_exceptions=True)
    await in_database(as_if_killed, before)


def stored() -> tuple[dict, list[dict]]:
    return Turn.objects.values().get(), list(AgentRun.objects.values())


def as_if_killed(before: tuple[dict, list[dict]]) -> None:
    """Leave the database as after a kill: unchanged, with an expired lease."""
    turn, runs = before
    with transaction.atomic():
        Turn.objects.filter(pk=turn["id"]).update(status="running", lease_until=timezone.now())
        for run in runs:
            AgentRun.objects.filter(pk=run["id"]).update(status=run["status"], state=run["state"])


async def test_it_goes_on_from_its_transcript(talk: Talk, model_server: ModelServer):
    model_server.ttft_ms = 200
    model_server.queue(
        {"text": "I make it. ", "tools": [skill("one")]}, {"tools": [skill("two")]}, {"text": "Never said."}
    )
    await killed_at_work(talk, model_server, "Make two skills", 3)
    assert await in_database(abandoned_turns) == []  # it is queued again instead
    claim = await in_database(claim_next, talk.id)
    assert claim is not None and claim.fence == 2
    model_server.queue({"text": "Both are made."})
    heard = await talk.run(claim)
    assert heard.ended == "completed" and heard.text == "I make it.\n\nBoth are made."
    assert await SkillDefinition.objects.acount() == 2
    assert "two" in model_server.requests[-1].text and len(heard.of("intent")) == 1


async def test_a_turn_that_called_nothing_is_interrupted(talk: Talk, model_server: ModelServer):
    model_server.ttft_ms = 5_000
    await killed_at_work(talk, model_server, "How are you?", 1)
    assert len(await in_database(abandoned_turns)) == 1
