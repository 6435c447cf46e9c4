"""A program starts a dry run on a running site: messages are shown verbatim, and not sent."""

import json

import httpx2
import pytest

from tests.conversations.conftest import ChatSite, chat_site, running_site  # noqa: F401  fixtures
from tests.standin import ToolCall
from tests.waiting import until

pytestmark = pytest.mark.slow
AGENT = {"slug": "crier", "description": "Tell the team what is new", "tools": ["workspace", "send_message"]}
HOOK = {"slug": "team", "url": "https://hooks.slack.com/services/T0/B0/x"}


def answer(http: httpx2.Client, turn: dict[str, str]) -> str:
    """Return what a turn said, once it has ended."""
    path = f"/api/v1/turns/{turn['turn_id']}"
    until(lambda: http.get(path).json()["status"] == "completed")
    events = http.get(f"{path}/events").text.split("\n\n")
    data = [block.partition("data: ")[2] for block in events if "event: text_delta" in block]
    return "".join(json.loads(one)["data"]["text"] for one in data)


def test_dry_run_sends_nothing_even_when_regenerated(chat_site: ChatSite):  # noqa: F811
    sending = (ToolCall("send_message", '{"to": "team", "text": "The hall is booked."}'),)
    replies = iter([sending, "It would be told.", sending, "It would be told."])
    chat_site.model.script("Dry run of crier", lambda request: next(replies))
    with chat_site.http() as http:
        http.post("/api/v1/web-hooks/", json=HOOK).raise_for_status()
        http.post("/api/v1/agents/", json=AGENT).raise_for_status()
        begun = http.post("/api/v1/agents/crier/run/", json={"dry_run": True}).json()
        said = [answer(http, begun)]
        said.append(answer(http, http.post(f"/api/v1/turns/{begun['turn_id']}/retry").json()))
        for one in said:
            assert "A real run would do this:" in one and "The hall is booked." in one
        runs = http.get("/api/v1/agents/crier/runs/").json()["results"]
        assert [run["trigger"] for run in runs] == ["dry_run", "dry_run"]
        assert http.get("/api/v1/approvals/").json()["results"] == []
        [hook] = http.get("/api/v1/web-hooks/").json()
        assert hook["delivered_at"] is None and hook["failed_at"] is None
