"""Connecting models: what is tested and stored, and the errors."""

import logging
from dataclasses import replace

import pytest
from django.db import connection as database

from omniforge.errors import Conflict, InvalidInput, NotAllowed, NotFound
from omniforge.llm.errors import ModelKeyRefused
from omniforge.llm.types import ModelCall
from omniforge.llm.vendors import VENDORS, VendorRow
from omniforge.tenants.connected import connection_test, services
from omniforge.tenants.connected.discovery import find_local_servers
from omniforge.tenants.connected.selectors import find_connections, listed_models, masked_key
from omniforge.tenants.models import AuditEntry, ModelConnection, Role
from omniforge.tenants.usage import record_calls
from tests.factories import make_member
from tests.ports import free_port
from tests.standin import Fault
from tests.tenants.connected.conftest import KEY

pytestmark = pytest.mark.django_db(transaction=True)


def refusal(act, **fields) -> dict[str, list[str]]:
    with pytest.raises(InvalidInput) as refused:
        act(**fields)
    return refused.value.fields


def test_connecting_makes_a_test_call_and_lists_models(connect, model_server):
    made = connect()
    assert [request.model for request in model_server.requests] == ["gpt-4o"]
    assert model_server.requests[0].key == KEY
    assert (made.slug, made.name, made.failure) == ("compatible", VENDORS["compatible"].label, "")
    kinds = {model.id: model.kind for model in listed_models(made)}
    assert kinds["gpt-4o"] == "chat" and kinds["text-embedding-3-small"] == "embed"
    assert "whisper-1" not in kinds


def test_key_and_address_are_stored_encrypted_and_not_logged(connect, caplog):
    caplog.set_level(logging.DEBUG)
    made = connect()
    with database.cursor() as cursor:
        cursor.execute("SELECT key, address, listed FROM tenants_modelconnection")
        assert not any(secret in str(cursor.fetchall()) for secret in (KEY, "127.0.0.1", "gpt-4o"))
    said = [f"{entry.action} {entry.reason}" for entry in AuditEntry.objects.all()]
    assert any("model_connection.connected" in one for one in said)
    assert KEY not in "".join(said) + caplog.text
    assert masked_key(made.key) == "…wxyz" and masked_key("short") == "…" and masked_key("") == ""


@pytest.mark.parametrize(
    ("fault", "field", "said"),
    [
        (Fault.WRONG_KEY, "key", "refused this key"),
        (Fault.OUT_OF_CREDIT, "key", "no credit left"),
        (Fault.RATE_LIMITED, "key", "limiting requests"),
        (Fault.UNKNOWN_MODEL, "model", "has no model called gpt-4o"),
        (Fault.MALFORMED, "address", "doesn't answer like OpenAI's API"),
        (Fault.SERVER_ERROR, "address", "answers with an error of its own"),
        (Fault.STALL, "address", "didn't answer in time. Try again"),
    ],
)
def test_failed_connection_is_a_field_error_and_not_saved(
    connect, model_server, fault, field, said, monkeypatch
):
    monkeypatch.setattr(connection_test, "_SECONDS", 30.0 if fault != Fault.STALL else 0.5)
    model_server.fail(fault)
    (told,) = refusal(connect)[field]
    assert said in told and told.count(". ") <= 1
    assert not ModelConnection.objects.exists()


def test_wrong_key_is_refused_before_any_model_call(connect, model_server):
    assert "refused this key" in refusal(connect, key="wrong-key-123456")["key"][0]
    assert model_server.requests == []


def test_error_names_the_unreachable_host_without_its_path(connect):
    port = free_port()
    (told,) = refusal(connect, address=f"http://127.0.0.1:{port}/v1")["address"]
    assert told == f"Nothing answers at 127.0.0.1:{port}. Check the address and that the server is running."


@pytest.mark.parametrize(
    "address",
    [
        "http://10.0.0.1/v1",
        "http://169.254.169.254/latest",
        "http://[fd00::1]:8000/v1",
        "http://intranet.local/v1",
    ],
)
def test_private_address_is_refused(connect, address, model_server):
    assert "This server may not connect to" in refusal(connect, address=address)["address"][0]
    assert not ModelConnection.objects.exists()


def test_loopback_is_refused_without_local_models(connect, settings, ann):
    settings.LOCAL_MODELS = False
    assert "127.0.0.1" in refusal(connect)["address"][0]
    with pytest.raises(NotAllowed):
        find_local_servers(ann)


def test_address_that_is_not_an_api_is_refused(connect, model_server):
    (told,) = refusal(connect, address=f"{model_server.url}/elsewhere")["address"]
    assert "doesn't answer like OpenAI's API" in told


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"vendor": "nobody"}, "vendor"),
        ({"vendor": "openai", "key": ""}, "key"),
        ({"key": "two words"}, "key"),
        ({"key": "line\nbreak"}, "key"),
        ({"address": ""}, "address"),
        ({"address": "ftp://127.0.0.1"}, "address"),
    ],
)
def test_invalid_fields_are_refused_before_any_call(connect, model_server, fields, field):
    assert list(refusal(connect, **fields)) == [field]
    assert model_server.requests == []


def test_anthropic_is_called_with_its_own_key_header(connect, model_server, monkeypatch):
    own = VendorRow("Anthropic", wire="anthropic", address=model_server.url, models="v1/models?limit=1000")
    monkeypatch.setitem(VENDORS, "anthropic", own)
    assert connect(vendor="anthropic", address="").model == "gpt-4o"
    assert model_server.requests[0].headers["x-api-key"] == KEY


def test_gemini_connects_by_its_openai_compatible_address(connect, model_server, monkeypatch):
    monkeypatch.setitem(VENDORS, "gemini", replace(VENDORS["gemini"], address=f"{model_server.url}/v1"))
    model_server.models.extend({"id": f"models/{name}"} for name in ("gemini-2.5-flash", "gemini-2.5-pro"))
    made = connect(vendor="gemini", address="")
    assert made.model == "gemini-2.5-pro"
    assert model_server.requests[0].body["model"] == "gemini-2.5-pro"
    listed = {one.id: one for one in listed_models(made)}
    assert listed["gemini-2.5-pro"].context > 100_000 and listed["gemini-2.5-pro"].input_price


def test_server_with_the_responses_api_connects(connect, model_server):
    made = connect(vendor="openai-responses")
    assert made.model == "gpt-4o" and made.slug == "openai-responses"
    assert model_server.requests[0].body["input"][0]["content"].startswith("Reply with")


def test_azure_reads_deployment_and_version_from_the_address(connect, model_server):
    address = f"{model_server.url}/openai/deployments/gpt-4o/chat/completions?api-version=2024-08-01"
    made = connect(vendor="azure", address=address)
    assert made.model == "gpt-4o"
    assert model_server.requests[0].headers["api-key"] == KEY
    assert "max_completion_tokens" in model_server.requests[0].body


def test_azure_needs_a_deployment_if_the_address_has_none(connect, model_server):
    assert "deployment" in refusal(connect, vendor="azure", address=model_server.url)["model"][0]
    assert connect(vendor="azure", address=model_server.url, model="gpt-4o").model == "gpt-4o"


def test_lm_studio_without_its_own_list_uses_the_openai_list(connect):
    assert connect(vendor="lmstudio").model == "gpt-4o"


def test_ollama_models_have_their_abilities_and_context(connect, model_server):
    model_server.pages["/api/show"] = {"capabilities": ["completion", "tools", "vision"]}
    model_server.pages["/api/ps"] = {"models": [{"name": "gpt-4o", "context_length": 16_384}]}
    model = listed_models(connect(vendor="ollama"))[0]
    assert (model.id, model.context, model.abilities) == ("gpt-4o", 16_384, ("tools", "images", "structured"))


def test_several_connections_get_different_names(connect, ann):
    assert [connect().slug, connect().slug, connect(name="Third").name] == [
        "compatible",
        "compatible-2",
        "Third",
    ]
    assert find_connections(ann).count() == 3


def test_key_is_replaced_only_by_a_working_one(connect, ann):
    made = connect()
    wrong = {"access": ann, "connection_id": made.pk, "key": "wrong-key-123456"}
    assert "key" in refusal(services.replace_key, **wrong)
    made.refresh_from_db()
    assert made.key == KEY
    assert services.replace_key(**wrong | {"key": "sk-other-0123456789"}).key == "sk-other-0123456789"


def test_failed_check_is_stored_until_one_succeeds(connect, ann, model_server):
    made = connect()
    model_server.fail(Fault.OUT_OF_CREDIT)
    refusal(services.check_models, access=ann, connection_id=made.pk)
    made.refresh_from_db()
    assert "no credit left" in made.failure
    assert services.check_models(access=ann, connection_id=made.pk).failure == ""


def test_key_refused_in_a_turn_is_shown_until_a_check_succeeds(connect, ann, bob):
    made, other = connect(), connect(bob)
    calls = [ModelCall("reply", made.slug, made.model, error=error) for error in ("model_timeout", "")]
    record_calls(access=ann, turn_id=None, calls=calls)
    made.refresh_from_db()
    assert made.failure == ""
    refused = ModelCall("reply", made.slug, made.model, error=ModelKeyRefused.code)
    record_calls(access=ann, turn_id=None, calls=[refused, *calls])
    made.refresh_from_db()
    other.refresh_from_db()
    assert "refused this key" in made.failure
    assert other.failure == ""
    assert services.check_models(access=ann, connection_id=made.pk).failure == ""


def test_removed_connection_is_deleted_with_its_key(connect, ann):
    made = connect()
    services.remove_connection(access=ann, connection_id=made.pk)
    assert not ModelConnection.objects.exists()
    with pytest.raises(NotFound):
        services.check_models(access=ann, connection_id=made.pk)


@pytest.mark.parametrize("role", [Role.MEMBER, Role.AUDITOR])
def test_members_and_auditors_cannot_see_or_add_connections(acme, connect, role):
    person = make_member(acme, role=role)
    with pytest.raises(NotAllowed):
        connect(person)
    with pytest.raises(NotAllowed):
        find_connections(person)


def test_locked_server_refuses_connections(connect, settings):
    settings.LOCK_MODELS = True
    with pytest.raises(NotAllowed, match="administrator"):
        connect()


def test_connection_beyond_the_maximum_is_refused(connect, monkeypatch):
    monkeypatch.setattr(services, "MOST", 1)
    connect()
    with pytest.raises(Conflict):
        connect()
