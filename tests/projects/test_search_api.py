"""Search over REST: results, filters and errors."""

import pytest

from omniforge.projects.kinds import Kind
from omniforge.projects.services import DocumentService, EntityService, ProjectService
from tests.clients import program

pytestmark = pytest.mark.django_db(transaction=True)  # things are indexed after the commit


@pytest.fixture
def note(ann, launch):
    fields = {"title": "Competitor scan", "content": "# Prices\n\nThe rival asks nine dollars a month."}
    return DocumentService(ann).create(launch.pk, **fields).row


def found(access, path: str, **query) -> list[str]:
    answer = program(access).get(f"/api/v1/{path}", query)
    assert answer.status_code == 200
    return [hit["title"] for hit in answer.json()["results"]]


def test_search_hit_has_link_heading_and_snippet(ann, launch, note):
    answer = program(ann).get("/api/v1/search/", {"q": "dollars a month"}).json()
    [hit] = answer["results"]
    assert (hit["kind"], hit["id"], hit["heading"]) == ("document", str(note.pk), "Prices")
    assert "nine dollars" in hit["snippet"] and hit["link"].endswith(f"{note.pk}/#prices")
    assert 0 < hit["score"] <= 1 and answer["note"] == ""


def test_search_is_narrowed_by_project_kind_and_limit(ann, launch, note):
    other = ProjectService(ann).create(name="Podcast").row
    EntityService(ann, Kind.TASK).create(other.pk, title="Ask the rival")
    assert set(found(ann, "search/", q="rival")) == {"Competitor scan", "Ask the rival"}
    assert found(ann, f"projects/{launch.pk}/search/", q="rival") == ["Competitor scan"]
    assert found(ann, "search/", q="rival", kind=["task", "goal"]) == ["Ask the rival"]
    assert len(found(ann, "search/", q="rival", limit=1)) == 1


def test_search_of_another_workspace_finds_nothing(bob, launch, note):
    assert found(bob, "search/", q="rival") == []
    assert program(bob).get(f"/api/v1/projects/{launch.pk}/search/", {"q": "rival"}).status_code == 404


@pytest.mark.parametrize(
    ("query", "field"),
    [({}, "q"), ({"q": " "}, "q"), ({"q": "x", "kind": "project"}, "kind"), ({"q": "x" * 1_001}, "q")],
)
def test_empty_or_too_long_search_is_refused_by_field(ann, query, field):
    refused = program(ann).get("/api/v1/search/", query)
    assert refused.status_code == 400 and list(refused.json()["errors"]) == [field]
