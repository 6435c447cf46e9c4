"""Long lists are paginated, over REST and on pages: complete, in order, without duplicates."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from agents.models import AgentDefinition, AgentRun, Approval, SkillDefinition
from conversations.models import IntentCorrection
from omniforge.projects.models import Project
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access
from omniforge.tenants.models import ApiKey, Invitation, Membership, User
from tests.clients import browser, program
from tests.conversations.rows import make_turn

pytestmark = pytest.mark.django_db
NUMBER = 120  # rows: two whole pages and a part
NAMES = [f"thing-{number:03}" for number in range(NUMBER)]


def members(ann: Access) -> None:
    people = User.objects.bulk_create(User(email=f"{name}@example.org", name=name) for name in NAMES)
    Membership.objects.bulk_create(Membership(tenant_id=ann.tenant_id, user=person) for person in people)


def keys(ann: Access) -> None:
    own = {"tenant_id": ann.tenant_id, "user_id": ann.user_id, "scopes": ["read"]}
    ApiKey.objects.bulk_create(ApiKey(name=name, key_hash=name, prefix="of_", **own) for name in NAMES)


def invitations(ann: Access) -> None:
    own = {"tenant_id": ann.tenant_id, "invited_by_id": ann.user_id}
    until = {"expires_at": timezone.now() + timedelta(days=1)}
    Invitation.objects.bulk_create(Invitation(email=name, token_hash=name, **until, **own) for name in NAMES)


def approvals(ann: Access) -> None:
    own = {"tenant_id": ann.tenant_id, "user_id": ann.user_id}
    run = AgentRun.objects.create(**own)
    waits = {"turn_id": new_id(), "tool": "x", "expires_at": timezone.now() + timedelta(hours=1), "run": run}
    Approval.objects.bulk_create(Approval(what=name, signature=name, **waits, **own) for name in NAMES)


def corrections(ann: Access) -> None:
    said = {"tenant_id": ann.tenant_id, "user_id": ann.user_id, "turn": make_turn(ann), "example": {}}
    IntentCorrection.objects.bulk_create(IntentCorrection(understood=name, **said) for name in NAMES)


def agents(ann: Access) -> None:
    AgentDefinition.objects.bulk_create(AgentDefinition(tenant_id=ann.tenant_id, slug=name) for name in NAMES)


def skills(ann: Access) -> None:
    SkillDefinition.objects.bulk_create(SkillDefinition(tenant_id=ann.tenant_id, slug=name) for name in NAMES)


def schedules(ann: Access) -> None:
    """Store some that run at times of their own, some that run at the same time, some paused."""
    now = timezone.now()
    times = [*(now + timedelta(minutes=n) for n in range(60)), *[now + timedelta(hours=2)] * 30, *[None] * 30]
    AgentDefinition.objects.bulk_create(
        AgentDefinition(tenant_id=ann.tenant_id, slug=name, schedule="FREQ=DAILY", next_run_at=at)
        for name, at in zip(NAMES, times, strict=True)
    )


def projects(ann: Access) -> None:
    rows = Project.objects.bulk_create(Project(tenant_id=ann.tenant_id, name=name) for name in NAMES)
    assert rows


@pytest.mark.parametrize(
    ("path", "fill", "name", "newest"),
    [
        ("members", members, "name", False),
        ("api-keys", keys, "name", True),
        ("invitations", invitations, "email", True),
        ("approvals", approvals, "what", True),
        ("intents/corrections", corrections, "understood", True),
    ],
)
def test_rest_list_returns_every_row_page_by_page(ann: Access, path, fill, name, newest):
    client, found, cursor = program(ann), [], ""
    fill(ann)
    while cursor is not None:
        page = client.get(f"/api/v1/{path}/?cursor={cursor}" if cursor else f"/api/v1/{path}/").json()
        assert len(page["results"]) <= 50
        found += [one[name] for one in page["results"] if one[name].startswith("thing")]
        cursor = page["next"]
    assert found == (NAMES[::-1] if newest else NAMES)
    assert client.get(f"/api/v1/{path}/?cursor=x").status_code == 400


@pytest.mark.parametrize(
    ("path", "fill", "newest"),
    [
        ("/settings/people/", members, False),
        ("/settings/keys/", keys, True),
        ("/agents/", agents, False),
        ("/skills/", skills, False),
        ("/schedules/", schedules, False),
        ("/projects/", projects, True),
    ],
)
def test_html_list_shows_every_row_page_by_page(ann: Access, path, fill, newest):
    client, found, link = browser(ann), [], path
    fill(ann)
    while link:
        shown, link = rows_on(client, link)
        found += shown
    assert found == (NAMES[::-1] if newest else NAMES)


def rows_on(client: Client, link: str) -> tuple[list[str], str]:
    """Return the names on a page, without duplicates and at most 50, and the link to the next page."""
    page = client.get(link).content.decode()
    shown = list(dict.fromkeys(re.findall(r"thing-\d{3}", page[page.index("<main") :])))
    assert len(shown) <= 50
    further = re.search(r'<a class="btn" href="(\?cursor=[^"]+)"', page)
    return shown, link.partition("?")[0] + further[1].replace("&amp;", "&") if further else ""


@pytest.mark.parametrize("path", ["/settings/people/", "/settings/keys/", "/agents/", "/projects/"])
def test_html_list_with_an_invalid_cursor_answers_404(ann: Access, path):
    assert browser(ann).get(f"{path}?cursor=x").status_code == 404
