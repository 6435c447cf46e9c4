"""Nobody sees anything of another tenant, nor of another user of their own: every route is tried.

A route that is in no table below fails the first test: whoever adds one says here what it shows to whom.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from agents.calendar.selectors import calendar_of
from agents.models import (
    AgentDefinition,
    AgentRun,
    Approval,
    Budget,
    CalendarEvent,
    McpServer,
    SkillDefinition,
    StoredFile,
    ToolRule,
    WebHook,
)
from conversations.models import ContextReceipt, Conversation, Message, Summary, Turn, TurnStatus
from omniforge.projects.kinds import Kind, Relation
from omniforge.projects.models import Document, Edge, Entity, Project, Version
from omniforge.projects.services import DocumentService, EdgeService, EntityService, ProjectService, Ref
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
    ".well-known/agent-card.json",
    "calendar/<str:secret>.ics",  # its secret is 256 random bits, and only their hash is kept
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
    file: StoredFile
    event: CalendarEvent
    server: McpServer
    approval: Approval
    hook: WebHook
    budget: Budget
    key: ApiKey
    membership: Membership
    invitation: Invitation
    project: Project
    document: Document
    entity: Entity
    edge: Edge


def workspace_of(access: Access, turn: Turn) -> dict[str, object]:
    """Return a project and what is in it, made in a turn."""
    project = ProjectService(access, turn_id=turn.pk).create(name="Ann's secret project").row
    document = DocumentService(access).create(project.pk, title="secret").row
    entity = EntityService(access, Kind.TASK).create(project.pk, title="secret").row
    ends = Ref(Kind.TASK, entity.pk), Ref(Kind.DOCUMENT, document.pk)
    edge = EdgeService(access).create(ends[0], Relation.DOCUMENTED_IN, ends[1]).row
    return {"project": project, "document": document, "entity": entity, "edge": edge}


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
    Summary.objects.create(
        conversation=conversation, version=1, covers_from=1, covers_to=1, text="secret", source="rules"
    )
    approval = Approval.objects.create(
        tenant=acme,
        user_id=ann.user_id,
        run=AgentRun.objects.create(tenant=acme, user_id=ann.user_id, conversation_id=conversation.pk),
        turn_id=turn.pk,
        signature="0" * 64,
        tool="send_message",
        what="Sending a secret",
        expires_at=timezone.now() + timedelta(days=1),
    )
    make_api_key(ann)
    return Things(
        **workspace_of(ann, turn),
        conversation=conversation,
        turn=turn,
        agent=AgentDefinition.objects.create(tenant=acme, slug="ann-secret-agent", description="secret"),
        skill=SkillDefinition.objects.create(tenant=acme, slug="ann-secret-skill", description="secret"),
        event=CalendarEvent.objects.create(
            calendar=calendar_of(ann),
            details={"title": "secret", "place": "", "notes": ""},
            starts_at=timezone.now() + timedelta(hours=1),
            ends_at=timezone.now() + timedelta(hours=2),
        ),
        server=McpServer.objects.create(
            tenant=acme,
            slug="ann-secret-server",
            settings={"url": "secret"},
            tools=[{"name": "look", "description": "secret", "schema": {}}],
        ),
        file=StoredFile.objects.create(
            tenant=acme, user_id=ann.user_id, name="ann-secret.csv", size=1, path="nowhere/at-all"
        ),
        approval=approval,
        hook=WebHook.objects.create(tenant=acme, slug="ann-secret-hook", url="https://hooks.example/secret"),
        budget=Budget.objects.create(tenant=acme, user_id=ann.user_id, tokens=1_000),
        key=ApiKey.objects.get(tenant=acme),
        membership=Membership.objects.get(tenant=acme, user_id=ann.user_id),
        invitation=Invitation.objects.create(
            tenant=acme, invited_by_id=ann.user_id, token_hash="0" * 64, expires_at=timezone.now()
        ),
    )


def batch_of(things: Things) -> object:
    return Version.objects.get(entity_id=things.entity.pk).batch


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
    "api/v1/agents/<str:agent>/card/": [
        Route(method, lambda t: f"/api/v1/agents/{t.agent.slug}/card/", shared=True)
        for method in ("put", "delete")
    ],
    "api/v1/agents/<str:agent>/duplicate/": [
        Route("post", lambda t: f"/api/v1/agents/{t.agent.pk}/duplicate/", shared=True)
    ],
    "api/v1/agents/<str:agent>/trial/": [
        Route("post", lambda t: f"/api/v1/agents/{t.agent.pk}/trial/", shared=True)
    ],
    "api/v1/agents/<str:agent>/versions/": [
        Route("get", lambda t: f"/api/v1/agents/{t.agent.pk}/versions/", shared=True)
    ],
    "api/v1/agents/<str:agent>/versions/<int:number>/diff/": [
        Route("get", lambda t: f"/api/v1/agents/{t.agent.pk}/versions/1/diff/", shared=True)
    ],
    "api/v1/agents/<str:agent>/versions/<int:number>/restore/": [
        Route("post", lambda t: f"/api/v1/agents/{t.agent.slug}/versions/1/restore/", shared=True)
    ],
    "api/v1/agents/<str:agent>/skills/<str:skill>/": [
        Route(method, lambda t: f"/api/v1/agents/{t.agent.slug}/skills/{t.skill.slug}/", shared=True)
        for method in ("put", "delete")
    ],
    "api/v1/mcp-servers/<str:server>/": [
        Route(method, lambda t: f"/api/v1/mcp-servers/{t.server.slug}/", shared=True)
        for method in ("patch", "delete")
    ],
    "api/v1/mcp-servers/<str:server>/refresh/": [
        Route("post", lambda t: f"/api/v1/mcp-servers/{t.server.pk}/refresh/", shared=True)
    ],
    "api/v1/skills/<str:skill>/": [
        Route(method, lambda t: f"/api/v1/skills/{t.skill.pk}/", shared=True)
        for method in ("get", "patch", "delete")
    ],
    "api/v1/skills/<str:skill>/export/": [
        Route("get", lambda t: f"/api/v1/skills/{t.skill.pk}/export/", shared=True)
    ],
    "api/v1/skills/<str:skill>/versions/": [
        Route("get", lambda t: f"/api/v1/skills/{t.skill.pk}/versions/", shared=True)
    ],
    "api/v1/skills/<str:skill>/versions/<int:number>/diff/": [
        Route("get", lambda t: f"/api/v1/skills/{t.skill.slug}/versions/1/diff/", shared=True)
    ],
    "api/v1/skills/<str:skill>/versions/<int:number>/restore/": [
        Route("post", lambda t: f"/api/v1/skills/{t.skill.pk}/versions/1/restore/", shared=True)
    ],
    "api/v1/files/<uuid:file_id>/": [
        Route(method, lambda t: f"/api/v1/files/{t.file.pk}/") for method in ("get", "delete")
    ],
    "api/v1/approvals/<uuid:approval_id>/": [Route("post", lambda t: f"/api/v1/approvals/{t.approval.pk}/")],
    "api/v1/calendar/events/<str:event_id>/": [
        Route(method, lambda t: f"/api/v1/calendar/events/{t.event.pk}/") for method in ("patch", "delete")
    ],
    "api/v1/conversations/<uuid:conversation_id>/": [
        Route(method, lambda t: f"/api/v1/conversations/{t.conversation.pk}/")
        for method in ("get", "patch", "delete")
    ],
    "api/v1/conversations/<uuid:conversation_id>/export/": [
        Route("get", lambda t: f"/api/v1/conversations/{t.conversation.pk}/export/")
    ],
    "api/v1/conversations/<uuid:conversation_id>/memory/": [
        Route("get", lambda t: f"/api/v1/conversations/{t.conversation.pk}/memory/")
    ],
    "api/v1/conversations/<uuid:conversation_id>/memory/state/": [
        Route(method, lambda t: f"/api/v1/conversations/{t.conversation.pk}/memory/state/")
        for method in ("patch", "delete")
    ],
    "api/v1/conversations/<uuid:conversation_id>/memory/summary/": [
        Route("put", lambda t: f"/api/v1/conversations/{t.conversation.pk}/memory/summary/")
    ],
    "api/v1/conversations/<uuid:conversation_id>/memory/summary/<int:version>/": [
        Route(method, lambda t: f"/api/v1/conversations/{t.conversation.pk}/memory/summary/1/")
        for method in ("get", "patch")
    ],
    "api/v1/conversations/<uuid:conversation_id>/memory/summary/<int:version>/restore/": [
        Route("post", lambda t: f"/api/v1/conversations/{t.conversation.pk}/memory/summary/1/restore/")
    ],
    "api/v1/conversations/<uuid:conversation_id>/restore/": [
        Route("post", lambda t: f"/api/v1/conversations/{t.conversation.pk}/restore/")
    ],
    "api/v1/conversations/<uuid:conversation_id>/messages/": [
        Route("get", lambda t: f"/api/v1/conversations/{t.conversation.pk}/messages/")
    ],
    "api/v1/projects/<uuid:project_id>/": [
        Route(method, lambda t: f"/api/v1/projects/{t.project.pk}/", shared=True)
        for method in ("get", "patch", "delete")
    ],
    **{
        f"api/v1/projects/<uuid:project_id>/{rows}/": [
            Route(method, lambda t, rows=rows: f"/api/v1/projects/{t.project.pk}/{rows}/", shared=True)
            for method in methods
        ]
        for rows, methods in {
            "restore": ("post",),
            "tree": ("get",),
            "documents": ("get",),
            "entities": ("get",),
            "edges": ("get",),
            "trash": ("get",),
            "history": ("get",),
            "search": ("get",),
            "export": ("get",),
        }.items()
    },
    "api/v1/projects/<uuid:project_id>/history/<uuid:batch>/undo/": [
        Route("post", lambda t: f"/api/v1/projects/{t.project.pk}/history/{batch_of(t)}/undo/", shared=True)
    ],
    "api/v1/projects/<uuid:project_id>/import/": [
        Route("post", lambda t: f"/api/v1/projects/{t.project.pk}/import/", shared=True)
    ],
    "api/v1/turns/<uuid:turn_id>/undo/": [Route("post", lambda t: f"/api/v1/turns/{t.turn.pk}/undo/")],
    "api/v1/documents/<uuid:document_id>/": [
        Route(method, lambda t: f"/api/v1/documents/{t.document.pk}/", shared=True)
        for method in ("get", "patch", "delete")
    ],
    "api/v1/documents/<uuid:document_id>/restore/": [
        Route("post", lambda t: f"/api/v1/documents/{t.document.pk}/restore/", shared=True)
    ],
    "api/v1/documents/<uuid:document_id>/move/": [
        Route("post", lambda t: f"/api/v1/documents/{t.document.pk}/move/", shared=True)
    ],
    "api/v1/entities/<uuid:entity_id>/": [
        Route(method, lambda t: f"/api/v1/entities/{t.entity.pk}/", shared=True)
        for method in ("get", "patch", "delete")
    ],
    "api/v1/entities/<uuid:entity_id>/restore/": [
        Route("post", lambda t: f"/api/v1/entities/{t.entity.pk}/restore/", shared=True)
    ],
    "api/v1/edges/<uuid:edge_id>/": [
        Route(method, lambda t: f"/api/v1/edges/{t.edge.pk}/", shared=True) for method in ("get", "delete")
    ],
    "api/v1/turns/<uuid:turn_id>": [Route("get", lambda t: f"/api/v1/turns/{t.turn.pk}")],
    "api/v1/turns/<uuid:turn_id>/events": [Route("get", lambda t: f"/api/v1/turns/{t.turn.pk}/events")],
    "api/v1/turns/<uuid:turn_id>/cancel": [Route("post", lambda t: f"/api/v1/turns/{t.turn.pk}/cancel")],
    "api/v1/turns/<uuid:turn_id>/retry": [Route("post", lambda t: f"/api/v1/turns/{t.turn.pk}/retry")],
    "api/v1/conversations/<uuid:conversation_id>/focus/": [
        Route(method, lambda t: f"/api/v1/conversations/{t.conversation.pk}/focus/")
        for method in ("get", "put")
    ],
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
    "api/v1/web-hooks/<str:web_hook>/": [
        Route("delete", lambda t: f"/api/v1/web-hooks/{t.hook.slug}/", shared=True)
    ],
    "settings/web-hooks/<str:web_hook>/remove/": [
        Route("post", lambda t: f"/settings/web-hooks/{t.hook.slug}/remove/", shared=True)
    ],
    "api/v1/tools/<str:name>/rule/": [
        Route("put", lambda t: f"/api/v1/tools/{t.server.slug}_look/rule/", shared=True)
    ],
    "settings/tools/<str:tool>/rule/": [
        Route("post", lambda t: f"/settings/tools/{t.server.slug}_look/rule/", shared=True)
    ],
    "api/v1/budgets/<uuid:budget_id>/": [
        Route("delete", lambda t: f"/api/v1/budgets/{t.budget.pk}/", shared=True)
    ],
    "settings/limits/<uuid:budget_id>/remove/": [
        Route("post", lambda t: f"/settings/limits/{t.budget.pk}/remove/", shared=True)
    ],
    **{
        f"settings/connections/servers/<str:server>/{button}/": [
            Route(
                "post",
                lambda t, button=button: f"/settings/connections/servers/{t.server.slug}/{button}/",
                shared=True,
            )
        ]
        for button in ("refresh", "enable", "disable", "remove")
    },
    "settings/keys/<uuid:key_id>/revoke/": [Route("post", lambda t: f"/settings/keys/{t.key.pk}/revoke/")],
    "api/v1/agents/<str:agent>/run/": [
        Route("post", lambda t: f"/api/v1/agents/{t.agent.slug}/run/", shared=True)
    ],
    "agents/<slug:agent>/run/": [Route("post", lambda t: f"/agents/{t.agent.slug}/run/", shared=True)],
    "schedules/<slug:agent>/pause/": [
        Route("post", lambda t: f"/schedules/{t.agent.slug}/pause/", shared=True)
    ],
    "schedules/<slug:agent>/resume/": [
        Route("post", lambda t: f"/schedules/{t.agent.slug}/resume/", shared=True)
    ],
    "agents/<slug:slug>/": [Route("get", lambda t: f"/agents/{t.agent.slug}/", shared=True)],
    "agents/<slug:slug>/trial/": [Route("get", lambda t: f"/agents/{t.agent.slug}/trial/", shared=True)],
    **{
        f"agents/<slug:agent>/{button}/": [
            Route("post", lambda t, button=button: f"/agents/{t.agent.slug}/{button}/", shared=True)
        ]
        for button in ("duplicate", "publish", "withdraw")
    },
    "agents/<slug:agent>/versions/<int:number>/restore/": [
        Route("post", lambda t: f"/agents/{t.agent.slug}/versions/1/restore/", shared=True)
    ],
    "skills/<slug:slug>/": [Route("get", lambda t: f"/skills/{t.skill.slug}/", shared=True)],
    "skills/<slug:slug>/export/": [Route("get", lambda t: f"/skills/{t.skill.slug}/export/", shared=True)],
    "skills/<slug:skill>/versions/<int:number>/restore/": [
        Route("post", lambda t: f"/skills/{t.skill.slug}/versions/1/restore/", shared=True)
    ],
    **{
        f"projects/<uuid:project_id>/{page}": [
            Route(method, lambda t, page=page: f"/projects/{t.project.pk}/{page}", shared=True)
        ]
        for page, method in {
            "": "get",
            "recent/": "get",
            "history/": "get",
            "trash/": "get",
            "restore/": "post",
        }.items()
    },
    "projects/<uuid:project_id>/documents/<uuid:thing_id>/": [
        Route("get", lambda t: f"/projects/{t.project.pk}/documents/{t.document.pk}/", shared=True)
    ],
    "projects/<uuid:project_id>/history/<uuid:batch>/undo/": [
        Route("post", lambda t: f"/projects/{t.project.pk}/history/{batch_of(t)}/undo/", shared=True)
    ],
    "projects/<uuid:project_id>/trash/<uuid:batch>/restore/": [
        Route("post", lambda t: f"/projects/{t.project.pk}/trash/{batch_of(t)}/restore/", shared=True)
    ],
    **{
        f"projects/<uuid:project_id>/{kind}s/<uuid:thing_id>/": [
            Route("get", lambda t, kind=kind: f"/projects/{t.project.pk}/{kind}s/{t.entity.pk}/", shared=True)
        ]
        for kind in Kind
        if kind is not Kind.DOCUMENT
    },
    "archive/<uuid:conversation_id>/bring-back/": [
        Route("post", lambda t: f"/archive/{t.conversation.pk}/bring-back/")
    ],
    "c/<uuid:conversation_id>/": [Route("get", lambda t: f"/c/{t.conversation.pk}/")],
}

# Paths without an id: they show what is the asker's own, and nothing of Ann's.
OWN = {
    "",
    "archive/",
    "agents/",
    "projects/",
    "projects/search/",
    "skills/",
    "runs/",
    "schedules/",
    "settings/",
    "settings/people/",
    "settings/keys/",
    "settings/models/",
    "settings/usage/",
    "settings/web-hooks/",
    "settings/tools/",
    "settings/limits/",
    "settings/connections/",
    "settings/account/",
    "settings/account/preferences/",
    "api/v1/me/",
    "api/v1/me/preferences/",
    "api/v1/members/",
    "api/v1/api-keys/",
    "api/v1/usage/",
    "api/v1/web-hooks/",
    "api/v1/tools/",
    "api/v1/budgets/",
    "api/v1/agents/",
    "api/v1/schedules/",
    "api/v1/skills/",
    "api/v1/skills/library/",
    "api/v1/files/",
    "api/v1/projects/",
    "api/v1/search/",
    "api/v1/calendar/events/",
    "api/v1/mcp-servers/",
    "api/v1/approvals/",
    "api/v1/conversations/",
    "api/v1/conversations/search/",
    "api/v1/intents/corrections/",
}

# Paths that only take: a form or a message of the asker's own.
TAKING = {
    "skills/library/<slug:name>/install/",
    "api/v1/skills/import/",
    "api/v1/skills/library/<str:name>/install/",
    "api/v1/calendar/account/",
    "api/v1/calendar/feed/",
    "workspace/",
    "settings/account/password/",
    "settings/connections/calendar/account/",
    "settings/connections/calendar/account/remove/",
    "settings/connections/calendar/feed/",
    "api/v1/ask",
    "api/v1/chat",
}

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
    answer = client_of(bob).get(f"/{path}", {"q": "SECRET"}, follow=True)  # a page may repeat what was asked
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
        list(Conversation.objects.values_list("pk", "deleted_at", "pinned", "last_turn", "state_version")),
        list(Summary.objects.values_list("pk", "pinned")),
        list(Turn.objects.values_list("pk", "status", "cancel_requested_at")),
        list(AgentDefinition.objects.values_list("pk", "status", "version")),
        list(SkillDefinition.objects.values_list("pk", "slug")),
        list(CalendarEvent.objects.values_list("pk", "updated_at")),
        list(McpServer.objects.values_list("pk", "enabled", "listed_at")),
        list(ToolRule.objects.values_list("tool", "ask_first")),
        list(Budget.objects.values_list("pk", flat=True)),
        list(StoredFile.objects.values_list("pk", flat=True)),
        list(Version.objects.values_list("entity_id", "number")),
        list(Membership.objects.order_by("pk").values_list("pk", "role")),
        list(Invitation.objects.values_list("pk", flat=True)),
    ]
