"""A person's repository, and a conversation in it."""

import pytest

from conversations.record.django_repository import DjangoConversationRepository


@pytest.fixture
def mine(ann):
    return DjangoConversationRepository(ann)


@pytest.fixture
def talk(mine):
    return mine.create_conversation().id


def said(records):
    return [record.content for record in records]
