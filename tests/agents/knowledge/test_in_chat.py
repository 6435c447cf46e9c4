"""Questions in the chat that documents answer, although nobody said to look there."""

import pytest

from agents.events import SourcesCited
from omniforge.database import in_database
from omniforge.projects.services import DocumentService, ProjectService
from omniforge.tenants.access import Access
from tests.agents.chat import Chat

pytestmark = pytest.mark.django_db(transaction=True)
PRICING = "# Seats\n\nEach seat costs 12 euros a month. Discounts begin at 50 seats.\n"


@pytest.fixture
async def documents(ann: Access) -> None:
    await in_database(_fill, ann)


def _fill(ann: Access) -> None:
    project = ProjectService(ann).create(name="Launch").row
    DocumentService(ann).create(project.pk, title="Pricing", content=PRICING)


async def test_a_question_is_answered_from_the_document_that_speaks_of_it(documents, chat: Chat):
    answer = await chat.say("Why does a seat cost 12 euros a month?")
    assert "Each seat costs 12 euros a month. [1]" in answer.text
    assert any(isinstance(event, SourcesCited) for event in answer.events)


async def test_a_question_of_which_no_document_speaks_is_answered_as_ever(documents, chat: Chat):
    answer = await chat.say("Why is the sky blue?")
    assert not any(isinstance(event, SourcesCited) for event in answer.events)
