"""Row level security is effective even without the queries' tenant filters."""

from contextlib import nullcontext
from itertools import permutations
from typing import Any
from uuid import UUID

import pytest
from django.apps import apps
from django.db import DatabaseError, ProgrammingError, connection, transaction
from django.db.models import QuerySet

from agents.models import AgentDefinition
from conversations.models import Conversation, Message
from omniforge.storage.row_security.policies import rules
from omniforge.storage.row_security.setup import find_missing, install_policies
from omniforge.storage.workspace_scope import NOBODY, across_workspaces, within_scope, within_workspace
from omniforge.tenants.access import Access
from omniforge.tenants.models import Tenant
from tests.isolation.routes import OF_A_THING
from tests.isolation.test_routes import client_of, reached
from tests.isolation.things import Things
from tests.row_security import take_down

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no row level security"),
]


@pytest.fixture
def first_wall_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the tenant filter from all queries."""
    asked = QuerySet._filter_or_exclude

    def unbound(rows: Any, negate: bool, args: Any, kwargs: dict[str, Any]) -> Any:
        kept = {name: value for name, value in kwargs.items() if name not in ("tenant", "tenant_id")}
        return asked(rows, negate, args, kept)

    monkeypatch.setattr(QuerySet, "_filter_or_exclude", unbound)


def test_row_security_alone_hides_other_tenants(things: Things, bob: Access, first_wall_gone: None):
    assert reached(client_of(bob), OF_A_THING, things) == []


def test_without_filters_and_row_security_other_tenants_show(
    things: Things, bob: Access, first_wall_gone: None, monkeypatch: pytest.MonkeyPatch
):
    take_down(monkeypatch)
    looking = [route for route in OF_A_THING if route.method == "get"][:20]
    assert reached(client_of(bob), looking, things) != []


def test_every_table_shows_only_rows_of_the_workspace(things: Things, bob: Access):
    Conversation.objects.create(tenant_id=bob.tenant_id, user_id=bob.user_id)
    models = [one for one in apps.get_models(include_auto_created=True) if one._meta.db_table in rules()]
    filled = {one for one in models if one._base_manager.exists()}
    assert len(filled) > 25
    with within_workspace(bob.tenant_id):
        strangers = {one: set(one._base_manager.values_list("pk", flat=True)) for one in filled}
    with within_workspace(things.conversation.tenant_id):
        own = {one: set(one._base_manager.values_list("pk", flat=True)) for one in filled}
    with within_scope(NOBODY):
        assert [one for one in filled if one._base_manager.exists()] == []
    assert [one for one in filled if own[one] & strangers[one] or not own[one]] == []
    assert [one for one in filled if own[one] | strangers[one] != _all(one)] == []


def _all(model: Any) -> set[Any]:
    return set(model._base_manager.values_list("pk", flat=True))


def test_rows_of_another_workspace_cannot_be_written(things: Things, bob: Access):
    talk = things.conversation
    with within_workspace(bob.tenant_id):
        assert Conversation.objects.filter(pk=talk.pk).update(title="mine") == 0
        assert AgentDefinition.objects.all().delete()[0] == 0
        for row in (
            Conversation(tenant_id=talk.tenant_id, user_id=bob.user_id),
            Message(conversation_id=talk.pk, sequence=9, role="user", content="mine"),
        ):
            with pytest.raises(ProgrammingError, match="row-level security"):
                row.save(force_insert=True)
        with pytest.raises(ProgrammingError, match="row-level security"):
            Conversation.objects.create(tenant_id=bob.tenant_id, user_id=bob.user_id)
            Conversation.objects.update(tenant_id=talk.tenant_id)
    talk.refresh_from_db()
    assert talk.title == "Ann's secret plan"


def test_workspace_setting_ends_with_its_transaction(things: Things, bob: Access):
    with within_workspace(things.conversation.tenant_id), transaction.atomic():
        assert Conversation.objects.count() == 1
        with pytest.raises(DatabaseError), transaction.atomic():
            connection.cursor().execute("SELECT 1 / 0")
        assert Conversation.objects.count() == 1
        with within_workspace(bob.tenant_id):
            assert Conversation.objects.count() == 0
        with across_workspaces():
            assert Tenant.objects.count() == 2
        assert Tenant.objects.count() == 1


def test_each_statement_in_a_transaction_sees_its_workspace(things: Things, bob: Access):
    own = things.conversation.tenant_id
    ways = {  # one reads by a cursor of the server, one writes through a pipeline
        "read": lambda: len(list(Conversation.objects.all())),
        "named": lambda: len(list(Conversation.objects.iterator())),
        "many": lambda: _pinned(things.conversation.pk),
    }
    for ways_in_turn in permutations(ways.values()):
        with transaction.atomic():
            for way in ways_in_turn:
                with across_workspaces():
                    assert way() == 1
                with within_workspace(bob.tenant_id):
                    assert way() == 0
                with within_workspace(own):
                    assert way() == 1
                with within_scope(NOBODY):
                    assert way() == 0


def _pinned(conversation_id: UUID) -> int:
    with connection.cursor() as cursor:
        pin = "UPDATE conversations_conversation SET pinned = TRUE WHERE id = %s"
        cursor.executemany(pin, [(conversation_id,)])
        return int(cursor.rowcount)


@pytest.mark.parametrize("in_transaction", [True, False])
def test_named_cursors_and_pipelines_obey_row_security(in_transaction: bool, things: Things, bob: Access):
    for whose, seen in ((bob, 0), (things.conversation, 1)):
        with within_workspace(whose.tenant_id), transaction.atomic() if in_transaction else nullcontext():
            assert len(list(Conversation.objects.iterator(chunk_size=1))) == seen
            assert _pinned(things.conversation.pk) == seen


def test_missing_policies_are_reported_and_installed(things: Things):
    assert (install_policies(), find_missing()) == ([], "")
    connection.cursor().execute("ALTER TABLE agents_source DISABLE ROW LEVEL SECURITY")
    assert "agents_source" in find_missing()
    assert (install_policies(), find_missing()) == (["Row level security added to agents_source."], "")
