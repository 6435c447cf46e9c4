"""Nobody sees anything of another tenant, nor of another user of their own: every route is tried.

A route that is in no table below fails the first test: whoever adds one says here what it shows to whom.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from agents.models import AgentDefinition, SkillDefinition
from conversations.models import ContextReceipt, Conversation, Message, Turn, TurnStatus
from omniforge.tenants.access import Access
from omniforge.tenants.models import ApiKey, Membership, Tenant, User
from tests.factories import make_api_key, make_member

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
    )


Path = Callable[[Things], str]


@dataclass(frozen=True)
class Route:
    """A path with an id of Ann's; `shared` with the members of her tenant, or hers alone."""

    method: str
    path: Path
    shared: bool = False


# Paths that name a thing. A stranger gets 404 from each, as for a thing that never was.
NAMED: dict[str, list[Route]] = {}

# Paths without an id: they show what is the asker's own, and nothing of Ann's.
OWN: set[str] = set()


def test_every_route_is_in_a_table():
    known = OPEN | OWN | set(NAMED)
    assert {path for path in routes() if not path.startswith("admin/")} == known
