"""The pages of skills, and the buttons of agents and skills."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from agents.definitions import services
from agents.definitions.skills.archive import SkillFolder, read_archive, write_archive
from agents.definitions.skills.skill_file import SkillFile
from agents.models import AgentDefinition, SkillDefinition
from omniforge.tenants.access import Access
from omniforge.tenants.models import Role, Tenant
from tests.clients import browser
from tests.factories import make_member

pytestmark = pytest.mark.django_db


def text(answer: Any) -> str:
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def client(ann: Access) -> Client:
    """A browser tab of acme's owner, in a workspace with an agent whose skill has two versions."""
    services.create_skill(access=ann, slug="tidy", description="Tidies.", instructions="First.")
    services.update_skill(access=ann, skill="tidy", instructions="<b>Second.</b>")
    services.create_agent(access=ann, slug="reporter", description="Reports", skills=("tidy",))
    services.update_agent(access=ann, agent="reporter", source="Notion")
    return browser(ann)


def test_the_list_shows_the_workspaces_skills_with_their_agents(client: Client, bob: Access):
    page = text(client.get("/skills/"))
    assert "tidy" in page and "reporter" in page
    assert "tidy" not in text(browser(bob).get("/skills/"))


def test_library_skill_is_offered_until_installed(client: Client):
    assert 'aria-label="Install weekly-report"' in text(client.get("/skills/"))
    page = text(client.post("/skills/library/weekly-report/install/", follow=True))
    assert "The skill is yours now." in page and 'aria-label="Install weekly-report"' not in page
    assert client.post("/skills/library/no-such-skill/install/").status_code == 404


def test_import_reports_conflicts_and_warnings(client: Client):
    folders = [
        SkillFolder(SkillFile("tidy", "Tidies well.")),
        SkillFolder(SkillFile("b", "B.", "", ("x_*",))),
    ]

    def send(**fields: str) -> str:
        archive = SimpleUploadedFile("skills.zip", write_archive(folders))
        return text(client.post("/skills/", {"archive": archive, **fields}, follow=True))

    assert "These skills are here already: tidy." in send()
    page = send(replace="yes")
    assert "Imported: tidy, b." in page and "x_* is no tool of ours" in page
    assert SkillDefinition.objects.get(slug="tidy").version == 3


def test_a_skills_page_shows_its_instructions_as_text_and_its_latest_change(client: Client):
    page = text(client.get("/skills/tidy/"))
    assert "<b>Second." not in page and "&lt;b&gt;Second." in page
    assert "What changed <span" in page and "-First." in page


def test_each_version_but_the_first_shows_its_change(client: Client):
    assert "What changed <span" in text(client.get("/agents/reporter/?version=2"))
    for version in ("1", "99"):
        assert "What changed <span" not in text(client.get(f"/skills/tidy/?version={version}"))
    for no_number in ("x", "²", "9" * 400):
        assert "-First." in text(client.get(f"/skills/tidy/?version={no_number}"))


def test_a_skill_is_exported_and_restored(client: Client):
    (folder,) = read_archive(client.get("/skills/tidy/export/").content)
    assert folder.skill.instructions == "<b>Second.</b>"
    page = text(client.post("/skills/tidy/versions/1/restore/", follow=True))
    assert "It reads as it did in that version again." in page and "Version 3, the current one" in page


def test_an_agent_is_restored_copied_published_and_withdrawn(client: Client):
    assert "Version 3" in text(client.post("/agents/reporter/versions/1/restore/", follow=True))
    assert "This is the copy of reporter." in text(client.post("/agents/reporter/duplicate/", follow=True))
    assert "Withdraw" in text(client.post("/agents/reporter/publish/", follow=True))
    assert AgentDefinition.objects.get(slug="reporter").published
    assert "Publish" in text(client.post("/agents/reporter/withdraw/", follow=True))
    assert not AgentDefinition.objects.get(slug="reporter").published


def test_forbidden_actions_are_hidden_and_refused(client: Client, acme: Tenant, amy: Access):
    auditor = browser(make_member(acme, role=Role.AUDITOR))
    for path in ("/skills/", "/skills/tidy/", "/agents/reporter/"):
        assert '<button class="btn small' not in text(auditor.get(path))
    assert auditor.post("/agents/reporter/duplicate/").status_code == 403
    member = browser(amy)
    assert "Publish</button>" not in text(member.get("/agents/reporter/"))
    assert "Only owners and admins" in text(member.post("/agents/reporter/publish/", follow=True))


@pytest.mark.parametrize(
    "path",
    [
        "/skills/tidy/versions/1/restore/",
        "/agents/reporter/versions/1/restore/",
        "/agents/reporter/duplicate/",
        "/agents/reporter/publish/",
    ],
)
def test_actions_of_another_workspace_are_404(client: Client, bob: Access, path: str):
    assert browser(bob).post(path).status_code == 404
