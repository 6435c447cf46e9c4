"""Messages and turns in a repository."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from conversations.models import MessageRole, MessageStatus
from conversations.record.values import NewMessage
from omniforge.errors import Conflict, NotFound
from tests.conversations.repository.conftest import said
from tests.conversations.rows import save_turn

USER, ASSISTANT = MessageRole.USER, MessageRole.ASSISTANT


def test_messages_come_oldest_first_in_order_of_sequence(mine, talk):
    for number in range(5):
        mine.add_message(talk, USER, str(number))
    assert said(mine.get_messages(talk)) == ["0", "1", "2", "3", "4"]
    assert [record.sequence for record in mine.get_messages(talk)] == [1, 2, 3, 4, 5]


def test_order_is_that_of_the_sequence_whatever_the_clock_said(mine, talk):
    late, early = timezone.now(), timezone.now() - timedelta(days=1)
    save_turn(mine, talk, NewMessage(USER, "first", created_at=late))
    save_turn(mine, talk, NewMessage(USER, "second", created_at=early))
    assert said(mine.get_messages(talk)) == ["first", "second"]


def test_before_id_pages_backwards_without_gap_or_overlap(mine, talk):
    for number in range(7):
        mine.add_message(talk, USER, str(number))
    newest = mine.get_messages(talk, 3)
    middle = mine.get_messages(talk, 3, newest[0].id)
    oldest = mine.get_messages(talk, 3, middle[0].id)
    assert said(oldest + middle + newest) == ["0", "1", "2", "3", "4", "5", "6"]
    assert mine.get_messages(talk, 3, oldest[0].id) == []


def test_before_an_unknown_message_is_not_found(mine, talk):
    other = mine.create_conversation().id
    elsewhere = mine.add_message(other, USER, "there")
    for id in (uuid4(), elsewhere.id):
        with pytest.raises(NotFound):
            mine.get_messages(talk, before_id=id)


def test_an_empty_conversation_has_no_messages(mine, talk):
    assert mine.get_messages(talk) == mine.get_recent_messages(talk) == []


def test_a_message_keeps_all_that_it_was_given(mine, talk):
    id = uuid4()
    made = mine.add_message(talk, USER, "my password is Tr0ub4dor&3", {"intent": {"a": [1]}}, id=id)
    (read,) = mine.get_messages(talk)
    assert read == made
    assert (read.id, read.role, read.metadata) == (id, USER, {"intent": {"a": [1]}})
    assert read.sensitive
    assert read.token_count > 4


def test_the_same_message_id_again_is_the_same_message(mine, talk):
    id = uuid4()
    first = mine.add_message(talk, USER, "once", id=id)
    assert mine.add_message(talk, USER, "twice", id=id) == first
    assert said(mine.get_messages(talk)) == ["once"]


def test_a_message_id_of_another_conversation_is_refused_and_nothing_is_kept(mine, talk):
    other = mine.create_conversation().id
    taken = mine.add_message(other, USER, "there").id
    with pytest.raises(Conflict):
        save_turn(mine, talk, NewMessage(USER, "here"), NewMessage(ASSISTANT, "answer", id=taken))
    assert mine.get_messages(talk) == []
    assert mine.add_message(talk, USER, "again").sequence == 1


def test_a_turn_takes_two_numbers_also_when_its_answer_comes_later(mine, talk):
    first, second = NewMessage(USER, "one"), NewMessage(USER, "two")
    save_turn(mine, talk, first)
    save_turn(mine, talk, second, NewMessage(ASSISTANT, "re two"))
    save_turn(mine, talk, first, NewMessage(ASSISTANT, "re one"))
    assert [(m.sequence, m.content) for m in mine.get_messages(talk)] == [
        (1, "one"),
        (2, "re one"),
        (3, "two"),
        (4, "re two"),
    ]


def test_a_turn_saved_again_is_stored_once(mine, talk):
    turn = NewMessage(USER, "one"), NewMessage(ASSISTANT, "re one")
    assert save_turn(mine, talk, *turn) == save_turn(mine, talk, *turn)
    assert said(mine.get_messages(talk)) == ["one", "re one"]


def test_given_places_are_kept(mine, talk):
    save_turn(mine, talk, NewMessage(USER, "q3", sequence=5), NewMessage(ASSISTANT, "a3", sequence=6))
    save_turn(mine, talk, NewMessage(USER, "q1", sequence=1), NewMessage(ASSISTANT, "a1", sequence=2))
    save_turn(mine, talk, NewMessage(USER, "q4"))
    assert [(m.sequence, m.content) for m in mine.get_messages(talk)] == [
        (1, "q1"),
        (2, "a1"),
        (5, "q3"),
        (6, "a3"),
        (7, "q4"),
    ]


def test_a_place_that_is_taken_is_no_reason_to_lose_a_message(mine, talk):
    save_turn(mine, talk, NewMessage(USER, "here first", sequence=1))
    save_turn(mine, talk, NewMessage(USER, "late", sequence=1))
    assert said(mine.get_messages(talk)) == ["here first", "late"]


def test_a_later_answer_supersedes_the_earlier_one(mine, talk):
    question = NewMessage(USER, "q")
    save_turn(mine, talk, question, NewMessage(ASSISTANT, "poor", sequence=2))
    save_turn(mine, talk, question, NewMessage(ASSISTANT, "better", sequence=4))
    assert said(mine.get_recent_messages(talk)) == ["q", "better"]
    assert said(mine.get_messages(talk)) == ["q", "poor", "better"]


def test_an_answer_that_arrives_late_does_not_supersede_a_newer_one(mine, talk):
    question = NewMessage(USER, "q")
    save_turn(mine, talk, question, NewMessage(ASSISTANT, "newer", sequence=4))
    _, late = save_turn(mine, talk, question, NewMessage(ASSISTANT, "older", sequence=2))
    assert late.status == MessageStatus.SUPERSEDED
    assert said(mine.get_recent_messages(talk)) == ["q", "newer"]


def test_an_answer_that_arrives_after_its_question_was_edited_gives_way_with_it(mine, talk):
    old = NewMessage(USER, "old words", status=MessageStatus.SUPERSEDED)
    save_turn(mine, talk, old)
    save_turn(mine, talk, NewMessage(USER, "new words"), NewMessage(ASSISTANT, "to the new ones"))
    answer = NewMessage(ASSISTANT, "to the old ones")
    for _ in range(2):  # what waits in the spool may be stored twice
        _, late = save_turn(mine, talk, old, answer)
        assert late.status == MessageStatus.SUPERSEDED
    assert said(mine.get_recent_messages(talk)) == ["new words", "to the new ones"]


def test_recent_messages_can_end_before_a_message(mine, talk):
    question = NewMessage(USER, "q1")
    save_turn(mine, talk, question, NewMessage(ASSISTANT, "poor"))
    save_turn(mine, talk, question, NewMessage(ASSISTANT, "good", sequence=4))
    asked = mine.add_message(talk, USER, "q2")
    mine.add_message(talk, USER, "q3")
    assert said(mine.get_recent_messages(talk, before=asked.sequence)) == ["q1", "good"]
    assert said(mine.get_recent_messages(talk, 1, before=asked.sequence)) == ["good"]


def test_a_partial_answer_gives_way_to_the_whole_one(mine, talk):
    question, id = NewMessage(USER, "q"), uuid4()
    cut = NewMessage(ASSISTANT, "It was", id=id, status=MessageStatus.PARTIAL)
    save_turn(mine, talk, question, cut)
    save_turn(mine, talk, question, NewMessage(ASSISTANT, "It was fine.", id=id))
    save_turn(mine, talk, question, cut)
    answer = mine.get_messages(talk)[-1]
    assert (answer.content, answer.status) == ("It was fine.", MessageStatus.COMPLETE)
