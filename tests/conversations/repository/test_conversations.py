"""Conversations in a repository."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from conversations.models import MessageRole
from conversations.record.django_repository import DjangoConversationRepository
from conversations.record.values import Cursor, NewMessage
from omniforge.errors import InvalidInput, NotFound
from tests.conversations.repository.conftest import said
from tests.conversations.rows import save_turn

USER, ASSISTANT = MessageRole.USER, MessageRole.ASSISTANT


def test_a_conversation_is_found_again(mine):
    made = mine.create_conversation(title="Q3 numbers")
    assert mine.get_conversation(made.id) == made
    assert made.title == "Q3 numbers"


def test_creating_the_same_id_again_gives_the_conversation_that_is_there(mine):
    id = uuid4()
    mine.create_conversation(id=id, title="first")
    assert mine.create_conversation(id=id, title="second").title == "first"
    assert len(mine.list_conversations()) == 1


@pytest.mark.parametrize("stranger", ["amy", "bob"])
def test_a_colleague_and_a_stranger_find_nothing(mine, talk, stranger, request):
    message = mine.add_message(talk, USER, "for me alone")
    theirs = DjangoConversationRepository(request.getfixturevalue(stranger))
    attempts = [
        lambda: theirs.get_conversation(talk),
        lambda: theirs.create_conversation(id=talk),
        lambda: theirs.add_message(talk, USER, "hello"),
        lambda: theirs.get_messages(talk),
        lambda: theirs.get_messages(talk, before_id=message.id),
        lambda: theirs.get_recent_messages(talk),
        lambda: save_turn(theirs, talk, NewMessage(USER, "hello")),
        lambda: theirs.delete_conversation(talk),
        lambda: theirs.restore_conversation(talk),
    ]
    for attempt in attempts:
        with pytest.raises(NotFound) as refused:
            attempt()
        assert refused.value.message == NotFound.message
    assert theirs.list_conversations() == []
    assert said(mine.get_messages(talk)) == ["for me alone"]


def test_missing_and_foreign_are_answered_alike(mine, talk, bob):
    theirs = DjangoConversationRepository(bob)
    for id in (talk, uuid4()):
        with pytest.raises(NotFound) as refused:
            theirs.get_messages(id)
        assert str(refused.value) == NotFound.message


def test_the_first_user_message_gives_the_title_and_only_that(mine, talk):
    mine.add_message(talk, ASSISTANT, "Welcome")
    assert mine.get_conversation(talk).title == ""
    mine.add_message(talk, USER, "Create an agent for **Jira**")
    mine.add_message(talk, USER, "Something else")
    assert mine.get_conversation(talk).title == "Create an agent for Jira"


def test_a_conversation_moves_to_the_top_with_its_last_message(mine):
    old, new = mine.create_conversation(), mine.create_conversation()
    assert [one.id for one in mine.list_conversations()] == [new.id, old.id]
    mine.add_message(old.id, USER, "still there?")
    assert [one.id for one in mine.list_conversations()] == [old.id, new.id]


def test_limit_and_offset_cut_the_list(mine):
    ids = [mine.create_conversation().id for _ in range(5)][::-1]
    assert [one.id for one in mine.list_conversations(2, 1)] == ids[1:3]


def test_pages_by_cursor_are_stable_while_conversations_are_added(mine):
    ids = [mine.create_conversation().id for _ in range(6)][::-1]
    first = mine.list_conversations(2)
    mine.create_conversation()
    second = mine.list_conversations(2, before=first[-1].cursor)
    mine.create_conversation()
    third = mine.list_conversations(2, before=second[-1].cursor)
    assert [one.id for one in first + second + third] == ids
    assert mine.list_conversations(2, before=third[-1].cursor) == []


def test_pages_by_cursor_split_conversations_of_the_same_moment(mine, ann):
    at = timezone.now() + timedelta(minutes=1)
    ids = set()
    for _ in range(4):
        id = mine.create_conversation().id
        save_turn(mine, id, NewMessage(USER, "same time", created_at=at))
        ids.add(id)
    first = mine.list_conversations(3)
    rest = mine.list_conversations(3, before=first[-1].cursor)
    assert len(first) == 3
    assert {one.id for one in first + rest} == ids


def test_a_deleted_conversation_is_gone_until_it_is_restored(mine, talk):
    mine.add_message(talk, USER, "keep me")
    mine.delete_conversation(talk)
    assert mine.list_conversations() == []
    for attempt in (mine.get_conversation, mine.get_messages, mine.delete_conversation):
        with pytest.raises(NotFound):
            attempt(talk)
    with pytest.raises(NotFound):
        mine.add_message(talk, USER, "into the void")
    assert mine.restore_conversation(talk).id == talk
    assert said(mine.get_messages(talk)) == ["keep me"]


def test_restoring_what_is_not_deleted_changes_nothing(mine, talk):
    assert mine.restore_conversation(talk).id == talk


def test_a_cursor_survives_its_text_and_nonsense_is_refused(mine, talk):
    cursor = mine.get_conversation(talk).cursor
    assert Cursor.parse(str(cursor)) == cursor
    for text in ("", "~", "yesterday~" + talk.hex, "2026-01-01T00:00:00+00:00~nobody"):
        with pytest.raises(InvalidInput):
            Cursor.parse(text)
