"""Nobody sees anything of another tenant, nor of another user of their own: every route is tried.

A route that is in no table below fails the first test: whoever adds one says here what it shows to whom.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from agents.models import AgentDefinition, SkillDefinition
from conversations.models import ContextReceipt, Conversation, Message, Turn, TurnStatus
from omniforge.tenants.access import Access
from omniforge.tenants.models import ApiKey, Invitation, Membership, Tenant, User
from tests.factories import make_api_key

pytestmark = pytest.mark.django_db(transaction=True)  # turns are accepted in a thread of their own

# Anybody may come here: the door, health, the documents of the API.
OPEN = {
    "healthz",
    "readyz",
    "api/schema/",
    "api/docs/",
    "sign-in/",
    "sign-out/",
    "first-account/",
    "join/<str:token>/",
}


def routes(patterns: list[URLPattern | URLResolver] | None = None, prefix: str = "") -> Iterator[str]:
    for entry in get_resolver().url_patterns if patterns is None else patterns:
        path = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from routes(entry.url_patterns, path)
        else:
            yield path


@dataclass
class Things:
    """One of everything that Ann of acme owns."""

    conversation: Conversation
    turn: Turn
    agent: AgentDefinition
    skill: SkillDefinition
    key: ApiKey
    membership: Membership
    invitation: Invitation


@pytest.fixture
def things(acme: Tenant, ann: Access) -> Things:
    conversation = Conversation.objects.create(tenant=acme, user_id=ann.user_id, title="Ann's secret plan")
    message = Message.objects.create(conversation=conversation, sequence=1, role="user", content="secret")
    turn = Turn.objects.create(
        tenant=acme,
        user_id=ann.user_id,
        conversation=conversation,
        number=1,
        status=TurnStatus.COMPLETED,
        user_message=message,
        answer_sequence=2,
    )
    ContextReceipt.objects.create(turn=turn, prompt_hash="0" * 64)
    make_api_key(ann)
    return Things(
        conversation=conversation,
        turn=turn,
        agent=AgentDefinition.objects.create(tenant=acme, slug="ann-secret-agent", description="secret"),
        skill=SkillDefinition.objects.create(tenant=acme, slug="ann-secret-skill", description="secret"),
        key=ApiKey.objects.get(tenant=acme),
        membership=Membership.objects.get(tenant=acme, user_id=ann.user_id),
        invitation=Invitation.objects.create(
            tenant=acme, invited_by_id=ann.user_id, token_hash="0" * 64, expires_at=timezone.now()
        ),
    )


Path = Callable[[Things], str]


@dataclass(frozen=True)
class Route:
    """A path with an id of Ann's; `shared` with the members of her tenant, or hers alone."""

    method: str
    path: Path
    shared: bool = False


# Paths that name a thing. A stranger gets 404 from each, as for a thing that never was.
NAMED = {
    "api/v1/api-keys/<uuid:key_id>/": [Route("delete", lambda t: f"/api/v1/api-keys/{t.key.pk}/")],
    "api/v1/agents/<str:agent>/": [
        Route(method, lambda t: f"/api/v1/agents/{t.agent.slug}/", shared=True)
        for method in ("get", "patch", "delete")
    ],
    "api/v1/agents/<str:agent>/runs/": [
        Route("get", lambda t: f"/api/v1/agents/{t.agent.pk}/runs/", shared=True)
    ],
    "api/v1/agents/<str:agent>/skills/<str:skill>/": [
        Route(method, lambda t: f"/api/v1/agents/{t.agent.slug}/skills/{t.skill.slug}/", shared=True)
        for method in ("put", "delete")
    ],
    "api/v1/skills/<str:skill>/": [
        Route(method, lambda t: f"/api/v1/skills/{t.skill.pk}/", shared=True)
        for method in ("get", "patch", "delete")
    ],
    "api/v1/conversations/<uuid:conversation_id>/": [
        Route(method, lambda t: f"/api/v1/conversations/{t.conversation.pk}/")
        for method in ("get", "patch", "delete")
    ],
    "api/v1/conversations/<uuid:conversation_id>/restore/": [
        Route("post", lambda t: f"/api/v1/conversations/{t.conversation.pk}/restore/")
    ],
    "api/v1/conversations/<uuid:conversation_id>/messages/": [
        Route("get", lambda t: f"/api/v1/conversations/{t.conversation.pk}/messages/")
    ],
    "api/v1/turns/<uuid:turn_id>": [Route("get", lambda t: f"/api/v1/turns/{t.turn.pk}")],
    "api/v1/turns/<uuid:turn_id>/events": [Route("get", lambda t: f"/api/v1/turns/{t.turn.pk}/events")],
    "api/v1/turns/<uuid:turn_id>/cancel": [Route("post", lambda t: f"/api/v1/turns/{t.turn.pk}/cancel")],
    "api/v1/turns/<uuid:turn_id>/retry": [Route("post", lambda t: f"/api/v1/turns/{t.turn.pk}/retry")],
    "api/v1/turns/<uuid:turn_id>/receipt/": [Route("get", lambda t: f"/api/v1/turns/{t.turn.pk}/receipt/")],
    "settings/people/<uuid:membership_id>/role/": [
        Route("post", lambda t: f"/settings/people/{t.membership.pk}/role/", shared=True)
    ],
    "settings/people/<uuid:membership_id>/remove/": [
        Route("post", lambda t: f"/settings/people/{t.membership.pk}/remove/", shared=True)
    ],
    "settings/invitations/<uuid:invitation_id>/withdraw/": [
        Route("post", lambda t: f"/settings/invitations/{t.invitation.pk}/withdraw/", shared=True)
    ],
    "settings/keys/<uuid:key_id>/revoke/": [Route("post", lambda t: f"/settings/keys/{t.key.pk}/revoke/")],
    "agents/<slug:slug>/": [Route("get", lambda t: f"/agents/{t.agent.slug}/", shared=True)],
    "c/<uuid:conversation_id>/": [Route("get", lambda t: f"/c/{t.conversation.pk}/")],
}

# Paths without an id: they show what is the asker's own, and nothing of Ann's.
OWN = {
    "",
    "agents/",
    "settings/",
    "settings/people/",
    "settings/keys/",
    "settings/models/",
    "settings/usage/",
    "settings/account/",
    "api/v1/me/",
    "api/v1/members/",
    "api/v1/api-keys/",
    "api/v1/usage/",
    "api/v1/agents/",
    "api/v1/skills/",
    "api/v1/conversations/",
    "api/v1/intents/corrections/",
}

# Paths that only take: a form or a message of the asker's own.
TAKING = {"workspace/", "settings/account/password/", "api/v1/chat"}

CALLS = [(path, route) for path, listed in NAMED.items() for route in listed]
NAMES = [f"{route.method} {path}" for path, route in CALLS]


def client_of(access: Access) -> Client:
    """Return a client that is signed in, as a page is, and sends a key to the API, as a program does."""
    client = Client(headers={"Authorization": f"Bearer {make_api_key(access)}"})
    client.force_login(User.objects.get(pk=access.user_id))
    return client


def call(client: Client, route: Route, things: Things) -> int:
    answer = getattr(client, route.method)(route.path(things), data={}, content_type="application/json")
    return answer.status_code


def test_every_route_is_in_a_table():
    known = OPEN | OWN | TAKING | set(NAMED)
    assert {path for path in routes() if not path.startswith("admin/")} == known


@pytest.mark.parametrize(("path", "route"), CALLS, ids=NAMES)
def test_another_tenant_finds_nothing_here(path: str, route: Route, things: Things, bob: Access):
    before = contents()
    assert call(client_of(bob), route, things) == 404
    assert contents() == before


@pytest.mark.parametrize(
    ("path", "route"),
    [one for one in CALLS if not one[1].shared],
    ids=[name for name, one in zip(NAMES, CALLS, strict=True) if not one[1].shared],
)
def test_another_user_of_the_same_tenant_finds_nothing_here(
    path: str, route: Route, things: Things, amy: Access
):
    before = contents()
    assert call(client_of(amy), route, things) == 404
    assert contents() == before


@pytest.mark.parametrize(("path", "route"), CALLS, ids=NAMES)
def test_who_is_not_signed_in_is_sent_to_the_door(path: str, route: Route, things: Things):
    client = Client()
    answer = getattr(client, route.method)(route.path(things), data={}, content_type="application/json")
    if path.startswith("api/"):
        assert answer.status_code == 401
    else:
        assert answer.status_code == 302
        assert answer.headers["Location"].startswith("/sign-in/")


@pytest.mark.parametrize("path", sorted(OWN))
def test_lists_show_strangers_nothing(path: str, things: Things, bob: Access):
    answer = client_of(bob).get(f"/{path}", follow=True)
    text = answer.content.decode()
    assert answer.status_code == 200
    for secret in ("secret", str(things.conversation.pk), str(things.key.pk), "ann@acme"):
        assert secret not in text


def test_who_has_no_workspace_any_more_is_refused(things: Things, ann: Access):
    client = client_of(ann)
    Membership.objects.filter(user_id=ann.user_id).delete()
    assert call(client, NAMED["c/<uuid:conversation_id>/"][0], things) in (403, 404)


def contents() -> list[object]:
    """Return what a stranger might have changed."""
    return [
        list(Conversation.objects.values_list("pk", "deleted_at", "pinned", "last_turn")),
        list(Turn.objects.values_list("pk", "status", "cancel_requested_at")),
        list(AgentDefinition.objects.values_list("pk", "status", "version")),
        list(SkillDefinition.objects.values_list("pk", "slug")),
        list(Membership.objects.order_by("pk").values_list("pk", "role")),
        list(Invitation.objects.values_list("pk", flat=True)),
    ]
