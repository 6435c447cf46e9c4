"""Agents and skills over REST."""

import pytest
from django.test import Client

from agents.definitions.services import create_agent, create_skill
from agents.records.services import finish_run, start_run
from omniforge.tenants.access import Access
from omniforge.tenants.models import Role, Tenant
from tests.clients import program
from tests.factories import make_member

pytestmark = pytest.mark.django_db
AGENT = {"slug": "notion-reporter", "description": "Weekly summaries", "schedule": "0 9 * * 1"}


@pytest.fixture
def client(ann: Access) -> Client:
    return program(ann)


def test_agent_is_created_read_changed_and_archived(client: Client):
    made = client.post("/api/v1/agents/", AGENT, content_type="application/json")
    assert made.status_code == 201 and made.json()["schedule_words"] == "every Monday at 09:00"
    assert (
        client.get(f"/api/v1/agents/{made.json()['id']}/").json()
        == client.get("/api/v1/agents/notion-reporter/").json()
    )
    changed = client.patch(
        "/api/v1/agents/notion-reporter/",
        {"slug": "reporter", "status": "paused"},
        content_type="application/json",
    )
    assert (changed.json()["slug"], changed.json()["status"], changed.json()["version"]) == (
        "reporter",
        "paused",
        3,
    )
    assert client.delete("/api/v1/agents/reporter/").status_code == 204
    assert client.get("/api/v1/agents/reporter/").status_code == 404
    assert client.get("/api/v1/agents/").json() == {"next": None, "results": []}


def test_agent_can_be_created_paused(client: Client):
    made = client.post("/api/v1/agents/", AGENT | {"status": "paused"}, content_type="application/json")
    assert (made.json()["status"], made.json()["next_run_at"]) == ("paused", None)


def test_skill_is_created_added_removed_and_deleted(client: Client):
    client.post("/api/v1/agents/", AGENT, content_type="application/json")
    skill = {"slug": "summarise", "description": "Summarises", "allowed_tools": ["read"]}
    assert client.post("/api/v1/skills/", skill, content_type="application/json").status_code == 201
    given = client.put("/api/v1/agents/notion-reporter/skills/summarise/")
    assert given.json()["skills"] == ["summarise"]
    refused = client.delete("/api/v1/skills/summarise/")
    assert refused.status_code == 409 and "notion-reporter" in refused.json()["detail"]
    assert client.delete("/api/v1/agents/notion-reporter/skills/summarise/").json()["skills"] == []
    assert client.delete("/api/v1/skills/summarise/").status_code == 204


@pytest.mark.parametrize("kind", ["agents", "skills"])
def test_change_with_an_outdated_version_is_a_conflict(client: Client, kind: str):
    client.post(f"/api/v1/{kind}/", {"slug": "a", "description": "x"}, content_type="application/json")
    for description, version, status in (("y", 1, 200), ("z", 1, 409), ("z", 2, 200)):
        change = {"description": description, "version": version}
        answer = client.patch(f"/api/v1/{kind}/a/", change, content_type="application/json")
        assert answer.status_code == status
        assert status == 200 or (answer.json()["code"], answer.json()["version"]) == ("version_conflict", 2)


def test_agent_list_is_paginated(client: Client, ann: Access):
    for number in range(60):
        create_agent(access=ann, slug=f"agent-{number:02}", description="one of many")
    first = client.get("/api/v1/agents/").json()
    second = client.get("/api/v1/agents/", {"cursor": first["next"]}).json()
    names = [agent["slug"] for agent in first["results"] + second["results"]]
    assert names == [f"agent-{number:02}" for number in range(60)] and second["next"] is None


def test_the_runs_of_an_agent_say_how_they_ended(client: Client, ann: Access):
    create_agent(access=ann, slug="a", description="a")
    run = start_run(access=ann, agent="a", task="run it")
    finish_run(access=ann, run_id=run.pk, status="partial", method="rules", output="what there was")
    (shown,) = client.get("/api/v1/agents/a/runs/").json()["results"]
    assert (shown["agent"], shown["status"], shown["output"]) == ("a", "partial", "what there was")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"slug": "Two Words", "description": "x"}, "slug"),
        ({"slug": "fine"}, "description"),
        ({"slug": "fine", "description": "x", "schedule": "now and then"}, "schedule"),
    ],
)
def test_invalid_agent_is_400_with_the_field(client: Client, body: dict[str, str], field: str):
    answer = client.post("/api/v1/agents/", body, content_type="application/json")
    assert answer.status_code == 400 and answer["Content-Type"] == "application/problem+json"
    assert field in answer.content.decode()


@pytest.mark.parametrize(("kind", "field"), [("agents", "tools"), ("skills", "allowed_tools")])
def test_unknown_tool_is_refused_by_name(client: Client, kind: str, field: str):
    made = {"slug": "a", "description": "x", field: ["read", "calendar_*", "no_such_tool"]}
    refused = client.post(f"/api/v1/{kind}/", made, content_type="application/json")
    assert refused.status_code == 400 and "no_such_tool here" in refused.json()["errors"][field][0]
    client.post(f"/api/v1/{kind}/", made | {field: ["read"]}, content_type="application/json")
    change = {field: ["read", "notion_*"]}
    assert client.patch(f"/api/v1/{kind}/a/", change, content_type="application/json").status_code == 400


def test_duplicate_slug_is_a_conflict(client: Client):
    client.post("/api/v1/agents/", AGENT, content_type="application/json")
    again = client.post("/api/v1/agents/", AGENT, content_type="application/json")
    assert again.status_code == 409 and again.json()["code"] == "conflict"


def test_read_only_api_key_cannot_write(ann: Access):
    reader = program(ann, "read")
    assert reader.get("/api/v1/agents/").status_code == 200
    assert reader.post("/api/v1/agents/", AGENT, content_type="application/json").status_code == 403


def test_member_creates_agents_and_auditor_only_reads(acme: Tenant, amy: Access):
    made = program(amy).post("/api/v1/agents/", AGENT, content_type="application/json")
    assert made.status_code == 201
    auditor = program(make_member(acme, role=Role.AUDITOR))
    assert auditor.get("/api/v1/agents/notion-reporter/").status_code == 200
    assert auditor.delete("/api/v1/agents/notion-reporter/").status_code == 403


def test_missing_and_foreign_agents_give_the_same_404(ann: Access, bob: Access):
    agent = create_agent(access=ann, slug="secret", description="secret")
    stranger = program(bob)
    answers = [
        stranger.get(f"/api/v1/agents/{key}/{rest}")
        for key in (agent.pk, "secret", "none")
        for rest in ("", "runs/")
    ]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.content for answer in answers}) == 1


def test_invalid_runs_cursor_is_404(client: Client, ann: Access):
    create_agent(access=ann, slug="a", description="a")
    assert client.get("/api/v1/agents/a/runs/", {"cursor": "what"}).status_code == 404


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"description": 7}, "description"),
        ({"description": " "}, "description"),
        ({"schedule": "now and then"}, "schedule"),
        ({"skills": [None]}, "skills"),
        ({"skills": ["a"] * 101}, "skills"),
    ],
)
def test_each_wrong_field_has_a_sentence_of_its_own(client: Client, body: dict[str, object], field: str):
    answer = client.post("/api/v1/agents/", AGENT | body, content_type="application/json")
    (message,) = answer.json()["errors"][field]
    assert answer.status_code == 400 and message.endswith(".")
    assert "ErrorDetail" not in answer.content.decode()


def test_several_changes_are_atomic(client: Client):
    for slug in ("a", "b"):
        client.post("/api/v1/agents/", {**AGENT, "slug": slug}, content_type="application/json")
    wanted = {"status": "paused", "slug": "b"}
    assert client.patch("/api/v1/agents/a/", wanted, content_type="application/json").status_code == 409
    assert client.get("/api/v1/agents/a/").json()["status"] == "active"


def test_archived_agent_is_restored_by_its_status(client: Client):
    client.post("/api/v1/agents/", AGENT, content_type="application/json")
    path = f"/api/v1/agents/{AGENT['slug']}/"
    client.delete(path)
    assert client.patch(path, {"description": "x"}, content_type="application/json").status_code == 404
    back = client.patch(path, {"status": "active"}, content_type="application/json")
    assert back.status_code == 200 and client.get(path).json()["status"] == "active"


def test_invalid_status_lists_the_valid_ones(client: Client):
    client.post("/api/v1/agents/", AGENT, content_type="application/json")
    path = "/api/v1/agents/notion-reporter/"
    answer = client.patch(path, {"status": "sleeping"}, content_type="application/json")
    assert answer.json()["errors"] == {"status": ["This must be one of draft, active, paused, archived."]}


def test_unknown_skill_is_404_with_its_name(client: Client):
    answer = client.post(
        "/api/v1/agents/", AGENT | {"skills": ["proofread"]}, content_type="application/json"
    )
    assert answer.status_code == 404 and "proofread" in answer.json()["detail"]


def test_adding_and_removing_a_skill_matches_the_schema(client: Client, ann: Access):
    create_agent(access=ann, slug="a", description="a")
    create_skill(access=ann, slug="b", description="b")
    paths = client.get("/api/schema/", headers={"Accept": "application/json"}).json()["paths"]
    for method in ("put", "delete"):
        answer = getattr(client, method)("/api/v1/agents/a/skills/b/")
        documented = paths["/api/v1/agents/{agent}/skills/{skill}/"][method]["responses"]
        assert answer["Content-Type"] in documented[str(answer.status_code)]["content"]
