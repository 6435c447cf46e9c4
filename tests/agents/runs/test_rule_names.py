"""Bare titles of a workspace in rules: 'move the scan below Sources', 'summarise it'."""

from datetime import date

import pytest

from agents.events import EntityPatched, SourcesCited
from intent.types import ActionType
from omniforge.projects.kinds import Kind
from omniforge.projects.models import Project
from omniforge.projects.selectors import find_documents, find_entities, get_project
from omniforge.projects.services import DocumentService, EntityService
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Answer, Chat

pytestmark = pytest.mark.django_db(transaction=True)
INTERVIEWS = "## Who\n\nSix people were asked. Five read the report on a phone.\n"


async def write(access: Access, project: Project, title: str, content: str = "") -> None:
    service = DocumentService(access)
    await in_database(lambda: service.create(project.pk, title=title, content=content))


def wrote(answer: Answer) -> list[str]:
    return [event.entity_name for event in answer.events if isinstance(event, EntityPatched)]


def cited(answer: Answer) -> list[str]:
    found = (event.sources for event in answer.events if isinstance(event, SourcesCited))
    return [source.title for sources in found for source in sources]


async def outline(access: Access, project: Project) -> dict[str, list[str]]:
    """Return a project's top-level titles with those of their children."""

    def read() -> dict[str, list[str]]:
        titles = {str(one.pk): one.title for one in find_documents(access)}
        root = get_project(access, project.pk).doc_structure["root"]
        return {titles[one["id"]]: [titles[child["id"]] for child in one["children"]] for one in root}

    return await in_database(read)


async def test_document_is_summarised_by_its_title_and_cited(inside: Chat, ann: Access, launch: Project):
    await write(ann, launch, "Interviews", INTERVIEWS)
    await write(ann, launch, "Decisions", "The report shows euros only.")
    answer = await inside.say("summarise interviews")
    assert "**Interviews** in its own sentences [1]" in answer.text and "Who" not in answer.text
    assert "- Six people were asked." in answer.text and cited(answer) == ["Interviews"]
    both = await inside.say("Sum up Interviews and Decisions")
    assert "[1]" in both.text and "**Decisions** in its own sentences [2]" in both.text
    assert cited(both) == ["Interviews", "Decisions"] and wrote(both) == []
    assert cited(await inside.say("open the Decisions document")) == ["Decisions"]


async def test_document_is_moved_outside_a_project_chat(
    chat: Chat, ann: Access, launch: Project, relocation: Project
):
    for title in ("Competitor Scan", "Sources"):
        await write(ann, launch, title)
    moved = await chat.say("Move the Competitor Scan below Sources")
    assert "Moved **Competitor Scan** below **Sources**" in moved.text
    assert (await outline(ann, launch))["Sources"] == ["Competitor Scan"]
    again = await chat.say("Move the Competitor Scan below Sources")
    assert "is there already" in again.text and wrote(again) == []
    assert "Moved" not in again.text


async def test_title_in_two_projects_asks_which_one(
    chat: Chat, ann: Access, launch: Project, relocation: Project
):
    for project in (launch, relocation):
        for title in ("Competitor Scan", "Sources"):
            await write(ann, project, title)
    asked = await chat.say("Move the Competitor Scan below Sources")
    assert "Which one do you mean?" in asked.text and wrote(asked) == []
    assert "document in Relocation" in asked.shown
    await chat.say("the second one")
    below = [(await outline(ann, project))["Sources"] for project in (launch, relocation)]
    assert sorted(below) == [[], ["Competitor Scan"]]


async def test_document_of_another_project_is_not_moved(
    inside: Chat, ann: Access, relocation: Project, launch: Project
):
    for title in ("Competitor Scan", "Sources"):
        await write(ann, relocation, title)
    answer = await inside.say("Move the Competitor Scan below Sources")
    assert "this conversation is about another project" in answer.text and wrote(answer) == []


async def test_order_naming_no_document_changes_nothing(chat: Chat, ann: Access, launch: Project):
    await write(ann, launch, "Sources")
    answer = await chat.say("Put the sources into a table for Slack")
    assert wrote(answer) == [] and "document" not in answer.text


async def test_new_title_is_taken_verbatim(inside: Chat, ann: Access, launch: Project):
    for title in ("Interviews", "Competitor Scan", "Decisions", "Sources"):
        await write(ann, launch, title)
    await inside.say("Move Interviews under Competitor Scan and rename Decisions to Sources of truth")
    found = await outline(ann, launch)
    assert found["Competitor Scan"] == ["Interviews"] and "Sources of truth" in found


async def test_values_of_a_thing_are_told_by_its_title(inside: Chat, ann: Access, launch: Project):
    def make() -> None:
        fields = {"probability": 0.4, "assignee": "Ann"}
        EntityService(ann, Kind.RISK).create(launch.pk, title="A late review", fields=fields)
        EntityService(ann, Kind.MILESTONE).create(
            launch.pk, title="App in the store", due_on=date(2026, 12, 4)
        )

    await in_database(make)
    due = await inside.say("When is App in the store due?")
    assert "due Friday, 4 December" in due.text and wrote(due) == []
    who = await inside.say("who is responsible for the late review risk?")
    assert "is assigned to Ann" in who.text


async def test_title_follows_the_kind_without_called(inside: Chat, ann: Access, launch: Project):
    await write(ann, launch, "Sources")
    assert "**Glossary**" in (await inside.say("create a document Glossary under Sources")).text
    assert (await outline(ann, launch))["Sources"] == ["Glossary"]
    await inside.say("add a risk that the bank changes its format, high priority")
    (risk,) = await in_database(lambda: list(find_entities(ann, Kind.RISK)))
    assert (risk.title, risk.priority) == ("The bank changes its format", 2)


async def test_order_with_a_reason_or_bare_title_is_understood(inside: Chat, ann: Access, launch: Project):
    await in_database(lambda: EntityService(ann, Kind.TASK).create(launch.pk, title="Print flyers"))
    await write(ann, launch, "Decisions")
    await inside.say("mark the flyers task as blocked because the printer is away")
    (task,) = await in_database(lambda: list(find_entities(ann, Kind.TASK)))
    assert task.state == "blocked"
    assert "Added it to **Decisions**" in (await inside.say("add 'Ann decides' to Decisions")).text
    assert "1. **Decisions**" in (await inside.say("show me the document tree")).text


async def test_import_and_export_orders_link_to_the_menus(inside: Chat, launch: Project):
    page = f"[Launch](/projects/{launch.pk}/)"
    for said, menu in (("import a document", "Import files"), ("Export the project", "Export as a zip")):
        answer = await inside.say(said)
        assert page in answer.text and f"“{menu}”" in answer.text and wrote(answer) == []


async def test_states_changes_and_documents_are_looked_up(inside: Chat, ann: Access, launch: Project):
    await in_database(
        lambda: EntityService(ann, Kind.TASK).create(launch.pk, title="Print flyers", state="blocked")
    )
    await write(ann, launch, "Prices", "## Refunds\n\nWithin 14 days.\n")
    assert "One blocked thing:" in (await inside.say("what's blocked?")).text
    assert "Task **Print flyers** added" in (await inside.say("what changed this week?")).text
    assert "There are no goals" in (await inside.say("what is the goal of this project?")).text
    found = await inside.say("find the document about refunds")
    assert "1. **Prices**" in found.text
    assert found.intent.action_type == ActionType.QUERY_INFO
    none = await inside.say("search the documents for elephants")
    assert "No document mentions “elephants”" in none.text


async def test_project_name_excludes_its_description(chat: Chat, ann: Access):
    answer = await chat.say("Create a project called Spring launch about bringing our bags to shops in March")
    assert "Created the project **Spring launch**" in answer.text
    project = await Project.objects.aget()
    assert project.description == "bringing our bags to shops in March"
    await chat.say("create a project called All about bags")
    assert await in_database(lambda: "All about bags" in {one.name for one in Project.objects.all()})


async def test_changes_are_listed_by_member(inside: Chat, ann: Access, amy: Access, launch: Project):
    await write(ann, launch, "Prices")
    await write(amy, launch, "Rivals")
    mine = await inside.say("what did I change?")
    assert "**Prices**" in mine.text and "**Rivals**" not in mine.text
    hers = await inside.say("What has amy changed?")
    assert "**Rivals**" in hers.text and "**Prices**" not in hers.text
    assert "Nothing was changed by Zoe" in (await inside.say("what did Zoe change?")).text


async def test_unknown_title_is_searched_in_the_texts(inside: Chat, ann: Access, launch: Project):
    await write(ann, launch, "Prices", "## Refunds\n\nWithin 14 days.\n")
    told = await inside.say("what do we know about refunds?")
    assert "Within 14 days" in told.text
    none = await inside.say("summarise the elephants document")
    assert none.text.startswith("I found no document called “elephants”") and wrote(none) == []


async def test_late_tasks_are_overdue_tasks(inside: Chat, ann: Access, launch: Project):
    def make() -> None:
        for title, due in (("Call the printer", date(2020, 1, 1)), ("Book the hall", date(2099, 1, 1))):
            EntityService(ann, Kind.TASK).create(launch.pk, title=title, due_on=due)

    await in_database(make)
    answer = await inside.say("which tasks are late?")
    assert "**Call the printer**" in answer.text and "**Book the hall**" not in answer.text


async def test_help_is_given_for_a_question_naming_projects(inside: Chat):
    assert "Create a project" in (await inside.say("What can you do with projects?")).text


async def test_mentioned_agent_does_not_run_for_another_order(
    chat: Chat, ann: Access, three_agents: None, launch: Project
):
    await chat.say("what does notion-reporter do?")
    await chat.say("add a task to print flyers")
    answer = await chat.say("assign it to Kim")
    (task,) = await in_database(lambda: list(find_entities(ann, Kind.TASK)))
    assert task.fields["assignee"] == "Kim" and "Running" not in answer.text
    await chat.say("what does notion-reporter do?")
    assert "Running" not in (await chat.say("move the Data sources below Market research")).text
