"""Nobody sees data of another tenant, or of another user of their own tenant: every route is tested."""

import pytest
from django.http import HttpResponse
from django.test import Client

from agents.models import AgentDefinition, Budget, McpServer, SkillDefinition, ToolRule
from conversations.models import Conversation, Summary, Turn
from omniforge.calendar.models import CalendarEvent
from omniforge.files.models import StoredFile
from omniforge.projects.kinds import Kind
from omniforge.projects.models import Version
from omniforge.tenants.access import Access
from omniforge.tenants.models import (
    BrowserSession,
    Invitation,
    Membership,
    ModelChoice,
    ModelConnection,
    User,
)
from omniforge.tenants.oidc.models import IssuerAccount
from omniforge.tenants.second_factor.models import Passkey
from tests.clients import program
from tests.isolation.routes import (
    OF_A_THING,
    OF_ONE_PERSON,
    OPEN,
    OWN,
    PERSONAL,
    SHARED,
    TAKING,
    Route,
    all_patterns,
)
from tests.isolation.things import Things

pytestmark = pytest.mark.django_db(transaction=True)  # turns are accepted in a thread of their own


def client_of(access: Access) -> Client:
    """Return a client that is signed in, as a page is, and sends a key to the API, as a program does."""
    client = program(access)
    client.force_login(User.objects.get(pk=access.user_id))
    return client


def call(client: Client, route: Route, things: Things):
    """Yield the answers to a route, the things being called by name and by id."""
    for path in route.paths(things):
        yield getattr(client, route.method)(path, data={}, content_type="application/json")


def test_every_route_is_in_an_isolation_table():
    known = OPEN | OWN | TAKING | set(PERSONAL) | set(SHARED)
    assert {path for path in all_patterns() if not path.startswith("admin/")} == known


def test_owner_reaches_every_object_route(things: Things, ann: Access):
    client = client_of(ann)
    looking = [route for route in OF_A_THING if route.method == "get" and not _is_of_another_kind(route)]
    answers = (answer for route in looking for answer in call(client, route, things))
    assert [answer.request["PATH_INFO"] for answer in answers if answer.status_code == 404] == []


def _is_of_another_kind(route: Route) -> bool:
    """Return whether a task, which is what there is, is asked for as a goal or the like."""
    return any(f"/{kind}s/<" in route.pattern for kind in Kind if kind not in (Kind.TASK, Kind.DOCUMENT))


def test_another_tenant_reaches_no_object_route(things: Things, bob: Access):
    assert reached(client_of(bob), OF_A_THING, things) == []


def test_another_user_of_the_tenant_reaches_no_personal_route(things: Things, amy: Access):
    assert reached(client_of(amy), OF_ONE_PERSON, things) == []


def reached(client: Client, routes: list[Route], things: Things) -> list[Route]:
    """Return the routes that answer anything but 404, or change anything."""
    before = contents()
    return [
        route
        for route in routes
        if {answer.status_code for answer in call(client, route, things)} != {404} or contents() != before
    ]


def test_anonymous_request_is_sent_to_sign_in_on_every_route(things: Things):
    assert [route for route in OF_A_THING for one in call(Client(), route, things) if not _is_door(one)] == []


def _is_door(answer: HttpResponse) -> bool:
    if answer.request["PATH_INFO"].startswith("/api/"):
        return answer.status_code == 401
    return answer.status_code == 302 and answer.headers["Location"].startswith("/sign-in/")


def test_lists_show_another_tenant_nothing(things: Things, bob: Access):
    client, secrets = client_of(bob), ("secret", str(things.conversation.pk), str(things.key.pk), "ann@acme")
    for path in sorted(OWN):
        asked = {} if path.startswith("api/") and "search" not in path else {"q": "SECRET"}
        answer = client.get(f"/{path}", asked, follow=True)  # a page may repeat what was asked
        text = answer.content.decode().replace("Client secret", "").replace("client_secret", "")  # a field
        assert (path, answer.status_code) == (path, 200)
        assert (path, [secret for secret in secrets if secret in text]) == (path, [])


def test_user_without_a_workspace_is_refused(things: Things, ann: Access):
    client = client_of(ann)
    Membership.objects.filter(user_id=ann.user_id).delete()
    (answer,) = call(client, Route("get", "c/<uuid:conversation_id>/"), things)
    assert answer.status_code in (403, 404)


def contents() -> list[object]:
    """Return all data that a stranger might have changed."""
    return [
        list(Conversation.objects.values_list("pk", "deleted_at", "pinned", "last_turn", "state_version")),
        list(Summary.objects.values_list("pk", "pinned")),
        list(Turn.objects.values_list("pk", "status", "cancel_requested_at")),
        list(AgentDefinition.objects.values_list("pk", "status", "version")),
        list(SkillDefinition.objects.values_list("pk", "slug")),
        list(CalendarEvent.objects.values_list("pk", "updated_at")),
        list(McpServer.objects.values_list("pk", "enabled", "listed_at")),
        list(ToolRule.objects.values_list("tool", "ask_first")),
        list(Budget.objects.values_list("pk", flat=True)),
        list(ModelConnection.objects.values_list("pk", "name", "tested_at")),
        list(ModelChoice.objects.values_list("role", "model")),
        list(StoredFile.objects.values_list("pk", flat=True)),
        list(Version.objects.values_list("entity_id", "number")),
        list(Membership.objects.order_by("pk").values_list("pk", "role")),
        list(BrowserSession.objects.values_list("user", "pk").order_by("pk")),
        list(Invitation.objects.values_list("pk", flat=True)),
        list(IssuerAccount.objects.values_list("pk", flat=True)),
        list(Passkey.objects.values_list("pk", "name")),
    ]
