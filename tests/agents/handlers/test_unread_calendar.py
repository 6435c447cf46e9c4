"""Orders and questions that have nothing to do with a calendar which can't be reached."""

import pytest

from omniforge.calendar.selectors import calendar_of
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Chat

pytestmark = pytest.mark.django_db(transaction=True)


def _lose(access: Access) -> None:
    """Keep the person's calendar with a service that nobody runs."""
    calendar = calendar_of(access)
    calendar.account = {"url": "http://127.0.0.1:9/", "username": "ann", "password": "unused"}
    calendar.save()


async def test_work_goes_on_without_the_calendar(chat: Chat):
    await chat.say("create a project Fair with tasks: paint the long stall")
    await in_database(_lose, chat.access)
    asked = await chat.say("is paint the long stall confirmed by the mayor?")
    assert "**Paint the long stall**" in asked.text
    ordered = await chat.say("The long stall only takes an hour. Add a task sweep the yard")
    assert "Created the task **Sweep the yard**" in ordered.text
