"""manage.py seed_demo, and what staff see of it."""

import pytest
from django.core.management import call_command
from django.test import Client

from agents.models import AgentDefinition
from omniforge.tenants.models import Membership, User

pytestmark = pytest.mark.django_db


def seed(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    call_command("seed_demo", *options)
    return capsys.readouterr().out


def test_it_prints_how_to_sign_in_and_that_works(capsys: pytest.CaptureFixture[str]):
    said = seed(capsys, "--password", "a demo password of mine")
    assert "maya@example.org" in said and "a demo password of mine" in said
    assert Client().login(username="maya@example.org", password="a demo password of mine")
    assert list(AgentDefinition.objects.order_by("id").values_list("slug", flat=True)) == [
        "notion-reporter",
        "jira-overdue-monitor",
        "financial-analyzer",
    ]


def test_a_second_time_adds_what_is_missing_and_changes_nothing_else(capsys: pytest.CaptureFixture[str]):
    seed(capsys)
    AgentDefinition.objects.get(slug="notion-reporter").delete()
    said = seed(capsys, "--password", "another password")
    assert "another password" not in said
    assert AgentDefinition.objects.count() == 3 and Membership.objects.count() == 2


def test_the_audit_site_lists_agents_runs_and_skills(capsys: pytest.CaptureFixture[str]):
    seed(capsys)
    client = Client()
    client.force_login(User.objects.get(email="maya@example.org"))
    for page in ("agentdefinition", "agentversion", "skilldefinition", "agentrun"):
        assert client.get(f"/admin/agents/{page}/").status_code == 200
    shown = client.get(f"/admin/agents/agentdefinition/{AgentDefinition.objects.first().pk}/change/")
    assert shown.status_code == 200 and b"Weekly Notion" not in shown.content
