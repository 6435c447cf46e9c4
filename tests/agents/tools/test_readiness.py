"""An agent's missing connections: reported with the place to fix them, or whom to ask, until it works."""

from datetime import timedelta

import pytest
from django.utils import timezone

from agents.definitions.services import create_agent
from agents.models import AgentDefinition, McpServer, Source, WebHook
from agents.tools.connected import tools_of_places
from agents.tools.mcp.directory import known_for
from agents.tools.readiness import describe_gaps, gaps_of
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Chat, replying
from tests.clients import browser, program

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def problems(access: Access, **fields: object) -> list[str]:
    return [gap.problem for gap in gaps_of(access, AgentDefinition(**fields))]


def test_missing_connection_is_reported_until_connected(ann: Access):
    places = {"source": "Jira", "destination": "#ops in Slack"}
    assert problems(ann, **places) == ["Jira isn't connected.", "Slack isn't connected."]
    McpServer.objects.create(tenant_id=ann.tenant_id, slug="jira", listed_at=NOW)
    WebHook.objects.create(tenant_id=ann.tenant_id, slug="slack", url="https://hooks.example/x")
    assert problems(ann, **places) == []


def test_the_workspace_itself_needs_no_connection(ann: Access):
    assert problems(ann, source="this workspace", destination="this chat", tools=["workspace"]) == []


@pytest.mark.parametrize(
    ("server", "says"),
    [
        ({"enabled": False}, "is switched off"),
        ({"failure": "It answered 500."}, "didn't answer the last time"),
        ({"listed_at": None}, "hasn't listed its tools"),
        ({"sign_in": "workspace"}, "needs a sign-in"),
    ],
)
def test_broken_connection_is_reported(ann: Access, server, says):
    McpServer.objects.create(**{"tenant_id": ann.tenant_id, "slug": "crm", "listed_at": NOW, **server})
    [problem] = problems(ann, source="crm", tools=["workspace", "crm_*"])
    assert says in problem


def test_removed_server_and_web_hook_are_reported(ann: Access):
    said = problems(ann, source="crm", destination="web hook team", tools=["crm_*", "send_message"])
    assert said == ["CRM isn't connected.", "The web hook team was removed."]


def test_failing_web_hook_and_source_are_reported(ann: Access):
    hook = WebHook.objects.create(
        tenant_id=ann.tenant_id,
        slug="team",
        url="https://x.example/",
        failed_at=NOW,
        failure="It answered 404.",
    )
    Source.objects.create(
        tenant_id=ann.tenant_id, slug="news", kind="feed", failing_since=NOW, error="It answered 410."
    )
    said = problems(ann, source="source news", destination="this chat, web hook team")
    assert said == [
        "news couldn't be read the last time. It answered 410.",
        "The last message to team failed. It answered 404.",
    ]
    hook.delivered_at = NOW + timedelta(minutes=1)
    hook.save()
    assert problems(ann, destination="web hook team") == []


def test_mail_destination_without_a_server_is_reported(ann: Access, settings):
    settings.EMAIL_HOST = ""
    [gap] = gaps_of(ann, AgentDefinition(destination="mail to amy@acme.example"))
    assert gap.problem == "No mail server is set up here." and gap.ask and not gap.link


def test_admins_get_the_connect_link_and_others_whom_to_ask(ann: Access, amy: Access):
    jira = AgentDefinition(source="Jira")
    [own], [others] = gaps_of(ann, jira), gaps_of(amy, jira)
    assert own.action == "Connect Jira" and own.link.startswith("/settings/connections/") and not own.ask
    assert not others.link and others.ask.startswith("An owner or admin can change that: ")
    assert describe_gaps([own]) == f"Jira isn't connected ([Connect Jira]({own.link}))."
    assert describe_gaps([others]) == f"Jira isn't connected. {others.ask}"


def test_missing_connections_over_rest_and_on_the_agent_page(ann: Access, amy: Access):
    told = program(amy).get("/api/v1/missing-connections/", {"source": "Jira", "destination": "this chat"})
    assert [one["problem"] for one in told.json()] == ["Jira isn't connected."]
    assert program(amy).get("/api/v1/missing-connections/").json() == []
    agent = {"slug": "poster", "description": "Posts.", "source": "Jira"}
    assert program(ann).post("/api/v1/agents/", agent, content_type="application/json").status_code == 201
    page = browser(ann).get("/agents/poster/").content.decode()
    assert "Jira isn&#x27;t connected." in page and "Connect Jira" in page


@pytest.mark.django_db(transaction=True)
async def test_agent_runs_use_connections_made_after_its_creation(ann: Access):
    places = {"source": "Jira", "destination": "#ops in Slack"}
    await in_database(create_agent, access=ann, slug="poster", description="Posts.", **places)
    tools = [{"name": "search", "description": "Search issues", "schema": {"type": "object"}}]
    known = known_for("Jira")
    assert known is not None
    server = {"slug": "our-board", "known": known.slug, "listed_at": NOW, "tools": tools}
    await McpServer.objects.acreate(tenant_id=ann.tenant_id, **server)
    await WebHook.objects.acreate(tenant_id=ann.tenant_id, slug="slack-ops", url="https://x.example/")
    chat = Chat(ann)
    chat.models, scripted = replying("Nothing is open.")
    answer = await chat.say("@poster go")
    assert {"our-board_search", "send_message"} <= {tool.name for tool in scripted.requests[0].tools}
    assert "isn't connected" not in answer.text


@pytest.mark.django_db(transaction=True)
async def test_agent_form_suggests_connected_systems(ann: Access):
    chat = Chat(ann)
    own = {"tenant_id": ann.tenant_id}
    await McpServer.objects.acreate(**own, slug="crm-tools", listed_at=NOW, tools=[])
    await WebHook.objects.acreate(**own, slug="team", url="https://x.example/")
    asked = await chat.say("Create an agent that compares invoices")
    slots = {slot.name: slot for slot in asked.wizard.slots}
    assert slots["source"].suggestions[-1] == "crm-tools"
    await chat.say("crm-tools")
    where = await chat.say("everything")
    slots = {slot.name: slot for slot in where.wizard.slots}
    assert slots["destination"].suggestions == ("This chat", "web hook team")
    await chat.say("web hook team")
    await chat.say("on demand")
    made = await chat.say("yes")
    assert "Created **" in made.text and "not connected" not in made.text
    agent = await AgentDefinition.objects.aget()
    tools = await in_database(tools_of_places, ann, agent)
    assert (agent.destination, tools) == ("web hook team", ["crm-tools_*", "send_message"])
