"""Orders about the content and place of documents, carried out without a model."""

import pytest

from agents.tools.workspace.paths import placed_documents
from omniforge.projects.models import Project
from omniforge.projects.selectors import (
    get_document,
    get_project,
)
from omniforge.projects.services import DocumentService
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Chat
from tests.agents.handlers.talk import work

pytestmark = pytest.mark.django_db(transaction=True)


_OVEN = "# Oven\n\nThe oven is set to 220 degrees. Loaves bake for 35 minutes.\n\nIt opens at 5:30."


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("change the oven doc, we set it to 230 degrees now not 220", "The oven is set to 230 degrees."),
        ("in Oven it should say 40 minutes instead of 35", "Loaves bake for 40 minutes."),
        ("replace 220 with 210 in Oven", "The oven is set to 210 degrees."),
        ("update Oven: it opens at 5:15, no longer 5:30", "It opens at 5:15."),
        ("correct the document Oven, it is not 35 but 38 minutes", "Loaves bake for 38 minutes."),
        ("In the document Oven change 220 degrees to 225 degrees", "The oven is set to 225 degrees."),
        ("Please update the Oven document: loaves bake for 45 minutes instead of 35.", "Loaves bake for 45"),
        ("change the oven doc from 35 to 36", "Loaves bake for 36 minutes."),
        ("set the oven to 215 degrees", "The oven is set to 215 degrees."),
        ("change the loaves to 40 minutes", "Loaves bake for 40 minutes."),
    ],
)
async def test_figure_in_a_document_is_replaced(here: Chat, ann: Access, barn: Project, said: str, line: str):
    row = (await in_database(DocumentService(ann).create, barn.pk, title="Oven", content=_OVEN)).row
    answer = await here.say(said)
    text = (await in_database(get_document, ann, row.pk)).content
    assert line in text and len(text) <= len(_OVEN) + 1, answer.text
    assert line in answer.text


async def test_line_is_added_to_the_last_written_document(here: Chat):
    await here.say("Write a page about the stall: hours 10 to 6, float of £150")
    await here.say("change the float to 200")
    await here.say("add a line: charge the card reader the night before")
    text = (await here.say("read The stall")).text
    assert "float of £200" in text and "charge the card reader" in text


async def test_prices_of_a_document_are_added_up(here: Chat, ann: Access, barn: Project):
    content = "- Flat white 3.20\n- Pot of tea 2.40\n- Scone with jam 3.75\n- Soup and roll 5.20\n"
    await in_database(DocumentService(ann).create, barn.pk, title="Café", content=content)
    assert "come to **10.15**" in (await here.say("what do two flat whites and a scone cost?")).text
    assert "**7.20**" in (await here.say("how much are three pots of tea?")).text
    for together in ("how much are a tea and a pizza?", "what does a soup and roll cost?"):
        assert "come to" not in (await here.say(together)).text
    other = "- Calendar €9.00\n- Mug £7.50\n"
    await in_database(DocumentService(ann).create, barn.pk, title="Shop", content=other)
    assert "come to" not in (await here.say("what do two calendars and a mug cost?")).text


async def test_day_of_a_date_is_not_replaced_as_a_figure(here: Chat, ann: Access, barn: Project):
    content = "The float is counted on 12 December."
    row = (await in_database(DocumentService(ann).create, barn.pk, title="Till", content=content)).row
    await here.say("change the float to £200")
    assert (await in_database(get_document, ann, row.pk)).content == content


async def test_ambiguous_or_missing_figure_is_not_replaced(here: Chat, ann: Access, barn: Project):
    content = "Dough rests for 20 minutes. Loaves cool for 20 minutes."
    row = (await in_database(DocumentService(ann).create, barn.pk, title="Dough", content=content)).row
    for said, told in (
        ("replace 20 with 25 in Dough", "in several places"),
        ("replace 2 with 3 in Dough", "doesn't say 2"),
    ):
        assert told in (await here.say(said)).text
    assert (await in_database(get_document, ann, row.pk)).content == content


@pytest.mark.parametrize(
    "said",
    [
        "site rules doesnt belong in handbook, move it out",
        "Site rules shouldn't be under Handbook any more. Please move that document to the top level.",
        "Take Site rules out of Handbook",
        "Site rules no longer belongs under Handbook.",
    ],
)
async def test_document_moves_out_of_its_parent(here: Chat, ann: Access, barn: Project, said: str):
    await here.say("move Site rules below Handbook")
    answer = await here.say(said)
    paths = await in_database(lambda: [one.words for one in placed_documents(get_project(ann, barn.pk))])
    assert "Site rules" in paths and "Moved **Site rules** to the top" in answer.text


@pytest.mark.parametrize(
    "said", ["Frame the roof belongs under Order the beams", "Ben Carver should sit below Aisha Cole"]
)
async def test_tasks_and_people_are_not_moved_in_the_tree(here: Chat, ann: Access, said: str):
    before = await work(ann)
    answer = await here.say(said)
    assert await work(ann) == before and "Moved" not in answer.text
