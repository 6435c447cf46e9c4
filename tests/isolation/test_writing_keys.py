"""A key with write but not read access: no response to a change contains anybody's texts."""

import io
import re
import zipfile
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import resolve

from omniforge.tenants.access import Access
from tests.clients import program
from tests.isolation.routes import PERSONAL, SHARED, Route, all_patterns
from tests.isolation.test_methods import SAMPLES
from tests.isolation.things import Things

pytestmark = pytest.mark.django_db(transaction=True)  # turns are accepted in a thread of their own

TALK = {"api/v1/ask", "api/v1/chat"}  # they answer the key itself: that is what its scope is for
METHODS = ("patch", "put", "post", "delete")  # in this order everything is there while it is changed
LAST = ("undo/", "retry", "edit", "run/")  # of the posts
# Refused: without another scope, since no such server is reached, or while the first answer is written.
REFUSED = re.compile(
    r"/(api-keys|budgets|invitations|mcp-servers|model-connections|model-roles|sessions|sources|tools|web-hooks)/|/(account|card|feed|trial)/$|/turns/.*/(edit|retry)$|/hooks/<str:secret>$"
)
# What is sent, by the end of the pattern; elsewhere an empty object. Skills have a version more by then.
SENT: Mapping[tuple[str, str], Callable[[Things], Mapping[str, Any]]] = {
    ("patch", "edges/<uuid:edge_id>/"): lambda _: {"relation": "documented_in"},
    ("patch", "skills/<str:skill>/"): lambda _: {"description": "mine"},
    ("patch", "summary/<int:version>/"): lambda _: {"pinned": True},
    ("put", "account/"): lambda _: {"url": "http://10.0.0.1/", "username": "me", "password": "mine"},
    ("put", "focus/"): lambda it: {"project_id": it.project.pk, "type": "task", "id": it.entity.pk},
    ("put", "preferences/"): lambda _: {"preferences": "mine"},
    ("put", "summary/"): lambda _: {"text": "mine"},
    ("patch", "hooks/<uuid:hook_id>/"): lambda _: {"enabled": True},
    ("post", "<str:agent>/hooks/"): lambda _: {"name": "mine"},
    ("post", "agents/"): lambda _: {"slug": "mine", "description": "mine"},
    ("post", "approvals/<uuid:approval_id>/"): lambda _: {"decision": "reject"},
    ("post", "calendar/events/"): lambda _: {"title": "mine", "starts_at": "2027-01-01T09:00Z"},
    ("post", "corrections/"): lambda it: {"turn_id": it.turn.pk, "action_type": "query_info"},
    ("post", "documents/"): lambda _: {"title": "mine"},
    ("post", "move/"): lambda _: {"parent_id": None},
    ("post", "edges/"): lambda it: {
        "source_kind": "document",
        "source_id": it.document.pk,
        "relation": "relates_to",
        "target_kind": "task",
        "target_id": it.entity.pk,
    },
    ("post", "edit"): lambda _: {"content": "mine"},
    ("post", "entities/"): lambda _: {"kind": "task", "title": "mine"},
    ("post", "files/"): lambda _: {"file": SimpleUploadedFile("mine.txt", b"mine")},
    ("post", "<uuid:project_id>/import/"): lambda _: {"files": SimpleUploadedFile("mine.md", b"mine")},
    ("post", "skills/import/"): lambda _: {"archive": SimpleUploadedFile("mine.zip", skill_archive())},
    ("post", "projects/"): lambda _: {"name": "mine"},
    ("post", "skills/"): lambda _: {"slug": "mine", "description": "mine"},
    ("post", "trial/"): lambda _: {"prompts": ["mine"]},
}


def skill_archive() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("sent/SKILL.md", "---\nname: sent\ndescription: mine\n---\nmine")
    return packed.getvalue()


def writes() -> list[Route]:
    """Return every way to change something over REST, in an order in which each can be gone."""
    found = [
        Route(method, pattern)
        for pattern in set(all_patterns()) - TALK
        if pattern.startswith("api/v1/")
        for method in METHODS
        if hasattr(_view_of(pattern), method)
    ]
    return sorted(found, key=lambda one: (METHODS.index(one.method), one.pattern.endswith(LAST), one.pattern))


def _view_of(pattern: str) -> type:
    path = re.sub(r"<(\w+):\w+>", lambda part: SAMPLES.get(part[1], "word"), pattern)
    return resolve(f"/{path}").func.cls


def path_of(route: Route, things: Things) -> str:
    """Return a path that names things by their ids, so that it says nothing of them."""
    if route.pattern in PERSONAL | SHARED:
        return min(route.paths(things))
    return "/" + route.pattern.replace("<str:name>", "data-cleanup")


def send(client: Client, route: Route, path: str, body: Mapping[str, Any]) -> Any:
    form = {} if route.pattern.endswith(("files/", "import/")) else {"content_type": "application/json"}
    return getattr(client, route.method)(path, body, **form)


def body_of(route: Route, things: Things) -> Mapping[str, Any]:
    for (method, end), sent in SENT.items():
        if method == route.method and route.pattern.endswith(f"/{end}"):
            return sent(things)
    return {}


def said(answer: Any) -> str:
    """Return a response's text; an error may name an agent or a skill."""
    told = f"{answer.content.decode()} {dict(answer.headers)}"
    return re.sub("ann-secret-(agent|skill)", "", told) if answer.status_code >= 400 else told


def test_change_by_a_writing_key_returns_only_ids_and_versions(things: Things, ann: Access):
    things.project.refresh_from_db()
    client, place = program(ann, "chat"), f"/api/v1/projects/{things.project.pk}/"
    changed = client.patch(place, {"description": "mine"}, content_type="application/json").json()
    assert changed == {"id": str(things.project.pk), "version": things.project.version + 1}
    made = client.post(f"{place}import/", {"files": SimpleUploadedFile("mine.bin", b"mine")})
    assert made.status_code == 400 and "mine.bin isn't supported" in made.json()["detail"]
    files = [SimpleUploadedFile("mine.md", b"mine"), SimpleUploadedFile("mine.bin", b"mine")]
    made = client.post(f"{place}import/", {"files": files}).json()
    assert len(made["entities_created"]) == 1 and "mine.bin" in made["left_out"][0]
    run = {"id": str(things.file.pk), "task": "What is 2 + 2?"}
    begun = client.post(f"/api/v1/agents/{things.agent.pk}/run/", run, content_type="application/json").json()
    assert set(begun) == {"turn_id", "conversation_id", "turn_number", "status"}


@pytest.mark.parametrize("scopes", [("chat", "read"), ("chat", "admin", "read")])
def test_change_by_a_reading_key_returns_the_whole_object(scopes, things: Things, ann: Access):
    place = f"/api/v1/documents/{things.document.pk}/"
    told = program(ann, *scopes).patch(place, {}, content_type="application/json").json()
    assert told == program(ann, "read").get(place).json() and told["content"] == "secret"


def test_creation_by_an_admin_key_returns_the_whole_object(ann: Access):
    wanted = {"name": "robot", "scopes": ["admin"]}
    made = program(ann, "admin").post("/api/v1/api-keys/", wanted, content_type="application/json").json()
    assert made["key"].startswith("of_") and made["name"] == "robot"


def test_writing_key_never_gets_content_back(things: Things, ann: Access):
    memory = f"/api/v1/conversations/{things.conversation.pk}/memory/state/"
    noted = {"updates": {"assumptions": [{"id": "a", "hypothesis": "secret"}]}}
    assert b"secret" in program(ann).patch(memory, noted, content_type="application/json").content
    client = program(ann, "chat")
    sending = [(route, path_of(route, things), body_of(route, things)) for route in writes()]
    answers = [(route, send(client, *(route, path, body))) for route, path, body in sending]
    assert [(*route, said(answer)) for route, answer in answers if "secret" in said(answer)] == []
    refused = [(*route, answer.status_code) for route, answer in answers if answer.status_code >= 300]
    assert [one for one in refused if one[0] != "delete" and not REFUSED.search(f"/{one[1]}")] == []
    assert {status for *_, status in refused} <= {403, 404, 409, 422}
