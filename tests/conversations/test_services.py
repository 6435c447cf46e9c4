"""What a user does to their own conversations."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from conversations.models import Conversation, MessageRole, TurnStatus
from conversations.record.django_repository import DjangoConversationRepository
from conversations.record.lists import list_conversations
from conversations.record.services import change_conversation, delete_conversation, restore_conversation
from omniforge.errors import InvalidInput, NotFound
from tests.conversations.rows import make_turn

pytestmark = pytest.mark.django_db


@pytest.fixture
def talk(ann):
    return make_turn(ann).conversation


def test_the_users_own_title_stays_for_good(ann):
    repository = DjangoConversationRepository(ann)
    talk = repository.create_conversation().id
    change_conversation(ann, talk, title="  Q3   numbers ")
    repository.add_message(talk, MessageRole.USER, "something else entirely")
    record = repository.get_conversation(talk)
    assert (record.title, record.title_source) == ("Q3 numbers", "user")


@pytest.mark.parametrize("title", ["", "   ", "x" * 201])
def test_a_title_that_says_nothing_or_too_much_is_refused(ann, talk, title):
    with pytest.raises(InvalidInput):
        change_conversation(ann, talk.pk, title=title)
    talk.refresh_from_db()
    assert talk.title == "What is due?"


@pytest.mark.parametrize(
    "change",
    [
        lambda access, id: change_conversation(access, id, title="mine"),
        lambda access, id: change_conversation(access, id, pinned=True),
        lambda access, id: change_conversation(access, id, archived=True),
        lambda access, id: delete_conversation(access, id),
    ],
)
def test_no_change_moves_a_conversation_or_touches_that_of_somebody_else(ann, amy, bob, talk, change):
    then = timezone.now() - timedelta(days=3)
    Conversation.objects.update(updated_at=then)
    before = Conversation.objects.values().get()
    for access, id in ((amy, talk.pk), (bob, talk.pk), (ann, uuid4())):
        with pytest.raises(NotFound):
            change(access, id)
    assert Conversation.objects.values().get() == before
    change(ann, talk.pk)
    assert Conversation.objects.get().updated_at == then
    assert Conversation.objects.values().get() != before


def test_pinning_and_archiving_can_be_taken_back(ann, talk):
    change_conversation(ann, talk.pk, pinned=True)
    assert list_conversations(ann).results[0].pinned
    change_conversation(ann, talk.pk, pinned=False)
    change_conversation(ann, talk.pk, archived=True)
    assert list_conversations(ann).results == []
    change_conversation(ann, talk.pk, archived=False)
    assert not list_conversations(ann).results[0].pinned


def test_several_changes_are_made_together_or_not_at_all(ann, talk):
    with pytest.raises(InvalidInput):
        change_conversation(ann, talk.pk, title="", pinned=True)
    assert not Conversation.objects.get().pinned
    change_conversation(ann, talk.pk, title="Mine", pinned=True)
    assert (Conversation.objects.get().title, Conversation.objects.get().pinned) == ("Mine", True)


def test_a_change_of_nothing_still_asks_whose_it_is(ann, bob, talk):
    change_conversation(ann, talk.pk)
    with pytest.raises(NotFound):
        change_conversation(bob, talk.pk)


def test_deleting_hides_and_tells_what_is_to_be_stopped(ann, talk):
    running = make_turn(ann, conversation_id=talk.pk, status=TurnStatus.RUNNING)
    queued = make_turn(ann, conversation_id=talk.pk, status=TurnStatus.QUEUED)
    assert set(delete_conversation(ann, talk.pk)) == {running.pk, queued.pk}
    assert list_conversations(ann).results == []
    restore_conversation(ann, talk.pk)
    assert [one.id for one in list_conversations(ann).results] == [talk.pk]


@pytest.mark.parametrize("stranger", ["amy", "bob"])
def test_nobody_restores_what_somebody_else_has_deleted(ann, talk, stranger, request):
    delete_conversation(ann, talk.pk)
    with pytest.raises(NotFound):
        restore_conversation(request.getfixturevalue(stranger), talk.pk)
    assert list_conversations(ann).results == []
