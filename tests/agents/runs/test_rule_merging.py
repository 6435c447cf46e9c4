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
async def test_one_goes_into_the_other_and_comes_back(inside: Chat, ann: Access):
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
async def test_which_one_stays_is_asked_where_it_is_not_said(inside: Chat, ann: Access):
    asked = await inside.say("can you combine the seat prices document with the price guide document?")
    assert "Which one should stay" in asked.text and len(await texts(ann)) == 3
    await inside.say("Seat prices")
    assert set(await texts(ann)) == {"Seat prices", "Blank"}


@pytest.mark.usefixtures("two")
async def test_what_cannot_be_merged_stays_as_it_is_and_that_is_said(
    inside: Chat, ann: Access, launch: Project
):
    await in_database(lambda: EntityService(ann, Kind.TASK).create(launch.pk, title="Call Kim"))
    await in_database(lambda: EntityService(ann, Kind.TASK).create(launch.pk, title="Call Tom"))
    before = await texts(ann)
    assert "is empty, so there's nothing to merge" in (await inside.say("merge Blank into Price guide")).text
    assert (
        "Only two different documents can be merged"
        in (await inside.say("merge the Call Kim task into the Call Tom task")).text
    )
    assert await texts(ann) == before
