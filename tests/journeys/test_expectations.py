"""Expectations of delegated work, over the real stream: decided by what the parts wrote."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import pytest

from tests.conversations.conftest import ChatSite
from tests.journeys.desk import Desk, Talk

pytestmark = pytest.mark.slow
CALL_KIM = {"op": "create", "kind": "task", "fields": {"title": "Call Kim"}}


@contextmanager
def asking_first(site: ChatSite, tool: str) -> Iterator[None]:
    """Let a person decide each call of a tool meanwhile."""
    with site.http() as http:
        rule = f"/api/v1/tools/{tool}/rule/"
        http.put(rule, json={"ask_first": "always"}).raise_for_status()
        try:
            yield
        finally:
            http.delete(rule).raise_for_status()


def expected(site: ChatSite, conversation_id: str | None) -> dict[str, str]:
    """Return a conversation's expectations with their status, as in its panel."""
    with site.http() as http:
        state = http.get(f"/api/v1/conversations/{conversation_id}/memory/").json()["state"]
    return {one["expected_outcome"]: one["status"] for one in state["expectations"]}


def calls(name: str, **arguments: Any) -> dict[str, Any]:
    return {"tools": [{"name": name, "arguments": arguments}]}


def part(id: str, title: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "title": title, "task": f"Do this: {title}", "writes": True, **more}


async def test_delegated_part_fails_without_its_expected_change(
    modelled: ChatSite,
):
    desk = Desk(modelled)
    modelled.model.queue(
        calls("delegate", tasks=[part("a", "Plan the call"), part("b", "Tell the press", needs=["a"])]),
        calls("change", operations=[CALL_KIM]),
        {"text": "Call Kim is there."},
        {"text": "I told the press."},
        {"text": "The call is planned; the press was not told."},
    )
    async with modelled.chat() as ann:
        talk = Talk(ann, desk.project_id)
        heard = await talk.say("Plan the call with Kim, then tell the press")
    kinds = [event["type"] for event in heard.events]
    assert kinds.index("plan") < kinds.index("entity_patch") < kinds.index("state_delta")
    assert list(desk.tasks()) == ["Call Kim"]
    assert expected(modelled, talk.id) == {
        "Plan the call: it is written": "confirmed",
        "Tell the press: it is written": "failed",
    }


@pytest.mark.parametrize(("decision", "fate"), [("approve", "confirmed"), ("reject", "failed")])
async def test_delegated_part_stays_open_until_its_approval_is_decided(
    modelled: ChatSite, decision: str, fate: str
):
    desk = Desk(modelled)
    modelled.model.queue(
        calls("delegate", tasks=[part("a", "Plan the call")]),
        calls("change", operations=[CALL_KIM]),
        {"text": "That is all."},
        {"text": "All parts are through."},
    )
    async with modelled.chat() as ann:
        talk = Talk(ann, desk.project_id)
        with asking_first(modelled, "change"):
            heard = await talk.say("Have the call with Kim planned")
        assert expected(modelled, talk.id) == {"Plan the call: it is written": "pending"}
        assert desk.tasks() == {}
        decided = {"id": str(uuid4()), "approval_id": heard.of("approval")[0]["approval_id"]}
        await ann.send("approve", **decided, decision=decision)
        accepted = await ann.wait(lambda f: f["type"] == "accepted" and f["id"] == decided["id"])
        await ann.wait_for("done", accepted["turn_id"])
    assert expected(modelled, talk.id) == {"Plan the call: it is written": fate}
    assert bool(desk.tasks()) == (decision == "approve")
