"""Documents merged by talk, without a model."""

import pytest

from omniforge.projects.kinds import Kind
from omniforge.projects.models import Project
from omniforge.projects.selectors import find_documents
from omniforge.projects.services import DocumentService, EntityService
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Chat

pytestmark = pytest.mark.django_db(transaction=True)
NOTES, GUIDE = "Seats are sold by the month.", "Prices are in euros."


@pytest.fixture
def two(ann: Access, launch: Project) -> None:
    service = DocumentService(ann)
    service.create(launch.pk, title="Seat prices", content=NOTES)
    service.create(launch.pk, title="Price guide", content=GUIDE)
    service.create(launch.pk, title="Blank", content="")


async def texts(access: Access) -> dict[str, str]:
    def read() -> dict[str, str]:
        return dict(find_documents(access).filter(role="plain").values_list("title", "content"))

    return await in_database(read)


@pytest.mark.usefixtures("two")
async def test_merged_document_is_restored_by_undo(inside: Chat, ann: Access):
    answer = await inside.say("merge Seat prices into Price guide")
    merged = f"{GUIDE}\n\n## Seat prices\n\n{NOTES}"
    assert {title: text.strip() for title, text in (await texts(ann)).items()} == {
        "Price guide": merged,
        "Blank": "",
    }
    assert "Merged **Seat prices** into **Price guide**" in answer.text
    await inside.say("undo that")
    assert await texts(ann) == {"Seat prices": NOTES, "Price guide": GUIDE, "Blank": ""}


@pytest.mark.usefixtures("two")
async def test_merge_asks_which_document_stays(inside: Chat, ann: Access):
    asked = await inside.say("can you combine the seat prices document with the price guide document?")
    assert "Which one should stay" in asked.text and len(await texts(ann)) == 3
    await inside.say("Seat prices")
    assert set(await texts(ann)) == {"Seat prices", "Blank"}


@pytest.mark.usefixtures("two")
async def test_impossible_merge_is_refused_and_changes_nothing(inside: Chat, ann: Access, launch: Project):
    await in_database(lambda: EntityService(ann, Kind.TASK).create(launch.pk, title="Call Kim"))
    await in_database(lambda: EntityService(ann, Kind.TASK).create(launch.pk, title="Call Tom"))
    before = await texts(ann)
    assert "is empty, so there's nothing to merge" in (await inside.say("merge Blank into Price guide")).text
    assert (
        "Only two different documents can be merged"
        in (await inside.say("merge the Call Kim task into the Call Tom task")).text
    )
    assert await texts(ann) == before
