"""Connected models over the API: for owners and admins, and no answer contains a key."""

import pytest

from omniforge.tenants.models import Role
from tests.clients import program
from tests.factories import make_member
from tests.standin import Fault
from tests.tenants.connected.conftest import KEY

pytestmark = pytest.mark.django_db(transaction=True)
BASE = "/api/v1/model-connections/"


def send(client, method, path, **body):
    return getattr(client, method)(path, body, content_type="application/json")


def test_api_adds_checks_changes_and_deletes_a_connection(ann, model_server):
    client = program(ann)
    asked = {"vendor": "compatible", "address": f"{model_server.url}/v1", "key": KEY}
    made = send(client, "post", BASE, **asked)
    assert made.status_code == 201
    one = f"{BASE}{made.json()['id']}/"
    assert (made.json()["key"], made.json()["works"]) == ("…wxyz", True)
    assert send(client, "post", f"{one}test/").json()["failure"] == ""
    assert send(client, "patch", one, name="Ours").json()["name"] == "Ours"
    assert send(client, "patch", one, key="sk-other-0123456789").json()["key"] == "…6789"
    assert send(client, "patch", one, key="wrong-key-123456").status_code == 400
    model_server.fail(Fault.RATE_LIMITED)
    failed = send(client, "post", f"{one}test/")
    assert failed.status_code == 400 and "limiting" in failed.json()["detail"]
    assert client.get(one).json()["works"] is False
    assert [each["id"] for each in client.get(BASE).json()] == [made.json()["id"]]
    assert KEY not in client.get(BASE).content.decode()
    assert client.delete(one).status_code == 204
    assert client.get(one).status_code == 404


def test_address_change_without_the_key_is_refused(ann, connect, model_server):
    one = f"{BASE}{connect().pk}/"
    client, elsewhere = program(ann), f"{model_server.url}/elsewhere/v1"
    before = len(model_server.requests)
    refused = send(client, "patch", one, address=elsewhere)
    assert refused.status_code == 400 and "key" in refused.json()["errors"]
    assert len(model_server.requests) == before
    assert client.get(one).json()["address"] != elsewhere


def test_api_sets_the_model_of_a_role(ann, connect):
    client, made = program(ann), connect()
    asked = {"connection_id": str(made.pk), "model": "gpt-4o-mini"}
    roles = send(client, "put", "/api/v1/model-roles/intent/", **asked).json()
    assert {
        "role": "intent",
        "player": "compatible:gpt-4o-mini",
        "available": True,
        "is_chosen": True,
    } in roles
    assert client.get("/api/v1/model-roles/").json() == roles
    assert send(client, "put", "/api/v1/model-roles/boss/", **asked).status_code == 400


@pytest.mark.parametrize(
    "body", [{}, {"model": "x"}, {"default": False}, {"connection_id": None, "model": "x"}]
)
def test_role_without_a_connection_field_is_refused(ann, connect, body):
    client = program(ann)
    connect()
    assert send(client, "put", "/api/v1/model-roles/reply/", **body).status_code == 400
    roles = send(client, "put", "/api/v1/model-roles/reply/", connection_id=None).json()
    assert [one["player"] for one in roles if one["role"] == "reply"] == ["rules"]


def test_role_with_a_foreign_connection_is_not_found(bob, connect):
    made = connect()
    asked = {"connection_id": str(made.pk), "model": "gpt-4o"}
    assert send(program(bob), "put", "/api/v1/model-roles/reply/", **asked).status_code == 404


@pytest.mark.parametrize("path", [BASE, "/api/v1/model-roles/", "/api/v1/model-servers/"])
def test_members_cannot_read_connections_roles_or_servers(acme, path):
    assert program(make_member(acme, role=Role.MEMBER)).get(path).status_code == 403


def test_key_without_scope_admin_cannot_read_connections(ann):
    assert program(ann, "read", "chat").get(BASE).status_code == 403


def test_api_schema_lists_connections_and_roles(client):
    text = client.get("/api/schema/", headers={"accept": "application/json"}).content.decode()
    assert "/api/v1/model-connections/" in text and "/api/v1/model-roles/" in text


def test_members_see_offered_models_but_no_connection_details(ann, amy, bob, connect):
    one = f"{BASE}{connect().pk}/"
    offered = send(program(ann), "patch", one, offered=["gpt-4o-mini"])
    assert offered.json()["offered"] == ["gpt-4o-mini"]
    listed = program(amy).get("/api/v1/models/").json()
    assert [each["model"] for each in listed] == ["gpt-4o", "gpt-4o-mini"]
    assert KEY not in str(listed) and "127.0.0.1" not in str(listed)
    assert program(bob).get("/api/v1/models/").json() == []
    assert send(program(ann), "patch", one, offered=["made-up"]).status_code == 400
    assert send(program(amy), "patch", one, offered=None).status_code == 403
    assert send(program(ann), "patch", one, offered=None).json()["offered"] is None
    assert len(program(amy).get("/api/v1/models/").json()) > 2
