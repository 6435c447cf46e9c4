"""Tools of a real server through the gate, over both transports."""

import asyncio
from typing import Any

import psutil
import pytest
from pytest_django import Settings

from agents.events import ApprovalAsked, ToolCalled
from agents.models import Approval, ApprovalStatus, CallStatus, McpServer
from agents.tools.mcp.connection import SECONDS
from agents.tools.mcp.listed_tools import refresh_server
from agents.tools.mcp.services import change_server, remove_server
from agents.tools.registry import our_tools, toolbox_of
from agents.tools.tool import Effect
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.mcp_servers.conftest import Begin, call
from tests.agents.mcp_servers.instructions import INSTRUCTIONS
from tests.agents.tools.contexts import told
from tests.ports import free_port

pytestmark = pytest.mark.django_db(transaction=True)


DOWN = (
    "notes can't be reached. It may be down. Try again later, or check its address in Settings > Connections."
)
READING = ["list_notes", "advise", "draw", "recite", "flood", "fail", "dream", "read.env/variable"]


@pytest.fixture(scope="module")
def listed() -> list[Any]:
    """The server's tools, fetched once."""
    return []


@pytest.fixture
def server(over_http: McpServer, ann: Access, listed: list[Any]) -> McpServer:
    """The server by address, with its tools; all except `add_note` only read."""
    return _with_tools(over_http, ann, listed)


@pytest.fixture(params=["over_http", "over_stdio"])
def either(request: pytest.FixtureRequest, ann: Access, listed: list[Any]) -> McpServer:
    """The same, once by address and once as a command."""
    return _with_tools(request.getfixturevalue(request.param), ann, listed)


def _with_tools(server: McpServer, ann: Access, listed: list[Any]) -> McpServer:
    if not listed:
        listed += refresh_server(access=ann, server="notes").tools
    server.tools, server.read_only = listed, READING
    server.save()
    return server


def set_connection(**changes: object) -> None:
    """Change the one server's connection, bypassing the services."""
    server = McpServer.objects.get()
    server.settings |= changes
    server.save()


async def test_read_only_tool_runs_without_approval(either: McpServer, begun: Begin, ann: Access):
    run = await begun(ann)
    outcome = await call(run, "notes_list_notes")
    assert outcome.ok and "milk" in outcome.text and not outcome.waits
    (said,) = [event for event in told(run) if isinstance(event, ToolCalled)]
    assert said.label == "Asking notes: list notes"


async def test_tool_not_marked_read_only_asks_first(server: McpServer, begun: Begin, ann: Access):
    run = await begun(ann)
    arguments = '{"text": "bread", "times": 2}'
    assert (await call(run, "notes_add_note", arguments)).waits
    (asked,) = [event for event in told(run) if isinstance(event, ApprovalAsked)]
    assert asked.arguments == {"text": "bread", "times": 2}
    assert "bread" not in (await call(run, "notes_list_notes")).text
    await in_database(lambda: Approval.objects.update(status=ApprovalStatus.APPROVED))
    assert (await call(run, "notes_add_note", arguments)).status == CallStatus.DONE


async def test_invalid_arguments_give_the_servers_error(server: McpServer, begun: Begin, ann: Access):
    await in_database(change_server, access=ann, server="notes", read_only=["add_note"])
    outcome = await call(await begun(ann), "notes_add_note", '{"text": 3}')
    assert outcome.status == CallStatus.FAILED and "valid string" in outcome.text


async def test_instructions_in_an_mcp_answer_are_data(server: McpServer, begun: Begin, ann: Access):
    run = await begun(ann)
    outcome = await call(run, "notes_advise")
    assert INSTRUCTIONS.split("\n")[0] in outcome.text and outcome.text.startswith(
        '{"server":"notes","content":'
    )
    assert not run.waiting and not run.done


async def test_long_mcp_answer_is_truncated_with_a_note(server: McpServer, begun: Begin, ann: Access):
    outcome = await call(await begun(ann), "notes_recite")
    assert '"left_out":22000' in outcome.text and len(outcome.text) < 8_200
    assert outcome.summary == "notes answered, 30,000 characters"


async def test_image_content_is_named_by_its_type(server: McpServer, begun: Begin, ann: Access):
    assert "[image: image/png]" in (await call(await begun(ann), "notes_draw")).text


async def test_failed_tool_call_names_the_server(server: McpServer, begun: Begin, ann: Access):
    outcome = await call(await begun(ann), "notes_fail")
    assert outcome.status == CallStatus.FAILED and outcome.text.startswith("notes could not do it")


async def test_tool_names_are_valid_for_models(server: McpServer, begun: Begin, ann: Access):
    outcome = await call(await begun(ann), "notes_read_env_variable")
    assert outcome.ok
    assert all(name.replace("_", "").replace("-", "").isalnum() for name in (await begun(ann)).tools)


async def test_stdio_server_gets_only_its_own_environment(
    over_stdio: McpServer, begun: Begin, ann: Access, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("SECRET_KEY", "ours")
    await in_database(change_server, access=ann, server="notes", read_only=["read.env/variable"])
    await asyncio.to_thread(refresh_server, access=ann, server="notes")
    names = (await call(await begun(ann), "notes_read_env_variable")).text
    assert "NOTES_TOKEN" in names and "SECRET_KEY" not in names and "OMNIFORGE" not in names


async def test_timed_out_tool_leaves_no_process(either: McpServer, begun: Begin, ann: Access):
    await in_database(set_connection, timeout=3)
    outcome = await call(await begun(ann), "notes_dream")
    assert (
        outcome.text
        == "notes didn't answer within 3 seconds. Try again later, or see Settings > Connections."
    )
    assert not any(_is_stdio_server(child) for child in psutil.Process().children(recursive=True))


def _is_stdio_server(process: psutil.Process) -> bool:
    try:
        return " ".join(process.cmdline()).endswith("stdio")
    except psutil.Error:  # it has ended, perhaps a moment ago
        return False


async def test_oversized_mcp_answer_is_a_failure(server: McpServer, begun: Begin, ann: Access):
    outcome = await call(await begun(ann), "notes_flood")
    assert outcome.status == CallStatus.FAILED and "more than 2,000,000 bytes" in outcome.text


async def test_unreachable_server_is_named(either: McpServer, begun: Begin, ann: Access, settings: Settings):
    port = free_port()
    settings.ALLOWED_HOSTS_OUT, settings.MCP_COMMANDS = [f"127.0.0.1:{port}"], ["/nowhere/server"]

    await in_database(set_connection, url=f"http://127.0.0.1:{port}/mcp", command="/nowhere/server")
    outcome = await call(await begun(ann), "notes_list_notes")
    assert outcome.text == DOWN


async def test_server_that_speaks_no_mcp_is_named(
    either: McpServer, begun: Begin, ann: Access, settings: Settings
):
    settings.MCP_COMMANDS = ["/bin/false"]
    await in_database(
        set_connection, url=either.settings.get("url", "").replace("mcp", "other"), command="/bin/false"
    )
    outcome = await call(await begun(ann), "notes_advise")
    assert outcome.text == (
        "notes doesn't answer as an MCP server. Check its address in Settings > Connections."
    )


async def test_server_no_longer_allowed_by_the_operator_is_refused(
    either: McpServer, begun: Begin, ann: Access, settings: Settings
):
    settings.ALLOWED_HOSTS_OUT = settings.MCP_COMMANDS = []
    outcome = await call(await begun(ann), "notes_list_notes")
    assert outcome.status == CallStatus.FAILED
    assert "OMNIFORGE_ALLOWED_HOSTS_OUT" in outcome.text or "OMNIFORGE_MCP_COMMANDS" in outcome.text


@pytest.mark.parametrize("end", ["switch off", "remove"])
async def test_server_disabled_or_removed_mid_run_is_not_called(
    server: McpServer, begun: Begin, ann: Access, end: str
):
    run = await begun(ann)
    if end == "remove":
        await in_database(remove_server, access=ann, server="notes")
    else:
        await in_database(change_server, access=ann, server="notes", enabled=False)
    outcome = await call(run, "notes_list_notes")
    assert outcome.status == CallStatus.FAILED and "switched off or removed" in outcome.text
    assert set((await begun(ann)).tools) == set(our_tools())


def test_server_tools_belong_to_one_workspace(server: McpServer, ann: Access, amy: Access, bob: Access):
    assert set(toolbox_of(bob)) == set(our_tools()) < set(toolbox_of(amy)) == set(toolbox_of(ann))


def test_toolbox_with_server_tools_takes_one_query(
    server: McpServer, ann: Access, django_assert_num_queries: Any
):
    our_tools()
    with django_assert_num_queries(1):
        tools = toolbox_of(ann)
    assert tools.items() >= our_tools().items()
    assert tools["notes_add_note"].effect == Effect.IRREVERSIBLE
    assert tools["notes_list_notes"].effect == Effect.READ
    assert tools["notes_add_note"].description.startswith("A tool of the server notes, which says of it: ")
    assert tools["notes_add_note"].schema["required"] == ["text"]


def test_mcp_timeout_is_below_the_gate_timeout(server: McpServer, ann: Access):
    waits = [tool.timeout for name, tool in toolbox_of(ann).items() if name not in our_tools()]
    assert waits and min(waits) > SECONDS
