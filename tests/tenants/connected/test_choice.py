"""Which models a workspace's turns use."""

import asyncio

import pytest
from django.db import connection as database
from django.test.utils import CaptureQueriesContext

from omniforge.llm.types import ChatMessage
from omniforge.tenants.connected import services
from omniforge.tenants.connected.choice import choice_known_of, models_at, models_of
from omniforge.tenants.connected.roles import list_options, list_roles, set_role
from omniforge.tenants.models import Tenant

pytestmark = pytest.mark.django_db(transaction=True)


def players(access) -> dict[str, str]:
    return {one.role: one.player for one in list_roles(access)}


def test_site_models_are_used_without_a_connection(ann, settings, model_server):
    settings.MODEL_PROVIDERS = model_server.providers
    assert models_of(ann.tenant_id).name("reply") == "openai:gpt-4o"


def test_connection_fills_every_role_with_a_suitable_model(ann, bob, connect, model_server):
    connect(vendor="ollama")
    assert players(ann) == {
        **dict.fromkeys(("intent", "reply", "plan", "summary", "grade"), "ollama:gpt-4o"),
        "embed": "rules",
    }
    assert models_of(bob.tenant_id).name("reply") == "rules"


def test_chosen_role_is_kept_and_may_have_no_model(ann, connect):
    first, second = connect(), connect(vendor="ollama")
    set_role(access=ann, role="intent", connection_id=second.pk, model="gpt-4o-mini")
    set_role(access=ann, role="grade")
    set_role(access=ann, role="embed", connection_id=first.pk, model="text-embedding-3-small")
    now = players(ann)
    assert (now["intent"], now["grade"]) == ("ollama:gpt-4o-mini", "rules")
    assert (now["reply"], now["embed"]) == ("compatible:gpt-4o", "compatible:text-embedding-3-small")
    assert (second, "gpt-4o-mini") in list_options(ann, "reply")
    set_role(access=ann, role="summary", connection_id=second.pk, model="not-listed")
    assert (second, "not-listed") in list_options(ann, "summary")
    set_role(access=ann, role="intent", default=True)
    assert players(ann)["intent"] == "compatible:gpt-4o"


def test_other_connection_takes_the_roles_of_a_removed_one(ann, connect):
    first, second = connect(), connect(vendor="ollama")
    set_role(access=ann, role="reply", connection_id=first.pk, model="gpt-4o")
    services.remove_connection(access=ann, connection_id=first.pk)
    assert players(ann)["reply"] == "ollama:gpt-4o"
    services.remove_connection(access=ann, connection_id=second.pk)
    assert players(ann)["reply"] == "rules"


def test_call_records_vendor_and_window_is_the_listed_one(ann, connect, model_server):
    model_server.models.append({"id": "qwen3:8b", "max_model_len": 16_384})
    connect(vendor="server", model="qwen3:8b")
    models = models_of(ann.tenant_id)
    assert models.window("reply").tokens == 16_384

    async def say() -> list[str]:
        return [text async for text in models.stream("reply", [ChatMessage("user", "Hello")])]

    assert asyncio.run(say())
    assert (models.calls[0].provider, models.calls[0].model) == ("server", "qwen3:8b")


def test_models_are_read_without_a_query_until_they_change(ann, connect):
    connect()
    version = Tenant.objects.values_list("models_version", flat=True).get(pk=ann.tenant_id)
    models_at(ann.tenant_id, version)
    with CaptureQueriesContext(database) as queries:
        assert models_at(ann.tenant_id, version).plays("reply")
        assert choice_known_of(ann.tenant_id).models().plays("reply")
    assert len(queries) == 0
    connect()
    assert Tenant.objects.values_list("models_version", flat=True).get(pk=ann.tenant_id) > version


def test_locked_server_ignores_connections(ann, connect, settings):
    connect()
    settings.LOCK_MODELS = True
    assert models_of(ann.tenant_id).name("reply") == "rules"
    assert choice_known_of(ann.tenant_id).models().name("reply") == "rules"
