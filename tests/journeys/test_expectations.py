"""What is expected of a plan's steps, over the real stream: told before they run, held by what they gave."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import pytest

from tests.conversations.conftest import ChatSite
from tests.journeys.desk import Desk, Heard, Talk

pytestmark = pytest.mark.slow


@contextmanager
def asking_first(site: ChatSite, tool: str) -> Iterator[None]:
    """Let a person decide each call of a tool meanwhile."""
    with site.http() as http:
        rule = f"/api/v1/tools/{tool}/rule/"
        http.put(rule, json={"ask_first": "always"}).raise_for_status()
        try:
            yield
        finally:
            http.put(rule, json={"ask_first": "never"}).raise_for_status()


def expected(site: ChatSite, conversation_id: str | None) -> dict[str, str]:
    """Return what is expected in a conversation, as its panel shows it: each with how it stands."""
    with site.http() as http:
        state = http.get(f"/api/v1/conversations/{conversation_id}/memory/").json()["state"]
    return {one["expected_outcome"]: one["status"] for one in state["expectations"]}


def announced(heard: Heard) -> list[dict[str, Any]]:
    return [
        step["expects"] for plan in heard.of("plan") for stage in plan["stages"] for step in stage["steps"]
    ]


async def test_what_must_come_out_is_told_before_it_runs_and_is_held_by_what_was_stored(ruled: ChatSite):
    desk = Desk(ruled)
    flyers = desk.task("Print the flyers")
    async with ruled.chat() as ann:
        talk = Talk(ann, desk.project_id)
        heard = await talk.say("Add a task to call Kim, and mark the flyers task as done.")
    made, changed = announced(heard)
    assert made["type"] == "task" and changed["ids"] == [flyers]
    kinds = [event["type"] for event in heard.events]
    assert kinds.index("plan") < kinds.index("tool_call") < kinds.index("state_delta") < kinds.index("done")
    assert expected(ruled, talk.id) == {
        f"Call Kim is in {desk.name}": "confirmed",
        "Print the flyers is done now": "confirmed",
    }


@pytest.mark.parametrize(("decision", "fate"), [("approve", "confirmed"), ("reject", "failed")])
async def test_what_waits_for_a_person_is_open_until_they_have_decided(
    ruled: ChatSite, decision: str, fate: str
):
    desk = Desk(ruled)
    async with ruled.chat() as ann:
        talk = Talk(ann, desk.project_id)
        with asking_first(ruled, "create_entity"):
            heard = await talk.say("Add a task to call Kim.")
        outcome = f"Call Kim is in {desk.name}"
        assert expected(ruled, talk.id) == {outcome: "pending"} and desk.tasks() == {}
        decided = {"id": str(uuid4()), "approval_id": heard.of("approval")[0]["approval_id"]}
        await ann.send("approve", **decided, decision=decision)
        accepted = await ann.wait(lambda f: f["type"] == "accepted" and f["id"] == decided["id"])
        await ann.wait_for("done", accepted["turn_id"])
    assert expected(ruled, talk.id) == {outcome: fate}
    assert bool(desk.tasks()) == (decision == "approve")
