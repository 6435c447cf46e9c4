"""Concurrent requests with the same id or the same effect: it happens once."""

from uuid import UUID

import pytest

from conversations.models import Turn, TurnStatus
from conversations.turns import again
from conversations.turns.acceptance import accept_message
from conversations.turns.again import accept_again, accept_edit
from conversations.wire.commands import EditMessage, RunAgain, SendMessage
from intent.types import ActionType
from omniforge.errors import Conflict
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access
from omniforge.tenants.models import Tenant
from tests.factories import make_member


def test_a_retry_that_came_twice_at_once_is_the_same_turn(acme: Tenant, monkeypatch: pytest.MonkeyPatch):
    amy = make_member(acme)
    first = accept_message(amy, SendMessage(new_id(), "Hello"))
    Turn.objects.filter(pk=first.turn_id).update(status=TurnStatus.COMPLETED)
    retry, lock = RunAgain(new_id(), first.turn_id), again.lock_conversation

    def lock_after_the_other(*asked):
        monkeypatch.undo()
        assert not accept_again(amy, retry).repeated
        return lock(*asked)

    monkeypatch.setattr(again, "lock_conversation", lock_after_the_other)
    repeated = accept_again(amy, retry)
    assert (repeated.turn_id, repeated.repeated) == (retry.id, True)


def said(access: Access, *words: str) -> list[UUID]:
    """Say something, have it answered, and return the turns."""
    turns = [accept_message(access, SendMessage(new_id(), one)).turn_id for one in words]
    Turn.objects.filter(pk__in=turns).update(status=TurnStatus.COMPLETED)
    return turns


@pytest.mark.django_db
@pytest.mark.parametrize(
    "other",
    [
        {"content": "Goodbye"},
        {"agent_id": new_id()},
        {"attachments": (new_id(),)},
        {"conversation_id": new_id()},
    ],
    ids=["words", "agent", "files", "conversation"],
)
def test_an_id_means_the_message_that_it_was_sent_with(ann: Access, other):
    sent = {"id": new_id(), "content": "Hello"}
    first = accept_message(ann, SendMessage(**sent))
    assert accept_message(ann, SendMessage(**sent)).turn_id == first.turn_id
    with pytest.raises(Conflict, match="Make a new UUID for each message") as refused:
        accept_message(ann, SendMessage(**sent | other))
    assert refused.value.code == "conflict"


@pytest.mark.django_db
def test_the_id_of_an_edit_means_its_words(ann: Access):
    (turn_id,), message_id = said(ann, "Hello"), new_id()
    first = accept_edit(ann, EditMessage(message_id, turn_id, "Hello you"))
    assert accept_edit(ann, EditMessage(message_id, turn_id, "Hello you")).turn_id == first.turn_id
    with pytest.raises(Conflict, match="Make a new UUID for each message"):
        accept_edit(ann, EditMessage(message_id, turn_id, "Hello all"))


@pytest.mark.django_db
def test_the_id_of_a_retry_means_the_turn_that_is_answered_again(ann: Access):
    one, two = said(ann, "Hello", "Goodbye")
    retry = RunAgain(new_id(), one)
    accept_again(ann, retry)
    assert accept_again(ann, retry).repeated
    understood = RunAgain(retry.id, one, ActionType.QUERY_INFO)
    for other in (RunAgain(retry.id, two), RunAgain(two, one), understood):
        with pytest.raises(Conflict, match="Make a new UUID for each retry"):
            accept_again(ann, other)
