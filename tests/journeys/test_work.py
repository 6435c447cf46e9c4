"""Agents that really do things, over the real stream and both wires: ask, search, write, wait, plan."""

import io
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from shutil import copytree
from uuid import uuid4

import openpyxl
import pytest

from tests.agents.web_search import SearchServer
from tests.conversations.conftest import ChatSite
from tests.site import Site
from tests.standin import ToolCall
from tests.standin.server import ModelServer
from tests.standin.thread import running
from tests.states import Peopled

pytestmark = pytest.mark.slow
WIRES = {"openai": "/v1", "anthropic": ""}


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


@pytest.fixture(scope="module", params=WIRES)
def running_office(
    request, peopled: Peopled, tmp_path_factory, search: SearchServer, hook: Hook
) -> Iterator[ChatSite]:
    with running(ModelServer()) as model:
        vendor, url = request.param.upper(), model.url + WIRES[request.param]
        site = Site(
            copytree(peopled[0], tmp_path_factory.mktemp("work") / "var"),
            **{f"{vendor}_API_KEY": "test-key", f"{vendor}_BASE_URL": url},
            OMNIFORGE_MODEL_INTENT="rules",
            OMNIFORGE_MODEL_SUMMARY="rules",
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
    """A site with a search engine, whose replies and plans come from the stand-in over one vendor's wire."""
    running_office.model.reset()
    hook.received.clear()
    return running_office


def make_clerk(office: ChatSite) -> None:
    """Make an agent that may search, write files and send messages."""
    tools = ["web_search", "write_spreadsheet", "write_document", "send_message", "calculate"]
    with office.http() as http:
        skill = {"slug": "clerk-work", "description": "What a clerk does.", "allowed_tools": tools}
        assert http.post("/api/v1/skills/", json=skill).status_code == 201
        agent = {"slug": "clerk", "description": "Does the work of a clerk", "skills": ["clerk-work"]}
        assert http.post("/api/v1/agents/", json=agent).status_code == 201


async def test_a_question_an_answer_and_a_real_workbook(office: ChatSite):
    office.model.queue(
        {"tools": [{"name": "ask_person", "arguments": {"question": "In which city?"}}]},
        {"text": "I look. ", "tools": [{"name": "web_search", "arguments": {"query": "restaurants Newark"}}]},
        {
            "tools": [
                {
                    "name": "write_spreadsheet",
                    "arguments": {
                        "name": "Restaurants",
                        "sheets": [
                            {
                                "name": "List",
                                "columns": ["Name", "Rating"],
                                "rows": [["=cmd|' /C calc'!A1", 5]],
                            }
                        ],
                    },
                }
            ]
        },
        {"text": "The list is ready."},
    )
    async with office.chat() as ann:
        first, asked = await ann.ask("@clerk find restaurants near me and make an Excel list")
        assert "In which city?" in asked
        second, answer = await ann.ask("Newark", first["conversation_id"])
        events = ann.events_of(second["turn_id"])
    assert answer.rstrip().endswith("The list is ready.")
    kinds = [event["type"] for event in events]
    assert kinds.count("tool_call") == kinds.count("tool_result") == 2
    assert kinds.index("tool_call") < kinds.index("tool_result") < kinds.index("file") < kinds.index("done")
    file = next(event["data"]["file"] for event in events if event["type"] == "file")
    with office.http() as http:
        book = openpyxl.load_workbook(io.BytesIO(http.get(file["link"]).content))
        page = http.get(f"/api/v1/conversations/{first['conversation_id']}/messages/").json()
    rows = [[cell.value for cell in row] for row in book["List"].iter_rows()]
    assert rows == [["Name", "Rating"], ["=cmd|' /C calc'!A1", 5]]
    assert book["List"]["A2"].data_type == "s"
    kept = page["results"][-1]["metadata"]
    assert [one["name"] for one in kept["files"]] == ["Restaurants.xlsx"] and len(kept["tools"]) == 2


async def test_nothing_is_sent_before_a_person_has_approved_and_then_once_as_edited(
    office: ChatSite, hook: Hook
):
    with office.http() as http:
        made = http.post("/api/v1/web-hooks/", json={"slug": "sales", "url": f"http://{hook.host}/in"})
        assert made.status_code == 201, made.text
    send = {"name": "send_message", "arguments": {"web_hook": "sales", "text": "Hello all"}}
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


# Three stages and nine steps; s2 fails, and s4 and s8 need it. Every step that is done writes a document.
def _step(number: int, *inputs: int) -> dict:
    return {
        "id": f"s{number}",
        "title": f"Write part {number}",
        "intent": "create",
        "executor": "tooling",
        "tools": ["write_document"],
        "inputs": [f"s{one}" for one in inputs],
        "outputs": [],
    }


PLAN = {
    "goal": "A report in nine parts",
    "constraints": [],
    "stages": [
        {"id": "a", "name": "Find", "mode": "parallel", "steps": [_step(1), _step(2), _step(3)]},
        {"id": "b", "name": "Make", "mode": "parallel", "steps": [_step(4, 2), _step(5, 1), _step(6, 3)]},
        {"id": "c", "name": "Join", "mode": "sequence", "steps": [_step(7, 5, 6), _step(8, 4), _step(9, 7)]},
    ],
}
TASK = "@clerk first write the parts of the report, then join them and after that check the whole of it"


def script_the_plan(model: ModelServer) -> None:
    model.script("report", PLAN)
    for number in range(1, 10):
        document = {"name": f"part-{number}", "text": f"Part {number}"}
        call = ToolCall("write_document", json.dumps(document))

        def answer(request, call=call, number=number):  # type: ignore[no-untyped-def]
            if number == 2:
                return (
                    (ToolCall("write_document", json.dumps({"name": "", "text": ""})),)
                    if "<result>" not in request.text
                    else ""
                )
            return f"Part {number} is written." if "<result>" in request.text else (call,)

        model.script(f"Your step, {number} of 9", answer)


async def test_a_plan_is_finished_by_another_process_without_a_doubled_write(office: ChatSite):
    script_the_plan(office.model)
    async with office.chat() as ann:
        accepted = await ann.say(TASK)
        turn_id = accepted["turn_id"]
        office.model.ttft_ms = 700  # so that the second stage is under way when the process dies
        await ann.wait(lambda f: step_of(f) == ("s5", "running"))
        await ann.wait(lambda f: f["type"] == "tool_result" and f.get("turn_id") == turn_id)
        last = ann.events_of(turn_id)[-1]["seq"]
        office.site.kill()
    office.let_leases_run_out()
    office.model.ttft_ms = 0
    office.site.start()
    async with office.chat() as ann:
        await ann.send("subscribe", turn_id=turn_id, after=last)
        done = await ann.wait_for("done", turn_id)
        again = [step_of(event) for event in ann.events_of(turn_id) if event["type"] == "step"]
    assert done["data"]["finish_reason"] == "completed"
    assert ("s1", "running") not in again and ("s9", "done") in again
    with office.http() as http:
        files = http.get(f"/api/v1/files/?conversation_id={accepted['conversation_id']}").json()["results"]
    names = [file["name"] for file in files]
    assert len(names) == len(set(names)), names
    assert {f"part-{number}.md" for number in (1, 3, 5, 6, 7, 9)} <= set(names)


def step_of(frame: dict) -> tuple[str, str] | None:
    return (frame["data"]["step_id"], frame["data"]["status"]) if frame["type"] == "step" else None
