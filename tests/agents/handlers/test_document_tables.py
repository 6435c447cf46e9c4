"""The table of a document that a message names, as a file or for a figure."""

import pytest

from omniforge.projects.models import Project
from omniforge.projects.services import DocumentService
from omniforge.tenants.access import Access
from tests.agents.chat import Chat

pytestmark = pytest.mark.django_db(transaction=True)

_TABLE = "| Glaze | Stock |\n|---|---|\n| Shino | 22 |\n| Celadon | 14 |\n"


@pytest.fixture
def lists(barn: Project, ann: Access) -> None:
    documents = DocumentService(ann)
    documents.create(barn.pk, title="Glaze stock", content=f"# Glaze stock\n\n{_TABLE}")
    documents.create(barn.pk, title="Two lists", content=f"{_TABLE}\nMore:\n\n{_TABLE}")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("give me the Glaze stock as an Excel file", "**Glaze stock.xlsx**: 2 rows"),
        ("what's the average stock in the Glaze stock?", "**18**"),
        ("Two lists as a CSV file", "I didn't understand that"),
    ],
)
async def test_table_in_a_document_is_queried_and_exported(here: Chat, lists: None, asked: str, said: str):
    assert said in (await here.say(asked)).text
