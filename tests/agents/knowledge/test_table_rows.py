"""Calculations over a document's table: sums and extremes, and never a part presented as the whole."""

import pytest

from omniforge.projects.services import DocumentService, ProjectService
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Chat

pytestmark = pytest.mark.django_db(transaction=True)
TABLES = {
    "Orchard": "| Tree | Sort | Harvest |\n|---|---|---|\n| North row | Boskoop | 310 |\n"
    "| South row | Elstar | 1,240 |\n| Wall | Boskoop | 95 |\n",
    "Saunas": "| Bath | Price |\n|---|---|\n| Finnish | €14 |\n| Herbal | €9.50 |\n",
    "Vans": "| Van | Mileage |\n|---|---|\n| Blue | 41000 |\n| Red | 88000 |\n| Total | 129000 |\n",
    "Barn": "Blue tits nest in the barn. A hen gets 120 grams of grain. White paint is kept in the loft.",
}


@pytest.fixture
async def documents(ann: Access) -> None:
    def fill() -> None:
        project = ProjectService(ann).create(name="Farm").row
        for title, content in TABLES.items():
            DocumentService(ann).create(project.pk, title=title, content=f"# {title}\n\n{content}")

    await in_database(fill)


@pytest.mark.parametrize(
    ("asks", "says"),
    [
        ("What does the harvest add up to?", "**1,645** in total"),
        ("what is the sum of the harvest in the orchard", "**1,645** in total"),
        ("Which tree has the biggest harvest?", "South row"),
        ("which tree has the lowest harvest", "Wall"),
        ("which bath is the cheapest?", "Herbal"),
        ("What do the prices of the saunas add up to?", "**€23.5"),
        ("What is the harvest of the south row?", "Harvest: 1,240"),
    ],
)
async def test_rows_of_a_document_table_are_totalled(documents, chat: Chat, asks: str, says: str):
    said = (await chat.say(asks)).text
    assert says in said and "[1]" in said and said.count("Harvest: ") <= 1


@pytest.mark.parametrize(
    "asks",
    [
        "What does the harvest of Boskoop add up to?",
        "what does the harvest of pears add up to?",
        "what is the sum of the sorts in the orchard?",
        "Which Boskoop tree has the biggest harvest?",
        "what do we give a hen against lice?",
        "Where is the whitening kept?",
    ],
)
async def test_partial_rows_are_not_totalled_as_the_whole(documents, chat: Chat, asks: str):
    assert "[1]" not in (await chat.say(asks)).text


async def test_total_row_is_not_added_to_the_sum(documents, chat: Chat):
    assert "258" not in (await chat.say("what does the mileage of the vans add up to?")).text


async def test_follow_up_sum_uses_the_figure_of_a_row(documents, chat: Chat):
    await chat.say("what is the price of a Finnish bath?")
    assert "**42**" in (await chat.say("and times 3?")).text
