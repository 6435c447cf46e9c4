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
def test_an_unknown_parameter_is_named_with_those_that_there_are(ann, path, name, said):
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
def test_a_word_that_is_none_of_those_there_are_is_answered_with_them(ann, path, said):
    assert said in program(ann).get(f"/api/v1/{path}").json()["detail"]


def test_of_a_part_that_is_no_object_it_is_said_so(ann):
    made = program(ann).post("/api/v1/conversations/", {"title": "x", "focus": "x"}, "application/json")
    assert made.json()["detail"].startswith("focus: This must be a JSON object")


def test_the_description_of_the_api_has_parameters_of_its_own(client):
    assert client.get("/api/schema/?format=json").status_code == 200
