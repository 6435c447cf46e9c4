"""OPTIONS and HEAD never cause a server error, on any path and with any headers."""

import re
from itertools import product
from uuid import uuid4

import pytest
from django.test import Client

from omniforge.tenants.access import Access
from tests.isolation.routes import PERSONAL, SHARED, Route, all_patterns
from tests.isolation.test_routes import client_of
from tests.isolation.things import Things

pytestmark = pytest.mark.django_db(transaction=True)  # turns are accepted in a thread of their own
ODD = ("application/zip", "text/html", "application/vnd.of.nobody")  # pages look at none of it
SAMPLES = {"int": "1", "uuid": str(uuid4())}  # all else is taken as a word
_PART = re.compile(r"<(?:(\w+):)?\w+>")


def addresses(pattern: str, things: Things) -> list[str]:
    """Return the paths of a pattern: of things that are there, else of some that are not."""
    if pattern in PERSONAL | SHARED:
        return Route("get", pattern).paths(things)
    if "(?P" in pattern:  # the admin's own: the lists of an app, and whatever else there is not
        return ["/admin/agents/", "/admin/nothing/"]
    return ["/" + _PART.sub(lambda part: SAMPLES.get(part[1], "word"), pattern)]


@pytest.mark.parametrize("method", ["options", "head"])
def test_every_path_answers_every_method_without_an_error(method: str, things: Things, ann: Access):
    known, stranger = client_of(ann), Client()
    known.raise_request_exception = stranger.raise_request_exception = False
    everywhere = [(known, "*/*"), (stranger, "*/*")]  # who is refused before what is accepted is looked at
    in_the_api = [*everywhere, *product([known], ODD)]
    wrong = []
    for pattern in sorted(set(all_patterns())):
        for path in addresses(pattern, things):
            for client, accepted in in_the_api if path.startswith("/api/") else everywhere:
                answer = getattr(client, method)(path, headers={"Accept": accepted})
                if answer.status_code >= 500:
                    wrong.append((method, path, accepted, answer.status_code))
    assert wrong == []
