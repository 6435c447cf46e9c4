"""The audit in Django admin: names of objects, lists and columns."""

import re
from html import unescape

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from omniforge.tenants.audit import record, record_of_account
from omniforge.tenants.models import ApiKey, Tenant, UsageRecord, User
from tests.clients import browser
from tests.isolation.things import Things, things_of
from tests.tenants.turns import make_turn, overseer

pytestmark = pytest.mark.django_db


LIST = "/admin/conversations/turn/"
ENTRIES = "/admin/tenants/auditentry/"


UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}")


def test_entry_of_a_deleted_account_shows_deleted_user(acme, amy):
    entry = record(access=amy, action="thing.done")
    User.objects.filter(pk=amy.user_id).delete()
    client = browser(overseer(acme))
    assert "Deleted user" in read(client, ENTRIES)
    assert "Deleted user" in read(client, f"{ENTRIES}{entry.pk}/change/")


def read(client: Client, path: str) -> str:
    """Return what a page shows, without the small print in which a row's own id stands."""
    answer = client.get(path)
    assert answer.status_code == 200, path
    body = answer.content.decode().partition("<body")[2]
    without_id = re.sub(r'<p class="row-id">.*?</p>', "", body)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", without_id)))


@pytest.fixture
def things(amy, settings, tmp_path) -> Things:
    settings.VAR = tmp_path  # where the file is kept
    return things_of(amy)


class TestNames:
    """Things are called by their names, never by their ids."""

    def test_entry_names_its_target(self, acme, amy, things):
        ApiKey.objects.update(name="nightly export")
        User.objects.filter(pk=amy.user_id).update(name="Amy Adams")
        called = {
            "agent": "Agent ann-secret-agent",
            "skill": "Skill ann-secret-skill",
            "server": "MCP server ann-secret-server",
            "hook": "Web hook ann-secret-hook",
            "key": "API key nightly export",
            "membership": "Member Amy Adams (amy@acme.example)",
            "invitation": "Invitation for anyone with the link, as member",
            "project": "Project Ann's secret project",
            "document": "Document secret",
            "entity": "Task secret",
            "budget": "Limit per turn",
            "approval": "Approval: Post to a web hook, or email one person",
            "turn": "Turn 1 in a conversation of Amy Adams",
            "conversation": "Conversation of Amy Adams, ",
        }
        for name in called:
            record(access=amy, action=f"{name}.changed", target=getattr(things, name))
        record_of_account(User.objects.get(pk=amy.user_id), action="account.signed_in", by=None)
        page = read(browser(overseer(acme)), ENTRIES)
        told = (*called.values(), "Account of Amy Adams (amy@acme.example)")
        assert [name for name in told if name not in page] == []

    def test_conversation_title_is_not_shown(self, acme, amy, things):
        record(access=amy, action="conversation.exported", target=things.conversation)
        client = browser(overseer(acme))
        paths = (ENTRIES, LIST, reverse("admin:conversations_turn_change", args=[things.turn.pk]))
        assert not any(things.conversation.title in read(client, path) for path in paths)

    def test_deleted_target_is_named_by_its_kind(self, acme, amy, things):
        for thing in (things.hook, things.agent, things.key):
            record(access=amy, action="thing.removed", target=thing)
            thing.delete()
        page = read(browser(overseer(acme)), ENTRIES)
        assert all(f"Deleted {kind}" in page for kind in ("web hook", "agent", "API key"))

    def test_target_in_another_workspace_is_not_named(self, acme, amy, bob, things):
        record(access=bob, action="agent.changed", target=things.agent)
        page = read(browser(overseer(Tenant.objects.get(pk=bob.tenant_id))), ENTRIES)
        assert "ann-secret-agent" not in page and "Deleted agent" in page

    @pytest.mark.usefixtures("noted_session")
    def test_entry_list_takes_one_query_per_kind_of_target(self, acme, amy, things):
        client = browser(overseer(acme))
        targets = (things.agent, things.key, things.turn, things.membership)
        for target in targets:
            record(access=amy, action="thing.done", target=target)
        with CaptureQueriesContext(connection) as for_each:
            client.get(ENTRIES)
        for target in targets * 10:
            record(access=amy, action="thing.done", target=target)
        with CaptureQueriesContext(connection) as for_many:
            client.get(ENTRIES)
        assert len(for_many) == len(for_each)

    @pytest.mark.usefixtures("noted_session")
    def test_no_page_shows_ids_or_code_names(self, acme, amy, things, django_assert_max_num_queries):
        make_turn(amy)
        UsageRecord.objects.create(
            tenant_id=acme.pk, purpose="reply", provider="p", model="m", turn_id=things.turn.pk
        )
        record(access=amy, action="content.read", target=things.turn)
        client = browser(overseer(acme))
        for path in pages_of(client):
            with django_assert_max_num_queries(12):
                shown = read(client, path)
            shown = shown.replace(things.key.prefix, "")  # letters by chance, which may look like a code
            assert UUID.findall(shown) == [], path
            assert re.findall(r"\b[a-z]+_[a-z_]+\b", shown) == [], path
            assert "None" not in shown and ".m." not in shown, path


def pages_of(client: Client) -> list[str]:
    """Return each list of the audit, and the page of its newest row."""
    lists = [
        reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        for model in admin.site._registry
        if model is not User
    ]
    rows = [(path, client.get(path).context["cl"].result_list[0].pk) for path in lists]
    return ["/admin/", *lists, *(f"{path}{pk}/change/" for path, pk in rows)]


class TestWords:
    def test_front_page_describes_its_lists(self, acme):
        page = read(browser(overseer(acme)), "/admin/")
        assert "Audit log" in page and "See who did what" in page
        assert not any(word in page for word in ("Recent actions", "None", "View", "Welcome"))

    def test_list_title_and_actions_are_plain_words(self, acme, amy):
        record(access=amy, action="mcp_server.added")
        page = read(browser(overseer(acme)), ENTRIES)
        assert "Audit log entries" in page and "Select" not in page
        assert "MCP server added" in page and "mcp_server" not in page

    def test_filter_has_the_name_of_its_column(self, acme, things):
        page = browser(overseer(acme)).get("/admin/projects/version/").content.decode()
        assert "<summary>Kind</summary>" in page and "Entity type" not in page

    def test_time_is_marked_up_for_the_browsers_time_zone(self, acme, amy):
        entry = record(access=amy, action="thing.done")
        page = browser(overseer(acme)).get(ENTRIES).content.decode()
        moment = f"{entry.created_at:%-d %b %Y, %H:%M} UTC"
        assert f'<time datetime="{entry.created_at.isoformat()}" data-moment="year">{moment}</time>' in page

    def test_run_without_an_agent_is_named_by_the_site(self, acme, things):
        client, run = browser(overseer(acme)), things.approval.run
        assert "Run of OmniForge" in read(client, f"/admin/agents/agentrun/{run.pk}/change/")
        assert str(run).startswith("OmniForge at ")

    def test_read_only_pages_have_no_history(self, acme, amy):
        turn, client = make_turn(amy), browser(overseer(acme))
        assert "History" not in read(client, f"{LIST}{turn.pk}/change/")
        assert client.get(f"{LIST}{turn.pk}/history/").status_code == 404
