"""The queries that repositories send to the database."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from conversations.models import Message, MessageRole
from conversations.record.django_repository import DjangoConversationRepository

USER = MessageRole.USER


@pytest.fixture
def repository(ann):
    return DjangoConversationRepository(ann)


@pytest.fixture
def talk(repository):
    id = repository.create_conversation().id
    for number in range(3):
        repository.add_message(id, USER, str(number))
    return id


def count(call):
    with CaptureQueriesContext(connection) as queries:
        call()
    return len([q for q in queries if q["sql"].startswith(("SELECT", "INSERT", "UPDATE"))])


def test_reading_takes_one_query(repository, talk):
    assert count(lambda: repository.get_recent_messages(talk)) == 1
    assert count(lambda: repository.get_messages(talk)) == 1
    assert count(lambda: repository.list_conversations()) == 1


def test_paging_messages_takes_two(repository, talk):
    last = repository.get_messages(talk)[-1]
    assert count(lambda: repository.get_messages(talk, before_id=last.id)) == 2


def test_adding_a_message_takes_four_whatever_the_length(repository, talk):
    assert count(lambda: repository.add_message(talk, USER, "more")) == 4


def test_what_is_stored_is_encrypted(repository, talk):
    repository.add_message(talk, USER, "the cobalt report", {"secret": "cobalt"})
    with connection.cursor() as cursor:
        cursor.execute("SELECT content, metadata FROM conversations_message")
        stored = str(cursor.fetchall())
        cursor.execute("SELECT title, metadata FROM conversations_conversation")
        stored += str(cursor.fetchall())
    assert "cobalt" not in stored
    assert stored.count("gAAAA") == Message.objects.count() + 2  # contents, one metadata, the title
