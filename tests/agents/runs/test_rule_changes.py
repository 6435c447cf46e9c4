"""Documents written, last changes undone, and follow-ups to what was just created, without a model."""

from dataclasses import replace
from uuid import UUID

import pytest

from agents.events import EntityPatched, OptionsOffered, SourcesCited
from omniforge.projects.focus import Focus
from omniforge.projects.kinds import Kind
from omniforge.projects.models import Project
from omniforge.projects.selectors import find_documents, find_entities
from omniforge.projects.services import DocumentService, EntityService, ProjectService
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from omniforge.tenants.models import Role
from tests.agents.chat import Answer, Chat

pytestmark = pytest.mark.django_db(transaction=True)
TASKS = "Add tasks: book studio, invite guests, and design the cover"


@pytest.fixture
def podcast(ann: Access) -> Project:
    return ProjectService(ann).create(name="Podcast").row


@pytest.fixture(params=["global", "focused"])
def talk(request: pytest.FixtureRequest, chat: Chat, podcast: Project) -> Chat:
    """A conversation about everything, and one about the only project."""
    chat.focus = Focus(podcast.pk) if request.param == "focused" else chat.focus
    return chat


async def documents(access: Access) -> dict[str, str]:
    return {one.title: one.content for one in await in_database(lambda: list(find_documents(access)))}


async def pricing(access: Access) -> str:
    return (await documents(access))["Pricing"]


async def states(access: Access) -> dict[str, str]:
    tasks = await in_database(lambda: list(find_entities(access, Kind.TASK)))
    return {one.title: one.state for one in tasks}


def changes(answer: Answer) -> int:
    return sum(isinstance(event, EntityPatched) for event in answer.events)


async def test_document_is_created_extended_and_queried(talk: Chat, ann: Access):
    await talk.say("Create a document called Pricing with sections Seats and Discounts")
    assert await pricing(ann) == "## Seats\n\n## Discounts"
    told = await talk.say('Add a section "Refunds" to the Pricing document: we refund within 14 days')
    assert "Added the section **Refunds** to **Pricing**" in told.text
    assert await pricing(ann) == "## Seats\n\n## Discounts\n\n## Refunds\n\nwe refund within 14 days\n"
    answer = await talk.say("What do we say about refunds?")
    (cited,) = (event for event in answer.events if isinstance(event, SourcesCited))
    assert "14 days" in answer.text and cited.sources[0].title == "Pricing › Refunds"
    await talk.say("Add to the Pricing document: all prices are net")
    assert (await pricing(ann)).endswith("we refund within 14 days\n\nall prices are net\n")


async def test_undo_reverts_one_turn_at_a_time(talk: Chat, ann: Access):
    await talk.say("Create a document called Pricing with sections Seats and Discounts")
    await talk.say('Add a section "Refunds" to the Pricing document')
    assert "document 'Pricing' is as it was before" in (await talk.say("undo that")).text
    assert await pricing(ann) == "## Seats\n\n## Discounts"
    gone = await talk.say("undo the last change")
    assert "document 'Pricing' is gone again" in gone.text and changes(gone)
    assert "Pricing" not in await documents(ann)
    assert "nothing here that I can take back" in (await talk.say("undo")).text


async def test_undo_skips_a_document_changed_since(talk: Chat, ann: Access):
    await talk.say("Create a document called Pricing")
    (made,) = talk.dialogue.touched
    await in_database(lambda: DocumentService(ann).update(UUID(made.id), content="Written by hand"))
    answer = await talk.say("take that back")
    assert "Nothing was undone" in answer.text and "'Pricing' has changed since" in answer.text
    assert await pricing(ann) == "Written by hand"


async def test_new_tasks_are_referred_to_by_position(talk: Chat, ann: Access):
    await talk.say(TASKS)
    await talk.say("the second one is done")
    assert await states(ann) == {"Book studio": "todo", "Invite guests": "done", "Design the cover": "todo"}
    listed = await talk.say("which of these are open?")
    assert "2 open things" in listed.text and "Invite guests" not in listed.text
    assert "is assigned to Kim now" in (await talk.say("assign the first to Kim")).text
    await talk.say("assign it to Ann")
    rows = await in_database(lambda: list(find_entities(ann, Kind.TASK)))
    assert [one.fields for one in rows if one.fields] == [{"assignee": "Ann"}]
    assert "is assigned to Ann" in (await talk.say("who is the studio task assigned to?")).text
    await talk.say("Create a document called Pricing")
    assert "has no assignee" in (await talk.say("assign it to Kim")).text


async def test_proposal_is_noted_as_an_idea_without_options(talk: Chat):
    answer = await talk.say("Maybe we should delete the newsletter task")
    assert "Noted as an idea" in answer.text and changes(answer) == 0
    assert not any(isinstance(event, OptionsOffered) for event in answer.events)


@pytest.mark.parametrize("question", ["summarise the project", "give me an overview of the project"])
async def test_project_is_summarised(question: str, talk: Chat):
    await talk.say(TASKS)
    assert "**Podcast** (active): 3 of 3 tasks open" in (await talk.say(question)).text


async def test_work_question_is_answered_while_another_is_pending(chat: Chat, ann: Access, podcast: Project):
    await in_database(lambda: ProjectService(ann).create(name="Launch"))
    await in_database(lambda: EntityService(ann, Kind.TASK).create(podcast.pk, title="Book studio"))
    await chat.say("Add a task to call Kim")
    aside = await chat.say("what is on my plate?")
    assert "Book studio" in aside.text and chat.dialogue.pending
    assert "**Call Kim** in **Launch**" in (await chat.say("Launch")).text
    await chat.say('Create a task "Call the press" in Podcast')
    assert (await states(ann)).keys() == {"Book studio", "Call Kim", "Call the press"}


async def test_auditor_is_answered_but_changes_nothing(talk: Chat, ann: Access):
    await talk.say("Add a task to book the studio")
    talk.access = replace(ann, role=Role.AUDITOR)
    assert "Book the studio" in (await talk.say("what's on my plate?")).text
    for order in ("mark the studio task done", "undo that", "add a section X to the Pricing document"):
        assert "As an auditor" in (await talk.say(order)).text
    assert await states(ann) == {"Book the studio": "todo"}
