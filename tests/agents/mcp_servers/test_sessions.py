"""One connection per server for the length of a run, over both transports, and no longer."""

import asyncio
from contextlib import aclosing
from pathlib import Path

import psutil
import pytest

from agents.definitions.services import create_agent, create_skill
from agents.events import ToolCalled
from agents.models import AgentRun, CallStatus, McpServer, RunStatus
from omniforge.errors import ModelError
from omniforge.llm import Models
from omniforge.llm.errors import ModelCutOff
from omniforge.llm.scripted import Reply
from omniforge.llm.types import ToolRequest
from omniforge.tenants.access import Access
from tests.agents.chat import Chat, replying
from tests.agents.mcp_servers.conftest import Begin, call

pytestmark = pytest.mark.django_db(transaction=True)
READING = ["list_notes", "dream", "process", "flood"]
LIGHT_SERVER = str(Path(__file__).with_name("light_server.py"))
LISTED = [{"name": name, "description": "", "schema": {"type": "object"}} for name in READING]


@pytest.fixture
def command(over_stdio: McpServer) -> McpServer:
    """A server as a command: each connection is a separate process."""
    over_stdio.settings["arguments"] = ["-S", LIGHT_SERVER, "stdio"]
    over_stdio.read_only, over_stdio.tools = READING, LISTED
    over_stdio.save()
    return over_stdio


@pytest.fixture
def clerk(command: McpServer, ann: Access) -> Chat:
    """A conversation in a workspace with an agent that may use the server."""
    tools = [f"notes_{name}" for name in READING]
    create_skill(access=ann, slug="notes", description="Notes.", allowed_tools=tools)
    create_agent(access=ann, slug="clerk", description="Does the books", skills=("notes",))
    return Chat(ann)


def processes() -> list[psutil.Process]:
    return [one for one in psutil.Process().children(recursive=True) if _serves(one)]


def _serves(process: psutil.Process) -> bool:
    try:
        return process.cmdline()[-1:] == ["stdio"]
    except psutil.Error:  # it has ended
        return False


def asking(*tools: str, then: Reply = "That is all.") -> Models:
    calls = [["Let me see. ", ToolRequest(tool, f"notes_{tool}", "{}")] for tool in tools]
    return replying(*calls, then)[0]


async def test_the_calls_of_a_run_share_one_connection_and_runs_share_none(
    command: McpServer, begun: Begin, ann: Access, amy: Access
):
    runs = [await begun(access) for access in (ann, ann, amy)]
    answers = await asyncio.gather(*(call(run, "notes_process") for run in (*runs, *runs)))
    assert [one.text for one in answers[:3]] == [one.text for one in answers[3:]]
    assert len({one.text for one in answers}) == len(processes()) == 3
    await runs[0].sessions.close()
    assert len(processes()) == 2


async def test_hanging_call_does_not_block_other_calls(over_http: McpServer, begun: Begin, ann: Access):
    over_http.read_only, over_http.tools = READING, LISTED
    over_http.settings |= {"timeout": 6}
    await over_http.asave()
    run = await begun(ann)
    dreaming = asyncio.create_task(call(run, "notes_dream"))
    assert (await call(run, "notes_list_notes")).ok and not dreaming.done()
    assert (await dreaming).text.startswith("notes didn't answer within 6 seconds.")
    assert (await call(run, "notes_list_notes")).ok


async def test_restarted_server_gets_a_new_connection(command: McpServer, begun: Begin, ann: Access):
    run = await begun(ann)
    first = await call(run, "notes_process")
    (process,) = processes()
    process.kill()
    process.wait()
    second = await call(run, "notes_process")
    assert second.status == CallStatus.DONE and second.text != first.text


async def test_changed_server_settings_open_a_new_connection(command: McpServer, begun: Begin, ann: Access):
    run = await begun(ann)
    first = await call(run, "notes_process")
    command.settings |= {"environment": {"NOTES_TOKEN": "renewed"}}
    await command.asave()
    assert (await call(run, "notes_process")).text != first.text
    await run.sessions.close()
    assert processes() == []


async def test_flooded_connection_is_closed_and_reopened(over_http: McpServer, begun: Begin, ann: Access):
    over_http.read_only, over_http.tools = READING, LISTED
    await over_http.asave()
    run = await begun(ann)
    assert (await call(run, "notes_list_notes")).ok
    assert "more than 2,000,000 bytes" in (await call(run, "notes_flood")).text
    assert (await call(run, "notes_list_notes")).ok


async def test_succeeded_run_leaves_no_connection(clerk: Chat):
    clerk.models = asking("process", "list_notes")
    assert "That is all." in (await clerk.say("@clerk read my notes")).text
    assert processes() == [] and (await AgentRun.objects.aget()).status == RunStatus.SUCCEEDED


async def test_failed_run_leaves_no_connection(clerk: Chat):
    clerk.models = asking("process", then=ModelCutOff())
    with pytest.raises(ModelError):
        await clerk.say("@clerk read my notes")
    assert processes() == [] and (await AgentRun.objects.aget()).status == RunStatus.FAILED


@pytest.mark.parametrize("how", ["cancelled", "left"])
async def test_cancelled_run_leaves_no_connection(clerk: Chat, how: str):
    clerk.models = asking("process", "dream")
    asked = asyncio.Event()

    async def follow() -> None:
        async with aclosing(clerk.run("@clerk read my notes")) as outputs:
            async for output in outputs:
                if isinstance(output, ToolCalled) and output.tool == "notes_dream":
                    asked.set()
                    if how == "left":
                        return

    following = asyncio.create_task(follow())
    await asked.wait()
    assert len(processes()) == 1
    if how == "cancelled":
        following.cancel()
    await asyncio.gather(following, return_exceptions=True)
    assert processes() == [] and (await AgentRun.objects.aget()).status == RunStatus.CANCELLED
