"""A query parameter that nothing reads is refused, before anything is done."""

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


def test_the_description_of_the_api_has_parameters_of_its_own(client):
    assert client.get("/api/schema/?format=json").status_code == 200
