"""The audit in Django admin: who enters and what they see."""

import re
from html import unescape

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from conversations.models import TurnStatus
from omniforge.storage.ids import new_id
from omniforge.tenants.audit import record, record_of_account
from omniforge.tenants.models import ApiKey, Role, Tenant, UsageRecord, User
from tests.clients import browser
from tests.factories import make_api_key, make_user
from tests.isolation.things import Things, things_of
from tests.tenants.turns import ANSWERED, PARTIAL, SAID, make_turn, overseer

pytestmark = pytest.mark.django_db
LIST = "/admin/conversations/turn/"
ENTRIES = "/admin/tenants/auditentry/"
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}")
MODELS = ("tenant", "membership", "apikey", "usagerecord", "auditentry")


def rows(client, **query) -> int:
    return client.get(LIST, query).context["cl"].result_count


class TestEntrance:
    def test_is_the_sites_own_door(self, acme, ann):
        asked = Client().get(LIST, follow=True)
        assert asked.redirect_chain[-1][0] == f"{reverse('sign-in')}?next={LIST}"

    def test_a_member_is_told_that_it_is_not_for_them(self, amy):
        answer = browser(amy).get(LIST, follow=True)
        assert answer.status_code == 403 and "owners, admins and auditors" in answer.content.decode().lower()

    @pytest.mark.parametrize("role", [Role.OWNER, Role.ADMIN, Role.AUDITOR])
    def test_overseers_enter_and_see_the_audit_alone(self, acme, role):
        page = browser(overseer(acme, role)).get(reverse("admin:index")).content.decode()
        assert "Turns" in page and "Audit log entries" in page
        assert "Groups" not in page and "/add/" not in page


class TestTurns:
    def test_the_list_tells_everything_but_what_was_said(self, acme, amy):
        make_turn(amy)
        page = browser(overseer(acme)).get(LIST).content.decode()
        told = (
            "amy@acme.example",
            "create agent",
            "notion-reporter",
            "gpt-4o",
            "1,234",
            "$0.0031",
            "812 ms",
            "Completed",
        )
        assert [value for value in told if value not in page] == []
        assert not any(value in page for value in (SAID, ANSWERED, PARTIAL))

    def test_one_turn_shows_its_receipt_and_not_what_was_said(self, acme, amy):
        turn = make_turn(amy)
        path = reverse("admin:conversations_turn_change", args=[turn.pk])
        page = browser(overseer(acme)).get(path).content.decode()
        assert "rules" in page and "950 of 2,000 tokens" in page
        assert "history 900" in page and "1 left out" in page and "ab" * 32 in page
        assert not any(value in page for value in (SAID, ANSWERED, PARTIAL))

    def test_nothing_can_be_changed(self, acme, amy):
        turn, client = make_turn(amy), browser(overseer(acme))
        change = reverse("admin:conversations_turn_change", args=[turn.pk])
        delete = reverse("admin:conversations_turn_delete", args=[turn.pk])
        assert [client.post(path).status_code for path in (change, delete)] == [403, 403]
        assert client.get(reverse("admin:conversations_turn_add")).status_code == 403

    def test_an_overseer_sees_their_own_workspaces_only(self, acme, amy, globex, bob):
        make_turn(amy)
        foreign = make_turn(bob)
        client = browser(overseer(acme))
        page = client.get(LIST)
        assert page.context["cl"].result_count == 1
        assert "globex" not in page.content.decode().lower()
        assert rows(client, workspace="globex") == 0
        assert client.get(reverse("admin:conversations_turn_change", args=[foreign.pk])).status_code == 302
        assert client.get(reverse("admin:turn-content", args=[foreign.pk])).status_code == 404

    def test_the_superuser_sees_all(self, acme, amy, bob):
        make_turn(amy)
        make_turn(bob)
        root = make_user("root@example.org", is_superuser=True, is_staff=True)
        client = Client()
        client.force_login(root)
        assert rows(client) == 2

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ({"q": "amy@acme"}, 1),
            ({"q": "notion-reporter"}, 1),
            ({"q": "ACME"}, 2),
            ({"q": SAID}, 0),
            ({"q": "nobody"}, 0),
            ({"status__exact": "failed"}, 1),
            ({"action_type": "create_agent"}, 1),
            ({"method": "model"}, 1),
            ({"model": "gpt-4o"}, 1),
            ({"workspace": "acme"}, 2),
            ({"created_at__gte": "2020-01-01 00:00+00:00", "created_at__lt": "2020-02-01 00:00+00:00"}, 0),
        ],
    )
    def test_it_is_found_by_filters_and_search(self, acme, amy, query, found):
        make_turn(amy)
        other = {
            "agent": "",
            "status": TurnStatus.FAILED,
            "action_type": "unknown",
            "method": "model",
            "model": "",
        }
        make_turn(overseer(acme), **other)
        assert rows(browser(overseer(acme)), **query) == found

    def test_it_is_found_by_each_of_its_ids(self, acme, amy):
        turn, _other, client = make_turn(amy), make_turn(overseer(acme)), browser(overseer(acme))
        ids = (turn.pk, turn.conversation_id, turn.user_message_id, turn.answer_id, turn.user_id)
        assert [rows(client, q=str(one)) for one in ids] == [1] * 5
        assert rows(client, q=str(new_id())) == 0

    def test_the_page_says_what_cannot_be_searched(self, acme):
        assert "can&#x27;t be searched" in browser(overseer(acme)).get(LIST).content.decode()

    def test_the_list_takes_the_same_queries_for_one_turn_and_for_fifty(self, acme, amy):
        client = browser(overseer(acme))
        make_turn(amy)
        with CaptureQueriesContext(connection) as for_one:
            client.get(LIST)
        for _ in range(49):
            make_turn(amy)
        with CaptureQueriesContext(connection) as for_fifty:
            client.get(LIST)
        assert len(for_fifty) == len(for_one) <= 10


@pytest.mark.parametrize("name", MODELS)
def test_every_list_and_page_opens_bounded_and_shows_no_foreign_row(name, acme, amy, globex, bob):
    for access in (amy, bob):
        make_api_key(access)
        UsageRecord.objects.create(tenant_id=access.tenant_id, purpose="reply", provider="p", model="m")
    client = browser(overseer(acme))
    with CaptureQueriesContext(connection) as queries:
        page = client.get(reverse(f"admin:tenants_{name}_changelist"))
    assert len(queries) <= 8
    results = page.context["cl"].result_list
    tenants = {row.pk if isinstance(row, Tenant) else row.tenant_id for row in results}
    assert tenants == {acme.pk}
    assert client.get(reverse(f"admin:tenants_{name}_change", args=[results[0].pk])).status_code == 200


def test_no_hash_of_a_key_is_shown_or_can_be_asked_for(acme, amy):
    make_api_key(amy)
    row, client = ApiKey.objects.get(), browser(overseer(acme))
    detail = client.get(reverse("admin:tenants_apikey_change", args=[row.pk])).content.decode()
    assert row.name in detail and row.key_hash not in detail
    oracle = client.get(reverse("admin:tenants_apikey_changelist"), {"key_hash__startswith": row.key_hash[0]})
    assert oracle.status_code in (302, 400)


def test_entries_of_an_account_that_is_gone_are_shown_without_a_name(acme, amy):
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

    def test_an_entry_names_what_it_is_about(self, acme, amy, things):
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
            "approval": "Approval of send_message",
            "turn": "Turn 1 in a conversation of Amy Adams",
            "conversation": "Conversation of Amy Adams, ",
        }
        for name in called:
            record(access=amy, action=f"{name}.changed", target=getattr(things, name))
        record_of_account(User.objects.get(pk=amy.user_id), action="account.signed_in", by=None)
        page = read(browser(overseer(acme)), ENTRIES)
        told = (*called.values(), "Account of Amy Adams (amy@acme.example)")
        assert [name for name in told if name not in page] == []

    def test_the_title_of_a_conversation_stays_hidden(self, acme, amy, things):
        record(access=amy, action="conversation.exported", target=things.conversation)
        client = browser(overseer(acme))
        paths = (ENTRIES, LIST, reverse("admin:conversations_turn_change", args=[things.turn.pk]))
        assert not any(things.conversation.title in read(client, path) for path in paths)

    def test_what_is_gone_is_called_by_its_kind(self, acme, amy, things):
        for thing in (things.hook, things.agent, things.key):
            record(access=amy, action="thing.removed", target=thing)
            thing.delete()
        page = read(browser(overseer(acme)), ENTRIES)
        assert all(f"Deleted {kind}" in page for kind in ("web hook", "agent", "API key"))

    def test_nothing_of_another_workspace_is_named(self, acme, amy, bob, things):
        record(access=bob, action="agent.changed", target=things.agent)
        page = read(browser(overseer(Tenant.objects.get(pk=bob.tenant_id))), ENTRIES)
        assert "ann-secret-agent" not in page and "Deleted agent" in page

    def test_a_page_of_entries_takes_one_query_a_kind(self, acme, amy, things):
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

    def test_no_page_shows_an_id_or_a_code(self, acme, amy, things, django_assert_max_num_queries):
        make_turn(amy)
        UsageRecord.objects.create(
            tenant_id=acme.pk, purpose="reply", provider="p", model="m", turn_id=things.turn.pk
        )
        record(access=amy, action="content.read", target=things.turn)
        client = browser(overseer(acme))
        for path in pages_of(client):
            with django_assert_max_num_queries(11):
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
    def test_the_front_page_is_a_list_of_lists(self, acme):
        page = read(browser(overseer(acme)), "/admin/")
        assert "Audit log" in page
        assert not any(word in page for word in ("Recent actions", "None", "View", "Welcome"))

    def test_a_list_is_titled_by_what_it_lists(self, acme, amy):
        record(access=amy, action="mcp_server.added")
        page = read(browser(overseer(acme)), ENTRIES)
        assert "Audit log entries" in page and "Select" not in page
        assert "MCP server added" in page and "mcp_server" not in page

    def test_a_filter_is_called_as_its_column(self, acme, things):
        page = browser(overseer(acme)).get("/admin/projects/version/").content.decode()
        assert "<summary>Kind</summary>" in page and "Entity type" not in page

    def test_a_moment_is_one_that_the_browser_can_show_in_its_zone(self, acme, amy):
        entry = record(access=amy, action="thing.done")
        page = browser(overseer(acme)).get(ENTRIES).content.decode()
        moment = f"{entry.created_at:%-d %b %Y, %H:%M} UTC"
        assert f'<time datetime="{entry.created_at.isoformat()}" data-moment="year">{moment}</time>' in page

    def test_a_run_without_an_agent_is_one_of_the_site(self, acme, things):
        client, run = browser(overseer(acme)), things.approval.run
        assert "Run of OmniForge" in read(client, f"/admin/agents/agentrun/{run.pk}/change/")
        assert str(run).startswith("OmniForge at ")

    def test_there_is_no_history_of_forms_that_change_nothing(self, acme, amy):
        turn, client = make_turn(amy), browser(overseer(acme))
        assert "History" not in read(client, f"{LIST}{turn.pk}/change/")
        assert client.get(f"{LIST}{turn.pk}/history/").status_code == 404
