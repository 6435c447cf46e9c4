"""manage.py seed_demo, and what staff see of it."""

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from agents.models import AgentDefinition
from omniforge.projects.kinds import ENTITY_KINDS
from omniforge.projects.models import Project
from omniforge.projects.selectors import find_documents, find_edges, find_entities, find_projects
from omniforge.projects.services import ProjectService
from omniforge.tenants.access import Access, access_of
from omniforge.tenants.models import Membership, User

pytestmark = pytest.mark.django_db


def seed(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    call_command("seed_demo", *options)
    return capsys.readouterr().out


def maya() -> Access:
    user = User.objects.get(email="maya@example.org")
    return access_of(user, tenant_id=Membership.objects.get(user=user).tenant_id)


def test_printed_demo_login_works(capsys: pytest.CaptureFixture[str]):
    said = seed(capsys, "--password", "a demo password of mine")
    assert "maya@example.org" in said and "a demo password of mine" in said
    assert Client().login(username="maya@example.org", password="a demo password of mine")
    assert list(AgentDefinition.objects.order_by("id").values_list("slug", flat=True)) == [
        "notion-reporter",
        "jira-overdue-monitor",
        "financial-analyzer",
    ]


def test_second_seed_adds_only_what_is_missing(capsys: pytest.CaptureFixture[str]):
    seed(capsys)
    AgentDefinition.objects.get(slug="notion-reporter").delete()
    said = seed(capsys, "--password", "another password")
    assert "another password" not in said
    assert AgentDefinition.objects.count() == 3 and Membership.objects.count() == 2
    assert Project.objects.count() == 1


def test_demo_project_has_linked_things_of_each_kind(
    capsys: pytest.CaptureFixture[str],
):
    seed(capsys)
    access = maya()
    (project,) = find_projects(access)
    assert project.name == "Finance reporting"
    assert all(one.content for one in find_documents(access)) and find_documents(access).count() == 11
    tree = project.doc_structure["root"]
    assert len(tree) == 7 and sum(len(one["children"]) for one in tree) == 4
    work = list(find_entities(access))
    assert len(work) == 10 and {one.kind for one in work} == {str(kind) for kind in ENTITY_KINDS}
    assert {"todo", "in_progress", "blocked", "done"} <= {one.state for one in work}
    today = timezone.localdate()
    assert min(one.due_on for one in work if one.due_on) < today
    assert find_edges(access).count() > 8


def test_deleted_demo_project_is_not_recreated(capsys: pytest.CaptureFixture[str]):
    seed(capsys)
    access = maya()
    ProjectService(access).delete(find_projects(access).get().pk)
    seed(capsys)
    assert not find_projects(access).exists() and Project.objects.count() == 1


def test_the_audit_site_lists_agents_runs_and_skills(capsys: pytest.CaptureFixture[str]):
    seed(capsys)
    client = Client()
    client.force_login(User.objects.get(email="maya@example.org"))
    for page in ("agentdefinition", "agentversion", "skilldefinition", "agentrun"):
        assert client.get(f"/admin/agents/{page}/").status_code == 200
    shown = client.get(f"/admin/agents/agentdefinition/{AgentDefinition.objects.first().pk}/change/")
    assert shown.status_code == 200 and b"Weekly Notion" not in shown.content
