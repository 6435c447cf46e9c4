"""Whose things they are, and what is due by when, without a model: on Friday, 20 November 2026."""

from datetime import date

import pytest

from omniforge.projects.kinds import Kind
from omniforge.projects.models import Project
from omniforge.projects.selectors import find_entities
from omniforge.projects.services import EntityService
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from omniforge.tenants.models import User
from tests.agents.chat import Chat

pytestmark = pytest.mark.django_db(transaction=True)
TASKS = (  # title, assignee, due, priority
    ("Print the flyers", "Derek Obi", date(2026, 11, 18), 3),
    ("Book the hall", "Derek Obi", date(2026, 11, 25), 1),
    ("Write the speech", "Kim", date(2026, 12, 4), 2),
    ("Order the cake", "", date(2027, 1, 8), 4),
)


@pytest.fixture
def work(ann: Access, launch: Project) -> None:
    User.objects.filter(pk=ann.user_id).update(name="Ann Ito")
    service = EntityService(ann, Kind.TASK)
    for title, who, due, priority in TASKS:
        fields = {"assignee": who} if who else {}
        service.create(launch.pk, title=title, due_on=due, priority=priority, fields=fields)


def told(text: str) -> list[str]:
    return [title for title, *_ in TASKS if title in text]


@pytest.mark.usefixtures("work")
@pytest.mark.parametrize(
    ("question", "titles"),
    [
        ("what is assigned to Derek?", ["Print the flyers", "Book the hall"]),
        ("What is derek working on?", ["Print the flyers", "Book the hall"]),
        ("does Derek have anything overdue?", ["Print the flyers"]),
        ("show me Kim's tasks", ["Write the speech"]),
        ("what is Paula responsible for?", []),
        ("which tasks have nobody assigned?", ["Order the cake"]),
        ("what is due this week?", ["Print the flyers"]),
        ("show me everything that is due by Wednesday", ["Print the flyers", "Book the hall"]),
        ("what is due next week?", ["Book the hall"]),
        ("what is due in December?", ["Write the speech"]),
        ("show high priority tasks", ["Book the hall", "Write the speech"]),
    ],
)
async def test_tasks_are_filtered_by_assignee_and_state(inside: Chat, question: str, titles: list[str]):
    assert told((await inside.say(question)).text) == titles


@pytest.mark.usefixtures("work")
async def test_assign_to_me_stores_the_members_name(inside: Chat, ann: Access):
    mine = await inside.say("what are my tasks?")
    assert "There are no tasks assigned to you" in mine.text
    assert "is assigned to Ann Ito now" in (await inside.say("assign the cake task to me")).text
    stored = await in_database(lambda: find_entities(ann).get(priority=4).fields)
    assert stored == {"assignee": "Ann Ito"}
    assert told((await inside.say("which tasks are assigned to me?")).text) == ["Order the cake"]


@pytest.mark.usefixtures("work")
async def test_who_works_on_what_is_grouped_by_person(inside: Chat):
    answer = (await inside.say("who is working on what?")).text
    assert answer.index("**Derek Obi**") < answer.index("**Kim**") < answer.index("**Nobody**")
