"""A person's repository, of each kind, and a conversation in it."""

import pytest

from conversations.record.django_repository import DjangoConversationRepository
from tests.conversations.memory_repository import InMemoryConversationRepository, MemoryStore


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
