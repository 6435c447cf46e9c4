"""A scheduled agent from the chat that creates it to its scheduled run, on a running site."""

from collections.abc import Iterator
from uuid import uuid4

import httpx2
import pytest

from tests.conversations.conftest import ChatSite, chat_site, running_site  # noqa: F401  fixtures
from tests.standin import Fault
from tests.waiting import until

pytestmark = pytest.mark.slow

DUE_NOW = """
from datetime import timedelta
from django.utils import timezone
from agents.models import AgentDefinition
from conversations.schedules.due_runs import run_due
now = timezone.now()
AgentDefinition.objects.update(next_run_at=now - timedelta(seconds=1))
print(run_due(now))
"""
AGENT = {
    "slug": "weekly-report",
    "description": "Write the weekly report",
    "schedule": "0 9 * * 1",
    "retries": 0,
}


@pytest.fixture
def http(chat_site: ChatSite) -> Iterator[httpx2.Client]:  # noqa: F811
    """Ann's programs; she has an agent that writes the weekly report."""
    with chat_site.http() as client:
        assert client.post("/api/v1/agents/", json=AGENT).status_code == 201
        yield client
        # Its name is free again only once the agent has another one.
        former = f"former-{uuid4().hex}"
        assert client.patch("/api/v1/agents/weekly-report/", json={"slug": former}).status_code == 200
        assert client.delete(f"/api/v1/agents/{former}/").status_code == 204


def runs(http: httpx2.Client) -> list[dict]:
    return http.get("/api/v1/agents/weekly-report/runs/").json()["results"]


def come_due(site: ChatSite) -> None:
    """Start due agents, as the worker does every 30 seconds."""
    assert site.site.manage("shell", "-v", "0", "-c", DUE_NOW) == "1\n"


async def test_due_agent_runs_in_its_conversation_and_tabs_see_it(chat_site: ChatSite, http):  # noqa: F811
    async with chat_site.chat() as tab:
        come_due(chat_site)
        begun = await tab.wait_for("turn")
        assert begun["content"] == "Scheduled run of weekly-report"
        await tab.send("subscribe", turn_id=begun["turn_id"], after=0)
        await tab.wait_for("done", begun["turn_id"])
    [run] = runs(http)
    assert (run["trigger"], run["turn_id"]) == ("schedule", begun["turn_id"])
    intent = next(e for e in tab.events_of(begun["turn_id"]) if e["type"] == "intent")["data"]
    assert (intent["target_agent"], intent["method"]) == ("weekly-report", "explicit")
    talk = http.get(f"/api/v1/conversations/{begun['conversation_id']}/").json()
    assert talk["title"] == "weekly-report"


async def test_failed_run_is_reported_to_tabs_and_in_its_conversation(chat_site: ChatSite, http):  # noqa: F811
    chat_site.model.fail(Fault.REFUSED)
    async with chat_site.chat() as tab:
        come_due(chat_site)
        notice = await tab.wait_for("notice")
    assert "The scheduled run of weekly-report failed" in notice["message"] and "Next: " in notice["message"]
    messages = http.get(f"/api/v1/conversations/{notice['conversation_id']}/messages/").json()
    assert messages["results"][-1]["content"] == notice["message"]
    assert runs(http)[0]["status"] == "failed"


async def test_program_runs_an_agent_once_and_follows_its_turn(http):
    wanted = {"id": "0197f0a0-0000-7000-8000-000000000009", "task": "Write it for October only, please."}
    first, again = (http.post("/api/v1/agents/weekly-report/run/", json=wanted) for _ in range(2))
    assert (first.status_code, again.status_code) == (202, 202)
    assert first.json()["turn_id"] == again.json()["turn_id"]
    address = first.headers["Location"]
    until(lambda: http.get(address).json()["status"] == "completed")
    [run] = runs(http)
    assert (run["trigger"], run["task"]) == ("api", wanted["task"])
    assert http.get("/api/v1/schedules/").json()["results"][0]["last_status"] == run["status"]


def test_running_a_paused_agent_over_rest_is_a_conflict(http):
    http.patch("/api/v1/agents/weekly-report/", json={"status": "paused"})
    answer = http.post("/api/v1/agents/weekly-report/run/", json={})
    assert answer.status_code == 409 and "paused" in answer.json()["detail"]
