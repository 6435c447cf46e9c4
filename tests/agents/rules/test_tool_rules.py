"""When a tool asks first: the default, who sets a rule, and that calls obey it."""

import pytest
from django.urls import reverse

from agents.models import AskFirst, McpServer, ToolRule
from agents.policies.purposes import PURPOSES
from agents.policies.selectors import get_tool, list_tools
from agents.policies.services import remove_tool_rule, set_tool_rule
from agents.tools.gate import call_tool
from agents.tools.mcp.services import change_server, remove_server
from agents.tools.registry import toolbox_of
from agents.tools.tool import Effect
from omniforge.errors import InvalidInput, NotAllowed, NotFound
from omniforge.llm.types import ToolRequest
from omniforge.projects.kinds import Kind
from omniforge.projects.services import EntityService, ProjectService
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from omniforge.tenants.models import AuditEntry, Role, Tenant
from tests.agents.tools.contexts import run_context
from tests.clients import browser, program
from tests.factories import make_member

pytestmark = pytest.mark.django_db
PATH = "/api/v1/tools/"


@pytest.fixture
def server(ann: Access) -> McpServer:
    """A server of acme with one tool."""
    listed = [{"name": "add", "description": "Adds a note.\nAt once.", "schema": {"type": "object"}}]
    return McpServer.objects.create(tenant_id=ann.tenant_id, slug="notes", tools=listed)


async def waits(access: Access, tool: str, arguments: str) -> bool:
    """Return whether a call waits for approval."""
    run = await in_database(run_context, access)
    return (await call_tool(run, ToolRequest("1", tool, arguments))).waits


def test_only_irreversible_tools_ask_by_default(ann: Access, server: McpServer):
    tools = {tool.name: tool for tool in list_tools(ann)}
    assert [name for name in tools if "." not in name] == sorted(toolbox_of(ann))
    for tool in tools.values():
        lasting = tool.effect == Effect.IRREVERSIBLE
        asks = lasting or tool.name in ("save_agent", "manage_members")
        assert tool.ask_first == (AskFirst.ALWAYS if asks else AskFirst.NEVER)
        assert tool.description and "\n" not in tool.description
    assert tools["notes_add"].effect == Effect.IRREVERSIBLE
    assert set(PURPOSES) == set(tools) - {"notes_add"}


def test_tool_list_takes_two_queries(ann: Access, django_assert_num_queries):
    with django_assert_num_queries(2):
        assert list_tools(ann)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("tool", "arguments", "ask"),
    [
        ("edit_document", '{"ref": "Plan", "append": "Tea."}', AskFirst.ALWAYS),
        ("manage_members", '{"do": "invite", "who": "eve@acme.example"}', AskFirst.NEVER),
    ],
)
async def test_tool_rule_applies_until_it_is_removed(ann: Access, bob: Access, tool, arguments, ask):
    before = await waits(ann, tool, arguments)
    setting = await in_database(set_tool_rule, access=ann, tool=tool, ask_first=ask)
    assert setting.ask_first == ask
    assert await waits(ann, tool, arguments) != before
    assert await waits(bob, tool, arguments) == before
    assert (await in_database(remove_tool_rule, access=ann, tool=tool)).ask_first == setting.default
    assert await waits(ann, tool, arguments) == before and not await ToolRule.objects.aexists()


@pytest.mark.django_db(transaction=True)
async def test_rule_equal_to_the_default_is_stored(ann: Access):
    await in_database(set_tool_rule, access=ann, tool="save_agent", ask_first=AskFirst.NEVER)
    assert (await ToolRule.objects.aget()).ask_first == AskFirst.NEVER


def test_rule_for_a_read_only_tool_is_refused(ann: Access):
    with pytest.raises(InvalidInput) as refused:
        set_tool_rule(access=ann, tool="web_search", ask_first=AskFirst.ALWAYS)
    assert set(refused.value.fields) == {"ask_first"}


def test_rule_is_ignored_once_the_tool_is_read_only(ann: Access, server: McpServer):
    set_tool_rule(access=ann, tool="notes_add", ask_first=AskFirst.ONCE)
    change_server(access=ann, server="notes", read_only=["add"])
    assert get_tool(ann, "notes_add").ask_first == AskFirst.NEVER


def test_each_rule_change_is_audited(ann: Access):
    set_tool_rule(access=ann, tool="send_message", ask_first=AskFirst.ONCE)
    set_tool_rule(access=ann, tool="send_message", ask_first=AskFirst.NEVER)
    entries = AuditEntry.objects.filter(action="tool_rule.set", user_id=ann.user_id).order_by("pk")
    assert [one.reason for one in entries] == [
        "send_message: asks first once",
        "send_message: asks first never",
    ]
    assert ToolRule.objects.get().ask_first == AskFirst.NEVER


@pytest.mark.parametrize("role", [Role.MEMBER, Role.AUDITOR])
def test_members_and_auditors_set_no_rules(acme: Tenant, role: Role):
    with pytest.raises(NotAllowed):
        set_tool_rule(access=make_member(acme, role=role), tool="save_agent", ask_first=AskFirst.ALWAYS)
    assert not ToolRule.objects.exists()


def test_rule_for_an_unknown_or_foreign_tool_is_not_found(ann: Access, bob: Access, server: McpServer):
    for access, tool in ((ann, "no_such_tool"), (bob, "notes_add")):
        with pytest.raises(NotFound):
            set_tool_rule(access=access, tool=tool, ask_first=AskFirst.NEVER)


def test_removing_a_server_removes_its_tool_rules(ann: Access, server: McpServer):
    set_tool_rule(access=ann, tool="notes_add", ask_first=AskFirst.NEVER)
    set_tool_rule(access=ann, tool="save_agent", ask_first=AskFirst.ALWAYS)
    remove_server(access=ann, server="notes")
    assert [rule.tool for rule in ToolRule.objects.all()] == ["save_agent"]


def test_tool_rule_is_set_over_rest(ann: Access):
    client = program(ann)
    answer = client.put(f"{PATH}send_message/rule/", {"ask_first": "once"}, "application/json")
    assert answer.status_code == 200
    [listed] = [tool for tool in client.get(PATH).json() if tool["name"] == "send_message"]
    assert listed == answer.json()
    assert (listed["effect"], listed["ask_first"]) == ("irreversible", "once")


@pytest.mark.parametrize("body", [{}, {"ask_first": "sometimes"}, {"ask_first": None}])
def test_rest_errors_are_given_by_field(ann: Access, body):
    answer = program(ann).put(f"{PATH}send_message/rule/", body, "application/json")
    assert answer.status_code == 400 and list(answer.json()["errors"]) == ["ask_first"]


def test_member_reads_but_sets_no_rule_over_rest(amy: Access):
    client = program(amy, "read", "admin")
    assert client.get(PATH).status_code == 200
    refused = client.put(f"{PATH}send_message/rule/", {"ask_first": "never"}, "application/json")
    assert refused.status_code == 403 and not ToolRule.objects.exists()


def test_api_key_without_the_scope_sets_no_rule(ann: Access):
    client = program(ann, "read", "chat")
    refused = client.put(f"{PATH}send_message/rule/", {"ask_first": "never"}, "application/json")
    assert refused.status_code == 403 and not ToolRule.objects.exists()


def test_owner_sets_a_rule_on_the_page(ann: Access, server: McpServer):
    client = browser(ann)
    shown = client.post(reverse("set-tool-rule", args=["notes_add"]), {"ask_first": "never"}, follow=True)
    assert "notes_add asks first: Never" in shown.content.decode()
    assert ToolRule.objects.get().tool == "notes_add"


def test_member_sees_rules_and_admins_on_the_page(amy: Access, ann: Access):
    page = browser(amy).get(reverse("settings-tools")).content.decode()
    assert "send_message" in page and "Cannot be undone" in page and "ann@acme.example" in page
    assert "set-tool-rule" not in page and "ask_first" not in page
    browser(amy).post(reverse("set-tool-rule", args=["send_message"]), {"ask_first": "never"})
    assert not ToolRule.objects.exists()


DELETE = '{"operations": [{"op": "delete", "ref": "Order gloves"}], "project": "Surgery"}'
CREATE = (
    '{"operations": [{"op": "create", "kind": "task", "fields": {"title": "Tea"}}], "project": "Surgery"}'
)


@pytest.mark.django_db(transaction=True)
async def test_rule_on_one_act_does_not_affect_other_acts(ann: Access):
    await in_database(make_surgery, ann)
    # by the name of a former tool, which the act has taken over
    await in_database(lambda: set_tool_rule(access=ann, tool="delete_entity", ask_first=AskFirst.ALWAYS))
    assert await waits(ann, "change", DELETE)
    assert not await waits(ann, "change", CREATE)


@pytest.mark.django_db(transaction=True)
async def test_rule_on_an_act_overrides_the_rule_on_its_tool(ann: Access):
    await in_database(make_surgery, ann)
    for name, ask in (("change", AskFirst.ALWAYS), ("change.create", AskFirst.NEVER)):
        await in_database(lambda name=name, ask=ask: set_tool_rule(access=ann, tool=name, ask_first=ask))
    assert await waits(ann, "change", DELETE)
    assert not await waits(ann, "change", CREATE)


def make_surgery(access: Access) -> None:
    project = ProjectService(access).create(name="Surgery").row
    EntityService(access, Kind.TASK).create(project.pk, title="Order gloves")
