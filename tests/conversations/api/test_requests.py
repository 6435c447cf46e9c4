"""Invalid requests: a running site answers each with a problem document."""

from collections.abc import Iterator
from uuid import uuid4

import httpx2
import pytest

from tests.conversations.conftest import plain_client
from tests.site import Site
from tests.states import Peopled

JSON = {"Content-Type": "application/json"}
LARGE = b'{"slug": "a", "description": "a", "more": "' + b"x" * 1_100_000 + b'"}'


@pytest.fixture(scope="module")
def http(plain_site: Site, peopled: Peopled) -> Iterator[httpx2.Client]:
    headers = {"Authorization": f"Bearer {peopled[1]['ann']}"}
    with plain_client(f"{plain_site.url}/api", **headers) as client:
        yield client


@pytest.fixture(scope="module")
def conversation_id(http: httpx2.Client) -> str:
    http.post("/v1/chat", json={"message": "Hello"})
    return http.get("/v1/conversations/").json()["results"][0]["id"]


@pytest.fixture(scope="module")
def turn(http: httpx2.Client, conversation_id: str) -> str:
    """The path of a turn that has ended."""
    (*_, answer) = http.get(f"/v1/conversations/{conversation_id}/messages/").json()["results"]
    return f"/v1/turns/{answer['turn']['id']}"


def is_problem(answer: httpx2.Response, status: int) -> bool:
    """Return whether it is a problem document with this status and a sentence for a person."""
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    return answer.status_code == answer.json()["status"] == status and answer.json()["detail"].endswith(".")


@pytest.mark.parametrize("path", ["/", "/v1/", "/v1/nothing/", "/v1/turns/x", "/v1/conversations/x/"])
def test_a_path_that_is_none_is_a_problem_and_no_page(http, path):
    assert is_problem(http.get(path), 404)


def test_a_page_that_is_none_stays_a_page(http):
    answer = http.get(str(http.base_url.copy_with(path="/nothing/")))
    assert answer.status_code == 404 and answer.headers["content-type"].startswith("text/html")


def test_a_host_that_is_not_served_is_told_so_in_a_problem(http):
    assert is_problem(http.get("/v1/me/", headers={"Host": "elsewhere.example"}), 400)


def test_a_method_or_a_type_that_is_not_known_is_told_what_to_do(http):
    wrong = http.put("/v1/conversations/")
    assert is_problem(wrong, 405) and "GET" in wrong.headers["allow"] and "Allow" in wrong.json()["detail"]
    assert is_problem(http.get("/v1/conversations/", headers={"Accept": "text/html"}), 406)
    form = http.post("/v1/chat", data={"message": "Hello"})
    assert is_problem(form, 415) and "Send it as application/json." in form.json()["detail"]


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"",
        b"\xff",
        b'{"message": NaN}',
        b"[" * 100_000,
        b'{"message": "\\ud800"}',
        '{"message": "x"}'.encode("utf-16"),
        b'{"message": "\\u0000"}',
        b'{"message": "Hi", "focus": {"type": []}, "slug": [], "name": "x", "scopes": []}',
        b'{"message": "Hi", "slug": "a", "description": %s, "name": "x"}' % (b"[" * 1000 + b"]" * 1000),
        b"null",
        b"[]",
        b'"Hello"',
    ],
)
@pytest.mark.parametrize("path", ["/v1/chat", "/v1/agents/", "/v1/api-keys/"])
def test_what_is_no_json_object_is_refused(http, path, body):
    assert is_problem(http.post(path, content=body, headers=JSON), 400)


@pytest.mark.parametrize("body", [LARGE, iter([LARGE])], ids=["with its length", "in chunks"])
def test_a_body_that_is_too_large_is_refused(http, body):
    answer = http.post("/v1/agents/", content=body, headers=JSON)
    assert is_problem(answer, 413) and "At most 1 MB" in answer.json()["detail"]


@pytest.mark.parametrize("path", ["/v1/agents/a%00b/", "/v1/agents/?cursor=a%00b", "/v1/skills/?cursor=%00"])
def test_an_address_with_a_character_that_no_database_takes_is_refused(http, path):
    assert is_problem(http.get(path), 400)


def test_a_body_in_chunks_is_read(http):
    parts = iter([b'{"slug": "chunked", ', b'"description": "x"}'])
    assert http.post("/v1/agents/", content=parts, headers=JSON).status_code == 201


def test_a_post_to_a_path_without_its_slash_is_not_turned_into_a_get(http):
    body = {"slug": "slashless", "description": "x"}
    assert http.post("/v1/agents", json=body, follow_redirects=True).status_code == 201


@pytest.mark.parametrize("given", ["", "0", "-1", "101", "ten", "1e1", "٣", "²", "9" * 5000])
def test_a_limit_is_a_number_from_1_to_100(http, conversation_id, given):
    for path in ("/v1/conversations/", f"/v1/conversations/{conversation_id}/messages/"):
        assert is_problem(http.get(path, params={"limit": given}), 400)


@pytest.mark.parametrize("given", ["-1", "x", "٣", "9" * 5000])
def test_a_place_in_a_stream_is_a_number(http, turn, given):
    assert is_problem(http.get(f"{turn}/events", params={"after": given}), 400)
    if given.isascii():
        assert is_problem(http.get(f"{turn}/events", headers={"Last-Event-ID": given}), 400)


@pytest.mark.parametrize("given", ["x", "\x00", "~", "2026-01-01T00:00:00+00:00~x", "9" * 5000, "\ufffd"])
def test_a_cursor_that_is_none_is_refused(http, given):
    assert is_problem(http.get("/v1/conversations/", params={"cursor": given}), 400)


@pytest.mark.parametrize("given", ["", "x", "9" * 5000])
def test_a_place_in_a_conversation_is_an_id(http, conversation_id, given):
    path = f"/v1/conversations/{conversation_id}/messages/"
    assert is_problem(http.get(path, params={"before": given}), 400)


@pytest.mark.parametrize("given", ["", "yes", "1", "True"])
def test_archived_is_true_or_false(http, given):
    assert is_problem(http.get("/v1/conversations/", params={"archived": given}), 400)


@pytest.mark.parametrize("change", [{"title": 7}, {"pinned": "yes"}, {"archived": 1}, {"title": " "}])
def test_a_change_of_a_wrong_type_is_refused_by_field(http, conversation_id, change):
    answer = http.patch(f"/v1/conversations/{conversation_id}/", json=change)
    assert is_problem(answer, 400) and set(answer.json()["errors"]) == set(change)


def test_a_retry_says_what_is_wrong_with_its_id_and_with_one_is_made_once(http, turn):
    assert "id" in http.post(f"{turn}/retry", json={"id": "x"}).json()["errors"]
    new = str(uuid4())
    answers = [http.post(f"{turn}/retry", json={"id": new}) for _ in range(2)]
    assert [(one.status_code, one.json()["turn_id"]) for one in answers] == [(202, new)] * 2
    assert answers[0].json()["turn_number"] == answers[1].json()["turn_number"]


def test_an_edit_is_checked_as_a_message_is_and_made_once(http):
    http.post("/v1/chat", json={"message": "Hello"})
    conversation_id = http.get("/v1/conversations/").json()["results"][0]["id"]
    messages = f"/v1/conversations/{conversation_id}/messages/"
    edit = f"/v1/turns/{http.get(messages).json()['results'][-1]['turn']['id']}/edit"
    for wrong, status in (("", 400), (" \n", 400), (7, 400), (None, 400), ("x" * 10_001, 413)):
        assert is_problem(http.post(edit, json={"content": wrong}), status)
    assert is_problem(http.post(edit, json=["Hello"]), 400)
    assert "id" in http.post(edit, json={"id": "x", "content": "Hi"}).json()["errors"]
    assert is_problem(http.post(f"/v1/turns/{uuid4()}/edit", json={"content": "Hi"}), 404)
    new = str(uuid4())
    answers = [http.post(edit, json={"id": new, "content": "Hi there"}) for _ in range(2)]
    assert [one.status_code for one in answers] == [202, 202]
    assert answers[0].json()["turn_id"] == answers[1].json()["turn_id"]
    http.get(f"/v1/turns/{answers[0].json()['turn_id']}/events")  # ends with the answer
    other = http.post(edit, json={"content": "Hi again"})
    assert is_problem(other, 409) and other.json()["code"] == "not_last"
    said = [
        (one["content"], one["status"])
        for one in http.get(messages).json()["results"]
        if one["role"] == "user"
    ]
    assert said == [("Hello", "superseded"), ("Hi there", "complete")]


def test_a_correction_names_the_fields_that_are_wrong(http):
    answer = http.post("/v1/intents/corrections/", json={"turn_id": "x", "action_type": "dance"})
    assert is_problem(answer, 400) and set(answer.json()["errors"]) == {"turn_id", "action_type"}
    assert "create_agent" in answer.json()["errors"]["action_type"][0]
