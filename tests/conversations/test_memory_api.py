"""A person sees and corrects what the agent keeps of a conversation, over REST."""

from datetime import datetime

import pytest

from conversations.models import Conversation, Summary
from tests.clients import program
from tests.conversations.rows import make_turn

pytestmark = pytest.mark.django_db
NOTE = {
    "op": "add",
    "item": {
        "id": "n1",
        "kind": "idea",
        "title": "Raise the budget",
        "createdAt": "2026-11-20T10:00:00Z",
        "updatedAt": "2026-11-20T10:00:00Z",
    },
}


class Memory:
    """The memory of a conversation, as a program reaches it."""

    def __init__(self, access):
        self.conversation = make_turn(access).conversation_id
        self._client = program(access)

    def call(self, method, path="", data=None):
        path = f"/api/v1/conversations/{self.conversation}/memory/{path}"
        return getattr(self._client, method)(path, data=data, content_type="application/json")

    def state(self, **data):
        return self.call("patch", "state/", data)


@pytest.fixture
def memory(ann):
    return Memory(ann)


def test_of_a_new_conversation_nothing_is_kept(memory):
    kept = memory.call("get").json()
    assert (kept["state_version"], kept["summary"], kept["versions"]) == (0, None, [])
    assert kept["state"]["items"] == [] and kept["state"]["current_understanding"]["entities"] == []


def test_the_state_is_changed_by_updates(memory):
    answer = memory.state(
        item_updates=[NOTE], updates={"assumptions": [{"id": "a", "hypothesis": "It rains"}]}
    )
    assert answer.status_code == 200
    kept = answer.json()
    assert kept["state_version"] == 1 and kept["state"]["items"][0]["title"] == "Raise the budget"
    assert memory.call("get").json()["state"] == kept["state"]
    refuted = memory.state(
        version=1, updates={"assumptions": [{"id": "a", "hypothesis": "", "confidence": 0}]}
    )
    assert refuted.json()["state"]["assumptions"][0] == {
        "id": "a",
        "hypothesis": "It rains",
        "confidence": 0.0,
        "evidence": [],
    }


def test_a_change_for_an_older_version_is_refused(memory):
    memory.state(item_updates=[NOTE])
    answer = memory.state(version=0, item_updates=[{"op": "remove", "id": "n1"}])
    assert (answer.status_code, answer.json()["code"]) == (409, "version_conflict")


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"item_updates": [{"op": "paint"}]}, "item_updates.0"),
        ({"updates": {"assumptions": [{"id": "a"}]}}, "updates.assumptions.0.hypothesis"),
        ({"unknown": 1}, "unknown"),
    ],
)
def test_what_is_no_update_is_told_by_its_place(memory, data, field):
    answer = memory.state(**data)
    assert answer.status_code == 400
    assert any(name.startswith(field) for name in answer.json()["errors"])


def test_things_that_nobody_has_seen_are_not_taken(memory):
    thing = {"id": "made-up", "kind": "task"}
    answer = memory.state(updates={"current_understanding": {"entities": [thing]}})
    assert answer.json()["state_version"] == 0


def test_the_state_can_be_forgotten(memory):
    memory.state(item_updates=[NOTE])
    answer = memory.call("delete", "state/").json()
    assert answer["state_version"] == 2 and answer["state"]["items"] == []


def test_a_summary_is_written_pinned_and_taken_back(memory):
    first = memory.call("put", "summary/", {"text": "We plan a launch.", "facts": ["42,000 EUR"]}).json()
    assert (first["version"], first["source"], first["facts"]) == (1, "person", ["42,000 EUR"])
    memory.call("put", "summary/", {"text": "We plan two."})
    assert memory.call("patch", "summary/1/", {"pinned": True}).json()["pinned"]
    kept = memory.call("get").json()
    assert kept["summary"]["version"] == 1
    assert [one["version"] for one in kept["versions"]] == [2, 1] and "facts" not in kept["versions"][0]
    assert not memory.call("patch", "summary/1/", {"pinned": False}).json()["pinned"]
    assert memory.call("get").json()["summary"]["text"] == "We plan two."
    assert memory.call("post", "summary/1/restore/").json()["version"] == 3
    assert memory.call("get", "summary/3/").json()["text"] == "We plan a launch."


def test_each_version_of_a_summary_says_when_it_was_written(memory):
    written = memory.call("put", "summary/", {"text": "We plan a launch."}).json()["created_at"]
    assert datetime.fromisoformat(written) == Summary.objects.get().created_at
    assert [one["created_at"] for one in memory.call("get").json()["versions"]] == [written]


@pytest.mark.parametrize(
    ("method", "path", "data", "status"),
    [
        ("put", "summary/", {"text": " "}, 400),
        ("put", "summary/", {"text": "x" * 9_000}, 400),
        ("put", "summary/", {"text": "x", "facts": "none"}, 400),
        ("get", "summary/7/", None, 404),
        ("get", f"summary/{10**30}/", None, 404),
        ("patch", "summary/7/", {"pinned": True}, 404),
        ("post", "summary/7/restore/", None, 404),
    ],
)
def test_what_cannot_be_done_is_refused(memory, method, path, data, status):
    assert memory.call(method, path, data).status_code == status


def test_it_goes_with_its_conversation(memory):
    memory.call("put", "summary/", {"text": "We plan a launch."})
    Conversation.objects.all().delete()
    assert not Summary.objects.exists()
    assert memory.call("get").status_code == 404
