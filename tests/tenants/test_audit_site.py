"""The audit in Django admin: who enters and what they see."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from conversations.models import TurnStatus
from omniforge.storage.ids import new_id
from omniforge.tenants.models import ApiKey, Role, Tenant, UsageRecord
from tests.clients import browser
from tests.factories import make_api_key, make_user
from tests.tenants.turns import ANSWERED, PARTIAL, SAID, make_turn, overseer

pytestmark = pytest.mark.django_db
LIST = "/admin/conversations/turn/"
MODELS = ("tenant", "membership", "apikey", "usagerecord", "auditentry")


def rows(client, **query) -> int:
    return client.get(LIST, query).context["cl"].result_count


class TestEntrance:
    def test_signed_out_visitor_is_sent_to_sign_in(self, acme, ann):
        asked = Client().get(LIST, follow=True)
        assert asked.redirect_chain[-1][0] == f"{reverse('sign-in')}?next={LIST}"

    def test_member_is_refused_with_an_explanation(self, amy):
        answer = browser(amy).get(LIST, follow=True)
        assert answer.status_code == 403 and "owners, admins and auditors" in answer.content.decode().lower()

    @pytest.mark.parametrize("role", [Role.OWNER, Role.ADMIN, Role.AUDITOR])
    def test_overseers_see_only_the_audit(self, acme, role):
        page = browser(overseer(acme, role)).get(reverse("admin:index")).content.decode()
        assert "Turns" in page and "Audit log entries" in page
        assert "Groups" not in page and "/add/" not in page


class TestTurns:
    def test_turn_list_omits_message_content(self, acme, amy):
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

    def test_turn_page_shows_receipt_but_no_message_content(self, acme, amy):
        turn = make_turn(amy)
        path = reverse("admin:conversations_turn_change", args=[turn.pk])
        page = browser(overseer(acme)).get(path).content.decode()
        assert "rules" in page and "950 of 2,000 tokens" in page
        assert "history 900" in page and "1 left out" in page and "ab" * 32 in page
        assert not any(value in page for value in (SAID, ANSWERED, PARTIAL))

    def test_turns_cannot_be_added_changed_or_deleted(self, acme, amy):
        turn, client = make_turn(amy), browser(overseer(acme))
        change = reverse("admin:conversations_turn_change", args=[turn.pk])
        delete = reverse("admin:conversations_turn_delete", args=[turn.pk])
        assert [client.post(path).status_code for path in (change, delete)] == [403, 403]
        assert client.get(reverse("admin:conversations_turn_add")).status_code == 403

    def test_overseer_sees_only_their_own_workspaces(self, acme, amy, globex, bob):
        make_turn(amy)
        foreign = make_turn(bob)
        client = browser(overseer(acme))
        page = client.get(LIST)
        assert page.context["cl"].result_count == 1
        assert "globex" not in page.content.decode().lower()
        assert rows(client, workspace="globex") == 0
        assert client.get(reverse("admin:conversations_turn_change", args=[foreign.pk])).status_code == 302
        assert client.get(reverse("admin:turn-content", args=[foreign.pk])).status_code == 404

    def test_superuser_sees_turns_of_all_workspaces(self, acme, amy, bob):
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
    def test_turn_is_found_by_filters_and_search(self, acme, amy, query, found):
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

    def test_turn_is_found_by_each_of_its_ids(self, acme, amy):
        turn, _other, client = make_turn(amy), make_turn(overseer(acme)), browser(overseer(acme))
        ids = (turn.pk, turn.conversation_id, turn.user_message_id, turn.answer_id, turn.user_id)
        assert [rows(client, q=str(one)) for one in ids] == [1] * 5
        assert rows(client, q=str(new_id())) == 0

    def test_turn_list_says_what_cannot_be_searched(self, acme):
        assert "can&#x27;t be searched" in browser(overseer(acme)).get(LIST).content.decode()

    @pytest.mark.usefixtures("noted_session")
    def test_turn_list_has_a_constant_number_of_queries(self, acme, amy):
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
def test_lists_show_no_foreign_rows_in_bounded_queries(name, acme, amy, globex, bob):
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


def test_key_hash_is_neither_shown_nor_filterable(acme, amy):
    make_api_key(amy)
    row, client = ApiKey.objects.get(), browser(overseer(acme))
    detail = client.get(reverse("admin:tenants_apikey_change", args=[row.pk])).content.decode()
    assert row.name in detail and row.key_hash not in detail
    oracle = client.get(reverse("admin:tenants_apikey_changelist"), {"key_hash__startswith": row.key_hash[0]})
    assert oracle.status_code in (302, 400)
