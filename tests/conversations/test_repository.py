"""The contract of a repository, held by every implementation of it."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from conversations.django_repository import DjangoConversationRepository
from conversations.memory_repository import InMemoryConversationRepository, MemoryStore
from conversations.models import Message, MessageRole, MessageStatus
from conversations.records import Cursor, NewMessage
from omniforge.errors import Conflict, InvalidInput, NotFound

USER, ASSISTANT = MessageRole.USER, MessageRole.ASSISTANT


@pytest.fixture(params=["database", "memory"])
def repository_of(request, db):
    """Gives each person their repository over one common store."""
    if request.param == "database":
        return DjangoConversationRepository
    store = MemoryStore()
    return lambda access: InMemoryConversationRepository(access, store)


@pytest.fixture
def mine(repository_of, ann):
    return repository_of(ann)


@pytest.fixture
def talk(mine):
    return mine.create_conversation().id


def said(records):
    return [record.content for record in records]


def test_a_conversation_is_found_again(mine):
    made = mine.create_conversation(title="Q3 numbers")
    assert mine.get_conversation(made.id) == made
    assert made.title == "Q3 numbers"


def test_creating_the_same_id_again_gives_the_conversation_that_is_there(mine):
    id = uuid4()
    mine.create_conversation(id=id, title="first")
    assert mine.create_conversation(id=id, title="second").title == "first"
    assert len(mine.list_conversations()) == 1


def test_no_id_is_a_new_conversation_and_an_unknown_one_never_is(mine, talk):
    assert mine.get_or_create(None).id != talk
    assert mine.get_or_create(talk).id == talk
    with pytest.raises(NotFound):
        mine.get_or_create(uuid4())


@pytest.mark.parametrize("stranger", ["amy", "bob"])
def test_a_colleague_and_a_stranger_find_nothing(repository_of, mine, talk, stranger, request):
    message = mine.add_message(talk, USER, "for me alone")
    theirs = repository_of(request.getfixturevalue(stranger))
    attempts = [
        lambda: theirs.get_conversation(talk),
        lambda: theirs.get_or_create(talk),
        lambda: theirs.create_conversation(id=talk),
        lambda: theirs.add_message(talk, USER, "hello"),
        lambda: theirs.get_messages(talk),
        lambda: theirs.get_messages(talk, before_id=message.id),
        lambda: theirs.get_recent_messages(talk),
        lambda: theirs.save_turn(talk, NewMessage(USER, "hello")),
        lambda: theirs.delete_conversation(talk),
        lambda: theirs.restore_conversation(talk),
    ]
    for attempt in attempts:
        with pytest.raises(NotFound) as refused:
            attempt()
        assert refused.value.message == NotFound.message
    assert theirs.list_conversations() == []
    assert said(mine.get_messages(talk)) == ["for me alone"]


def test_missing_and_foreign_are_answered_alike(repository_of, mine, talk, bob):
    theirs = repository_of(bob)
    for id in (talk, uuid4()):
        with pytest.raises(NotFound) as refused:
            theirs.get_messages(id)
        assert str(refused.value) == NotFound.message


def test_messages_come_oldest_first_in_order_of_sequence(mine, talk):
    for number in range(5):
        mine.add_message(talk, USER, str(number))
    assert said(mine.get_messages(talk)) == ["0", "1", "2", "3", "4"]
    assert [record.sequence for record in mine.get_messages(talk)] == [1, 2, 3, 4, 5]


def test_order_is_that_of_the_sequence_whatever_the_clock_said(mine, talk):
    late, early = timezone.now(), timezone.now() - timedelta(days=1)
    mine.save_turn(talk, NewMessage(USER, "first", created_at=late))
    mine.save_turn(talk, NewMessage(USER, "second", created_at=early))
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
        mine.save_turn(talk, NewMessage(USER, "here"), NewMessage(ASSISTANT, "answer", id=taken))
    assert mine.get_messages(talk) == []
    assert mine.add_message(talk, USER, "again").sequence == 1


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
        mine.save_turn(id, NewMessage(USER, "same time", created_at=at))
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


def test_a_turn_takes_two_numbers_also_when_its_answer_comes_later(mine, talk):
    first, second = NewMessage(USER, "one"), NewMessage(USER, "two")
    mine.save_turn(talk, first)
    mine.save_turn(talk, second, NewMessage(ASSISTANT, "re two"))
    mine.save_turn(talk, first, NewMessage(ASSISTANT, "re one"))
    assert [(m.sequence, m.content) for m in mine.get_messages(talk)] == [
        (1, "one"),
        (2, "re one"),
        (3, "two"),
        (4, "re two"),
    ]


def test_a_turn_saved_again_is_stored_once(mine, talk):
    turn = NewMessage(USER, "one"), NewMessage(ASSISTANT, "re one")
    assert mine.save_turn(talk, *turn) == mine.save_turn(talk, *turn)
    assert said(mine.get_messages(talk)) == ["one", "re one"]


def test_given_places_are_kept(mine, talk):
    mine.save_turn(talk, NewMessage(USER, "q3", sequence=5), NewMessage(ASSISTANT, "a3", sequence=6))
    mine.save_turn(talk, NewMessage(USER, "q1", sequence=1), NewMessage(ASSISTANT, "a1", sequence=2))
    mine.save_turn(talk, NewMessage(USER, "q4"))
    assert [(m.sequence, m.content) for m in mine.get_messages(talk)] == [
        (1, "q1"),
        (2, "a1"),
        (5, "q3"),
        (6, "a3"),
        (7, "q4"),
    ]


def test_a_place_that_is_taken_is_no_reason_to_lose_a_message(mine, talk):
    mine.save_turn(talk, NewMessage(USER, "here first", sequence=1))
    mine.save_turn(talk, NewMessage(USER, "late", sequence=1))
    assert said(mine.get_messages(talk)) == ["here first", "late"]


def test_a_later_answer_supersedes_the_earlier_one(mine, talk):
    question = NewMessage(USER, "q")
    mine.save_turn(talk, question, NewMessage(ASSISTANT, "poor", sequence=2))
    mine.save_turn(talk, question, NewMessage(ASSISTANT, "better", sequence=4))
    assert said(mine.get_recent_messages(talk)) == ["q", "better"]
    assert said(mine.get_messages(talk)) == ["q", "poor", "better"]


def test_an_answer_that_arrives_late_does_not_supersede_a_newer_one(mine, talk):
    question = NewMessage(USER, "q")
    mine.save_turn(talk, question, NewMessage(ASSISTANT, "newer", sequence=4))
    _, late = mine.save_turn(talk, question, NewMessage(ASSISTANT, "older", sequence=2))
    assert late.status == MessageStatus.SUPERSEDED
    assert said(mine.get_recent_messages(talk)) == ["q", "newer"]


def test_recent_messages_can_end_before_a_message(mine, talk):
    question = NewMessage(USER, "q1")
    mine.save_turn(talk, question, NewMessage(ASSISTANT, "poor"))
    mine.save_turn(talk, question, NewMessage(ASSISTANT, "good", sequence=4))
    asked = mine.add_message(talk, USER, "q2")
    mine.add_message(talk, USER, "q3")
    assert said(mine.get_recent_messages(talk, before_id=asked.id)) == ["q1", "good"]
    assert said(mine.get_recent_messages(talk, 1, before_id=asked.id)) == ["good"]


def test_a_partial_answer_gives_way_to_the_whole_one(mine, talk):
    question, id = NewMessage(USER, "q"), uuid4()
    cut = NewMessage(ASSISTANT, "It was", id=id, status=MessageStatus.PARTIAL)
    mine.save_turn(talk, question, cut)
    mine.save_turn(talk, question, NewMessage(ASSISTANT, "It was fine.", id=id))
    mine.save_turn(talk, question, cut)
    answer = mine.get_messages(talk)[-1]
    assert (answer.content, answer.status) == ("It was fine.", MessageStatus.COMPLETE)


def test_a_cursor_survives_its_text_and_nonsense_is_refused(mine, talk):
    cursor = mine.get_conversation(talk).cursor
    assert Cursor.parse(str(cursor)) == cursor
    for text in ("", "~", "yesterday~" + talk.hex, "2026-01-01T00:00:00+00:00~nobody"):
        with pytest.raises(InvalidInput):
            Cursor.parse(text)


class TestQueries:
    """What the database is asked, which only the one implementation has to say."""

    @pytest.fixture
    def repository(self, ann):
        return DjangoConversationRepository(ann)

    @pytest.fixture
    def talk(self, repository):
        id = repository.create_conversation().id
        for number in range(3):
            repository.add_message(id, USER, str(number))
        return id

    @staticmethod
    def count(call):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            call()
        return len([q for q in queries if q["sql"].startswith(("SELECT", "INSERT", "UPDATE"))])

    def test_reading_takes_one_query(self, repository, talk):
        assert self.count(lambda: repository.get_recent_messages(talk)) == 1
        assert self.count(lambda: repository.get_messages(talk)) == 1
        assert self.count(lambda: repository.list_conversations()) == 1

    def test_paging_messages_takes_two(self, repository, talk):
        last = repository.get_messages(talk)[-1]
        assert self.count(lambda: repository.get_messages(talk, before_id=last.id)) == 2

    def test_adding_a_message_takes_four_whatever_the_length(self, repository, talk):
        assert self.count(lambda: repository.add_message(talk, USER, "more")) == 4

    def test_what_is_stored_is_encrypted(self, repository, talk):
        repository.add_message(talk, USER, "the cobalt report", {"secret": "cobalt"})
        with connection.cursor() as cursor:
            cursor.execute("SELECT content, metadata FROM conversations_message")
            stored = str(cursor.fetchall())
            cursor.execute("SELECT title, metadata FROM conversations_conversation")
            stored += str(cursor.fetchall())
        assert "cobalt" not in stored
        assert stored.count("gAAAA") == 2 * Message.objects.count() + 2
