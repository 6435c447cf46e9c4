"""The API of a workspace over HTTP, with API keys and with the page's session."""

import json
from contextvars import copy_context
from decimal import Decimal

import pytest
from django.core.management import call_command
from django.test import Client
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory

from omniforge.llm.types import ModelCall
from omniforge.tenants.models import ApiKey, User
from omniforge.tenants.throttling import MessageLimitedView
from omniforge.tenants.usage import record_calls
from tests.clients import browser, program
from tests.factories import make_api_key, make_member, make_tenant

pytestmark = pytest.mark.django_db
PATHS = ("me", "members", "api-keys", "usage")


def get(client, name):
    return client.get(f"/api/v1/{name}/")


def post_json(client, path, body):
    return client.post(path, json.dumps(body), content_type="application/json")


def is_problem(answer, status, code):
    body = json.loads(answer.content)
    return (answer.status_code, answer["Content-Type"], body["code"]) == (
        status,
        "application/problem+json",
        code,
    )


@pytest.mark.parametrize("name", PATHS)
def test_request_without_key_or_session_is_unauthorized(name, ann):
    answer = get(Client(), name)
    assert is_problem(answer, 401, "not_signed_in") and answer["WWW-Authenticate"] == "Bearer"
    assert is_problem(get(Client(headers={"Authorization": "Bearer of_wrong"}), name), 401, "not_signed_in")


def test_me_returns_person_workspace_role_and_scopes(amy):
    me = get(program(amy, "read"), "me").json()
    assert (me["email"], me["workspace"], me["role"], me["scopes"]) == (
        "amy@acme.example",
        "acme",
        "member",
        ["read"],
    )


def test_session_uses_the_workspace_chosen_on_the_page(ann):
    other = make_tenant("second")
    make_member(other, User.objects.get(pk=ann.user_id))
    client = browser(ann)
    assert get(client, "me").json()["workspace"] == "acme"
    client.post("/workspace/", {"tenant": other.pk})
    assert get(client, "me").json()["workspace"] == "second"


def test_session_without_csrf_token_cannot_write(ann):
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.get(pk=ann.user_id))
    answer = post_json(client, "/api/v1/api-keys/", {"name": "x", "scopes": ["read"]})
    assert is_problem(answer, 403, "not_allowed")
    assert not ApiKey.objects.exists()


def test_session_with_a_malformed_form_is_refused(ann):
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.get(pk=ann.user_id))
    client.get("/account/")
    answer = client.post("/api/v1/api-keys/", b"x", content_type="multipart/form-data; boundary=\xe4")
    assert answer.status_code in (400, 403) and answer["Content-Type"] == "application/problem+json"


def test_members_lists_only_the_own_workspace(ann, amy, bob):
    assert [one["email"] for one in get(program(amy), "members").json()["results"]] == [
        "ann@acme.example",
        "amy@acme.example",
    ]


@pytest.mark.parametrize("scopes", [("chat",), ("read",), ("chat", "read")])
def test_api_keys_need_scope_admin(ann, scopes):
    client = program(ann, *scopes)
    refused = get(client, "api-keys")
    assert is_problem(refused, 403, "not_allowed") and "'admin'" in refused.json()["detail"]
    asked = {"name": "x", "scopes": ["read"]}
    assert is_problem(post_json(client, "/api/v1/api-keys/", asked), 403, "not_allowed")


def test_key_is_created_listed_without_secret_and_revoked(ann):
    client = program(ann)
    made = post_json(client, "/api/v1/api-keys/", {"name": "sync", "scopes": ["read"], "days": 7})
    assert made.status_code == 201
    new = Client(headers={"Authorization": f"Bearer {made.json()['key']}"})
    assert get(new, "me").status_code == 200
    listed = get(client, "api-keys")
    assert made.json()["key"] not in listed.content.decode() and "key_hash" not in listed.content.decode()
    assert [one["name"] for one in listed.json()["results"]] == ["sync", "test"]
    assert client.delete(f"/api/v1/api-keys/{made.json()['id']}/").status_code == 204
    assert is_problem(get(new, "me"), 401, "not_signed_in")


def test_foreign_key_is_answered_like_a_missing_one(ann, bob):
    make_api_key(bob)
    foreign = ApiKey.objects.get().pk
    client = program(ann)
    answers = [client.delete(f"/api/v1/api-keys/{one}/") for one in (foreign, ann.user_id)]
    assert answers[0].status_code == 404 and answers[0].content == answers[1].content


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"scopes": ["read"]}, "name"),
        ({"name": "x", "scopes": ["root"]}, "scopes"),
        ({"name": "x", "scopes": []}, "scopes"),
        ({"name": "x", "scopes": [None]}, "scopes"),
        ({"name": 7, "scopes": ["read"]}, "name"),
        ({"name": "x", "scopes": ["read"], "days": "7"}, "days"),
        ({"name": "x", "scopes": ["read"], "days": True}, "days"),
        ({"name": "x", "scopes": ["read"], "days": 10**30}, "days"),
    ],
)
def test_invalid_key_body_is_refused_by_field(ann, body, field):
    answer = post_json(program(ann), "/api/v1/api-keys/", body)
    assert is_problem(answer, 400, "invalid_request")
    assert all(message.endswith(".") for message in answer.json()["errors"][field])


def test_usage_returns_exact_costs(ann, bob):
    for access in (ann, bob):
        record_calls(
            access=access,
            turn_id=None,
            calls=[ModelCall("reply", "openai", "gpt-4o", cost=Decimal("0.00000012"))],
        )
    (row,) = get(program(ann), "usage").json()
    assert (row["calls"], row["cost"]) == (1, "0.00000012")


class _Echo(MessageLimitedView):
    def get(self, request):
        return Response()

    post = get


def ask(access, method="post"):
    request = getattr(APIRequestFactory(), method)(
        "/", headers={"Authorization": f"Bearer {make_api_key(access)}"}
    )
    return copy_context().run(_Echo.as_view(), request)


def test_message_limit_is_sent_in_headers_and_then_refuses(settings, ann, bob):
    settings.MESSAGES_PER_MINUTE = 2
    assert [ask(ann)["RateLimit"][:10] for _ in range(2)] == ['"user";r=1', '"user";r=0']
    refused = ask(ann)
    assert is_problem(refused, 429, "rate_limited")
    assert 0 < int(refused["Retry-After"]) <= 60
    assert refused["RateLimit-Policy"] == '"user";q=2;w=60' and refused["RateLimit"].startswith(
        '"user";r=0;t='
    )
    assert ask(bob).status_code == 200 and "RateLimit" not in ask(ann, "get")


def test_schema_describes_paths_security_and_problems(tmp_path):
    path = tmp_path / "schema.json"
    call_command("spectacular", "--validate", "--format", "openapi-json", "--file", str(path))
    document = json.loads(path.read_text())
    for name in PATHS:
        operation = document["paths"][f"/api/v1/{name}/"]["get"]
        assert {"apiKey": []} in operation["security"]
        assert "application/problem+json" in operation["responses"]["default"]["content"]
