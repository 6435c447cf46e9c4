"""Agents that ask, search, write, wait and plan, over the real stream and Anthropic's wire format."""

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from uuid import uuid4

import pytest

from tests.agents.web_search import SearchServer
from tests.conversations.conftest import ChatSite
from tests.site import Site, copy_state
from tests.standin import ToolCall
from tests.standin.server import ModelServer
from tests.standin.thread import running
from tests.states import Peopled

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def search() -> Iterator[SearchServer]:
    with SearchServer() as server:
        yield server


@dataclass
class Hook:
    """A server that takes messages as Slack does, and what it was sent."""

    host: str
    received: list[bytes]


@pytest.fixture(scope="module")
def hook() -> Iterator[Hook]:
    received: list[bytes] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"ok")

        def log_message(self, *arguments: object) -> None:
            """Keep quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield Hook(f"127.0.0.1:{server.server_port}", received)
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def running_office(
    peopled: Peopled, tmp_path_factory, search: SearchServer, hook: Hook
) -> Iterator[ChatSite]:
    with running(ModelServer()) as model:
        site = Site(
            copy_state(peopled[0], tmp_path_factory.mktemp("work") / "var"),
            ANTHROPIC_API_KEY="test-key",
            ANTHROPIC_BASE_URL=model.url,
            OMNIFORGE_MODEL_INTENT="rules",
            OMNIFORGE_MODEL_SUMMARY="rules",
            OMNIFORGE_MODEL_GRADE="rules",
            OMNIFORGE_SEARCH=f"searxng:{search.address}",
            OMNIFORGE_ALLOWED_HOSTS_OUT=f"{search.host},{hook.host}",
            OMNIFORGE_MESSAGES_PER_MINUTE="0",
        )
        site.start()
        office = ChatSite(site, peopled[1], model)
        make_clerk(office)
        yield office
        site.kill()


@pytest.fixture
def office(running_office: ChatSite, hook: Hook) -> ChatSite:
    """A site with a search engine, whose replies come from the stand-in over Anthropic's wire."""
    running_office.model.reset()
    hook.received.clear()
    return running_office


def make_clerk(office: ChatSite) -> None:
    """Make an agent that may search, write files and send messages."""
    tools = ["web_search", "write_file", "send_message", "calculate"]
    with office.http() as http:
        skill = {"slug": "clerk-work", "description": "What a clerk does.", "allowed_tools": tools}
        assert http.post("/api/v1/skills/", json=skill).status_code == 201
        agent = {"slug": "clerk", "description": "Does the work of a clerk", "skills": ["clerk-work"]}
        assert http.post("/api/v1/agents/", json=agent).status_code == 201


LIST = "| Name | Rating |\n| --- | --- |\n| =cmd | 5 |\n"


async def test_asked_question_leads_to_a_written_file(office: ChatSite):
    office.model.queue(
        {"tools": [{"name": "ask_person", "arguments": {"question": "In which city?"}}]},
        {"text": "I look. ", "tools": [{"name": "web_search", "arguments": {"query": "restaurants Newark"}}]},
        {
            "tools": [
                {
                    "name": "write_file",
                    "arguments": {"name": "Restaurants", "format": "md", "text": LIST},
                }
            ]
        },
        {"text": "The list is ready."},
    )
    async with office.chat() as ann:
        first, asked = await ann.ask("@clerk find restaurants near me and write me a list")
        assert "In which city?" in asked
        second, answer = await ann.ask("Newark", first["conversation_id"])
        events = ann.events_of(second["turn_id"])
    assert answer.rstrip().endswith("The list is ready.")
    kinds = [event["type"] for event in events]
    assert kinds.count("tool_call") == kinds.count("tool_result") == 2
    assert kinds.index("tool_call") < kinds.index("tool_result") < kinds.index("file") < kinds.index("done")
    file = next(event["data"]["file"] for event in events if event["type"] == "file")
    with office.http() as http:
        written = http.get(file["link"]).text
        page = http.get(f"/api/v1/conversations/{first['conversation_id']}/messages/").json()
    assert written.strip() == LIST.strip()
    kept = page["results"][-1]["metadata"]
    assert [one["name"] for one in kept["files"]] == ["Restaurants.md"] and len(kept["tools"]) == 2


async def test_approved_message_is_sent_once_as_edited(office: ChatSite, hook: Hook):
    with office.http() as http:
        made = http.post("/api/v1/web-hooks/", json={"slug": "sales", "url": f"http://{hook.host}/in"})
        assert made.status_code == 201, made.text
    send = {"name": "send_message", "arguments": {"to": "sales", "text": "Hello all"}}
    office.model.queue({"tools": [send]}, {"text": "I have sent the message."})
    async with office.chat() as ann:
        asked, _ = await ann.ask("@clerk greet the sales team")
        card = next(e for e in ann.events_of(asked["turn_id"]) if e["type"] == "approval")["data"]
        assert hook.received == []
        decision = {"id": str(uuid4()), "approval_id": card["approval_id"], "decision": "approve"}
        edited = {**card["arguments"], "text": "Good morning, sales"}
        await ann.send("approve", **decision, arguments=edited)
        accepted = await ann.wait(lambda f: f["type"] == "accepted" and f["id"] == decision["id"])
        await ann.wait_for("done", accepted["turn_id"])
        answer = ann.text_of(accepted["turn_id"])
        await ann.send("approve", **{**decision, "id": str(uuid4())})
        refused = await ann.wait_for("error")
    assert "I have sent the message." in answer
    assert [json.loads(body)["text"] for body in hook.received] == ["Good morning, sales"]
    assert refused["code"] == "decided"


# Nine parts; b fails, and d and h need it. Every part that is done writes a document.
NEEDS = {"a": "", "b": "", "c": "", "d": "b", "e": "a", "f": "c", "g": "ef", "h": "d", "i": "g"}
PARTS = [
    {
        "id": one,
        "title": f"Part {one}",
        "task": f"Write report-{one} into a document.",
        "needs": list(needs),
        "writes": True,
    }
    for one, needs in NEEDS.items()
]
TASK = "@clerk write the parts of the report, join them and check the whole of it"


def script_the_parts(model: ModelServer) -> None:
    """Let the model share the work out, do each part, and sum up once the results are there."""
    parts = ToolCall("delegate", json.dumps({"tasks": PARTS}))
    model.script("join them and check", lambda request: (parts,))
    model.script('"parts":', "The report is written, but for b, d and h.")
    for one in NEEDS:
        call = ToolCall(
            "write_file", json.dumps({"name": f"part-{one}", "format": "md", "text": f"Part {one}"})
        )

        def answer(request, call=call, one=one):  # type: ignore[no-untyped-def]
            is_done = f"part-{one}.md" in request.text
            return f"Part {one} is written." if is_done or one == "b" else (call,)

        model.script(f"Write report-{one} into a document", answer)


async def test_another_process_finishes_parts_without_double_writes(office: ChatSite):
    script_the_parts(office.model)
    async with office.chat() as ann:
        accepted = await ann.say(TASK)
        turn_id = accepted["turn_id"]
        office.model.ttft_ms = 700  # so that the second stage is under way when the process dies
        await ann.wait(lambda f: (step_of(f) or ("", ""))[0].endswith("-e"))
        last = ann.events_of(turn_id)[-1]["seq"]
        office.site.kill()
    office.let_leases_run_out()
    office.model.ttft_ms = 0
    office.site.start()
    async with office.chat() as ann:
        await ann.send("subscribe", turn_id=turn_id, after=last)
        done = await ann.wait_for("done", turn_id)
        steps = [step_of(event) for event in ann.events_of(turn_id) if event["type"] == "step"]
        text = ann.text_of(turn_id)
    assert done["data"]["finish_reason"] == "completed"
    assert text.endswith("The report is written, but for b, d and h.")
    ended = {step[0][-1]: step[1] for step in steps if step}
    lost = {"b": "failed", "d": "skipped", "h": "skipped"}
    assert ended == dict.fromkeys(NEEDS, "done") | lost
    with office.http() as http:
        files = http.get(f"/api/v1/files/?conversation_id={accepted['conversation_id']}").json()["results"]
    names = [file["name"] for file in files]
    assert sorted(names) == [f"part-{one}.md" for one in "acefgi"]


def step_of(frame: dict) -> tuple[str, str] | None:
    return (frame["data"]["step_id"], frame["data"]["status"]) if frame["type"] == "step" else None
