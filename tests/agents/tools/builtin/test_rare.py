"""Rare tools: found by search, and able to do what a person can do on the pages."""

from dataclasses import replace

import pytest

from agents.definitions.services import create_agent, set_status, update_agent
from agents.models import AgentDefinition, AgentStatus, Approval
from agents.tools.registry import our_tools
from omniforge.projects.kinds import Kind
from omniforge.projects.services import DocumentService, EntityService
from omniforge.storage.database import in_database
from omniforge.tenants.models import Membership, Tenant, User
from tests.agents.tools.builtin.calls import call, failed, given
from tests.agents.tools.contexts import run_context

pytestmark = pytest.mark.django_db(transaction=True)
RARE = {
    "delegate",
    "export",
    "get_document_metadata",
    "manage_members",
    "query_tables",
    "read_source",
    "run_agent",
    "save_skill",
    "send_message",
    "skill_library",
    "todo",
    "undo",
    "versions",
    "web_visit",
    "workspace_settings",
}


def test_rare_tools_are_the_expected_ones():
    assert {name for name, tool in our_tools().items() if tool.rare} == RARE


async def test_workspace_settings_are_read_and_changed(run, ann, amy):
    assert (await given(run, "workspace_settings"))["time_zone"] == "UTC"
    moved = await given(run, "workspace_settings", time_zone="Europe/Berlin")
    assert moved["time_zone"] == "Europe/Berlin" and "another hour" in moved["note"]
    assert (await call(run, "workspace_settings", keep_chats_days=30)).waits
    assert (await Tenant.objects.aget(pk=ann.tenant_id)).retention_days == 90
    member = await in_database(run_context, amy)
    nobody_is_asked = "Only owners and admins"
    assert nobody_is_asked in await failed(member, "workspace_settings", keep_chats_days=30)
    assert nobody_is_asked in await failed(member, "manage_members", do="invite", who="eve@acme.example")


async def test_only_settings_that_erase_chats_wait(run, ann):
    longer = await given(run, "workspace_settings", keep_chats_days=400, name="Alder & Sons")
    assert longer["keep_chats_days"] == 400
    assert (await call(run, "workspace_settings", keep_chats_days=399)).waits
    assert (await Approval.objects.aget()).why == "It cannot be taken back."


@pytest.mark.parametrize(
    ("message", "read", "waits"),
    [
        ("We're in Lisbon, set our clock to that.", "uploaded", False),
        ("Look what the file says about our clock.", "uploaded", True),
        ("We're in Lisbon, set our clock to that.", "strangers", True),
    ],
)
async def test_setting_after_an_upload_is_made_if_the_person_names_it(run, ann, message, read, waits):
    run.pack = replace(run.pack, words=message, message=message)
    setattr(run, read, True)
    assert (await call(run, "workspace_settings", time_zone="Europe/Lisbon")).waits is waits


async def test_role_change_waits_for_approval(run, amy):
    await User.objects.filter(pk=amy.user_id).aupdate(name="Amy Ash")
    outcome = await call(run, "manage_members", do="change_role", who="Amy Ash", role="admin")
    assert outcome.waits and (await Membership.objects.aget(user_id=amy.user_id)).role == "member"


async def test_agent_is_restored_to_an_earlier_version(run, ann):
    await in_database(create_agent, access=ann, slug="reporter", description="Reports.", instructions="Long.")
    await in_database(update_agent, access=ann, agent="reporter", instructions="Short.")
    listed = await given(run, "versions", ref="reporter")
    assert [(one["number"], one["instructions"]) for one in listed["versions"]] == [
        (2, "Short."),
        (1, "Long."),
    ]
    assert listed["versions"][0]["changed"] == {"instructions": "Long. → Short."}
    run.tainted = False
    back = await given(run, "versions", ref="reporter", restore=1)
    assert back["current"] == 3 and back["versions"][0]["instructions"] == "Long."
    await in_database(set_status, access=ann, agent="reporter", status=AgentStatus.ARCHIVED)
    back = await given(run, "versions", ref="reporter", restore=2)
    assert back["versions"][0]["instructions"] == "Short."
    agent = await AgentDefinition.objects.aget(slug="reporter")
    assert (agent.status, agent.instructions) == (AgentStatus.ACTIVE, "Short.")


async def test_document_versions_show_changed_lines(run, ann, launch):
    def change() -> None:
        keys = DocumentService(ann).create(launch.pk, title="Keys", content="Dome: box 4\n\nHall: hook").row
        DocumentService(ann).update(keys.pk, content="Dome: box 7\n\nHall: hook")

    await in_database(change)
    told = await given(run, "versions", ref="Keys")
    newest, first = told["versions"]
    assert (newest["by"], newest["did"]) == ("this person, by hand", "update")
    assert newest["lines"] == ["- Dome: box 4", "+ Dome: box 7"] and first["did"] == "create"
    assert "Only agents and skills" in await failed(run, "versions", ref="Keys", restore=1)
    tasks = EntityService(ann, Kind.TASK)
    await in_database(lambda: tasks.create(launch.pk, title="Keys", fields={"assignee": "Ben"}))
    [task] = (await given(run, "versions", ref="Keys", kind="task"))["versions"]
    assert task["did"] == "create"


async def test_project_export_link_and_library_skill_install(run, launch):
    taken = await given(run, "export", ref="launch")
    assert taken["link"] == f"/api/v1/projects/{launch.pk}/export/"
    installed = await given(run, "skill_library", install="meeting-notes")
    assert installed["installed"] == "meeting-notes"
    assert (await given(run, "export", ref="meeting notes", kind="skill"))["link"].endswith(
        "/meeting-notes/export/"
    )
