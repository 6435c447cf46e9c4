"""Requests with unknown query parameters are refused before they do anything."""

import pytest

from tests.clients import program

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("path", "name", "said"),
    [
        ("conversations/?serach=x", "serach", "Did you mean 'search'?"),
        ("agents/?cusor=x", "cusor", "The query parameters are: cursor."),
        ("projects/?state=active", "state", "The query parameters are: limit, cursor, deleted."),
        ("me/?limit=1", "limit", "It takes no query parameters."),
        ("agents/?format=json", "format", "There is no query parameter 'format' here."),
    ],
)
def test_unknown_query_parameter_is_refused_with_the_known_ones(ann, path, name, said):
    refused = program(ann).get(f"/api/v1/{path}")
    assert refused.status_code == 400 and said in refused.json()["detail"]
    assert list(refused.json()["errors"]) == [name]


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("search/?q=x&kind=nope", "This must be one of document, task"),
        (
            "conversations/00000000-0000-7000-8000-000000000000/export/?form=pdf",
            "This must be one of markdown",
        ),
    ],
)
def test_invalid_choice_is_refused_with_the_valid_ones(ann, path, said):
    assert said in program(ann).get(f"/api/v1/{path}").json()["detail"]


def test_field_that_is_no_json_object_is_refused(ann):
    made = program(ann).post("/api/v1/conversations/", {"title": "x", "focus": "x"}, "application/json")
    assert made.json()["detail"].startswith("focus: This must be a JSON object")


def test_api_schema_accepts_its_format_parameter(client):
    assert client.get("/api/schema/?format=json").status_code == 200
