"""Skills as files, versions and copies over REST."""

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from agents.definitions.services import create_agent, create_skill, update_agent, update_skill
from agents.definitions.skills.archive import SkillFolder, read_archive, write_archive
from agents.definitions.skills.skill_file import SkillFile
from agents.models import SkillDefinition
from omniforge.tenants.access import Access
from omniforge.tenants.models import Role, Tenant
from tests.agents.test_api import program
from tests.factories import make_member

pytestmark = pytest.mark.django_db
REPORT = SkillFolder(SkillFile("report", "Reports.", "Do it."), {"forms/a.md": "| a |"})


@pytest.fixture
def client(ann: Access) -> Client:
    return program(ann)


def send(client: Client, *folders: SkillFolder, query: str = "", content: bytes | None = None):
    archive = SimpleUploadedFile("skills.zip", write_archive(folders) if content is None else content)
    return client.post(f"/api/v1/skills/import/{query}", {"archive": archive})


def test_imported_archive_is_exported_unchanged(client: Client):
    answer = send(client, REPORT, SkillFolder(SkillFile("tidy", "Tidies.", "Tidy it.")))
    assert answer.status_code == 200
    assert [(one["slug"], one["version"]) for one in answer.json()["skills"]] == [("report", 1), ("tidy", 1)]
    exported = client.get("/api/v1/skills/report/export/")
    assert exported["Content-Disposition"] == 'attachment; filename="report.zip"'
    assert read_archive(exported.content) == [REPORT]


def test_export_accepts_application_zip(client: Client):
    send(client, REPORT)
    answer = client.get("/api/v1/skills/report/export/", headers={"Accept": "application/zip"})
    assert zipfile.is_zipfile(io.BytesIO(answer.content))


def test_existing_skill_is_replaced_only_on_request(client: Client):
    send(client, REPORT)
    changed = SkillFolder(SkillFile("report", "Reports better."))
    refused = send(client, changed, SkillFolder(SkillFile("tidy", "Tidies.")))
    assert refused.status_code == 409 and "report" in refused.json()["detail"]
    assert not SkillDefinition.objects.filter(slug="tidy").exists()
    replaced = send(client, changed, query="?replace=true").json()["skills"][0]
    assert (replaced["description"], replaced["version"], replaced["resources"]) == ("Reports better.", 2, {})


def test_reimporting_the_same_archive_makes_no_version(client: Client):
    send(client, REPORT)
    assert send(client, REPORT, query="?replace=true").json()["skills"][0]["version"] == 1


def test_import_problems_are_given_by_file_and_line(client: Client):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as zipped:
        zipped.writestr("a/SKILL.md", "---\nname: A\ndescription: b\n---\n")
    answer = send(client, content=made.getvalue())
    assert answer.status_code == 400 and answer.json()["code"] == "invalid_skill"
    assert answer.json()["errors"]["a/SKILL.md"][0].startswith("line 2: name must")
    warned = send(client, SkillFolder(SkillFile("b", "B.", "", ("github_*",)))).json()["warnings"]
    assert warned[0].startswith("b/SKILL.md, line 4: github_* is no tool of ours")


@pytest.mark.parametrize(
    ("content", "status"), [(b"no zip", 400), (b"x" * 1_000_001, 413)], ids=["no zip", "too large"]
)
def test_invalid_or_oversized_archive_is_refused(client: Client, content: bytes, status: int):
    assert send(client, content=content).status_code == status


def test_reserved_skill_name_is_refused(client: Client):
    answer = send(client, SkillFolder(SkillFile("library", "Mine.")))
    assert answer.status_code == 400 and "library" in answer.json()["detail"]


def test_an_auditor_exports_but_does_not_import(acme: Tenant, client: Client):
    send(client, REPORT)
    auditor = program(make_member(acme, role=Role.AUDITOR))
    assert auditor.get("/api/v1/skills/report/export/").status_code == 200
    assert send(auditor, SkillFolder(SkillFile("tidy", "Tidies."))).status_code == 403


def test_library_skill_is_installed_once(client: Client):
    listed = client.get("/api/v1/skills/library/").json()
    assert len(listed) == 12 and not any(one["installed"] for one in listed)
    installed = client.post("/api/v1/skills/library/weekly-report/install/")
    assert installed.status_code == 201 and installed.json()["instructions"].startswith("# Weekly report")
    again = client.get("/api/v1/skills/library/").json()
    assert [one["name"] for one in again if one["installed"]] == ["weekly-report"]
    assert client.post("/api/v1/skills/library/weekly-report/install/").status_code == 409
    assert client.post("/api/v1/skills/library/no-such-skill/install/").status_code == 404


def test_versions_of_a_skill_are_listed_compared_and_restored(client: Client, ann: Access):
    create_skill(access=ann, slug="tidy", description="First.")
    update_skill(access=ann, skill="tidy", description="Second.")
    listed = client.get("/api/v1/skills/tidy/versions/").json()
    assert [one["number"] for one in listed["results"]] == [2, 1] and listed["next"] is None
    assert listed["results"][0]["changed_by"] == "ann@acme.example"
    diff = client.get("/api/v1/skills/tidy/versions/1/diff/").json()
    assert diff["to"] == 2 and "-description: First.\n+description: Second.\n" in diff["diff"]
    restored = client.post("/api/v1/skills/tidy/versions/1/restore/").json()
    assert (restored["description"], restored["version"]) == ("First.", 3)
    assert client.get("/api/v1/skills/tidy/versions/1/diff/?to=3").json()["diff"] == ""


def test_versions_of_an_agent_are_listed_compared_and_restored(client: Client, ann: Access):
    create_agent(access=ann, slug="a", description="First.", examples=["Try it"])
    update_agent(access=ann, agent="a", description="Second.")
    assert len(client.get("/api/v1/agents/a/versions/").json()["results"]) == 2
    lines = client.get("/api/v1/agents/a/versions/1/diff/").json()["lines"]
    assert {"change": "removed", "field": "description", "value": "First."} in lines
    assert {"change": "added", "field": "description", "value": "Second."} in lines
    restored = client.post("/api/v1/agents/a/versions/1/restore/").json()
    assert (restored["description"], restored["version"], restored["examples"]) == ("First.", 3, ["Try it"])


def test_versions_are_paginated(client: Client, ann: Access):
    create_skill(access=ann, slug="tidy", description="0")
    for number in range(54):
        update_skill(access=ann, skill="tidy", description=f"{number}.")
    first = client.get("/api/v1/skills/tidy/versions/").json()
    second = client.get("/api/v1/skills/tidy/versions/", {"cursor": first["next"]}).json()
    assert [one["number"] for one in first["results"] + second["results"]] == list(range(55, 0, -1))
    assert second["next"] is None


@pytest.mark.parametrize("query", ["to=x", "to=0"])
def test_invalid_version_number_is_refused(client: Client, ann: Access, query: str):
    create_skill(access=ann, slug="tidy", description="0")
    assert client.get(f"/api/v1/skills/tidy/versions/1/diff/?{query}").status_code == 400


def test_agent_is_duplicated_published_and_withdrawn(client: Client, ann: Access):
    create_agent(access=ann, slug="a", description="A.")
    copied = client.post("/api/v1/agents/a/duplicate/", {}, content_type="application/json")
    named = client.post("/api/v1/agents/a/duplicate/", {"slug": "b"}, content_type="application/json")
    assert named.json()["slug"] == "b"
    assert copied.status_code == 201 and copied.json()["slug"] == "a-copy"
    assert client.put("/api/v1/agents/a/card/").json()["published"] is True
    assert client.delete("/api/v1/agents/a/card/").json()["published"] is False
    assert program(ann, "chat", "read").put("/api/v1/agents/a/card/").status_code == 403
