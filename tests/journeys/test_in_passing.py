"""A day of short messages without a model: each answer says what was done, and the database agrees."""

from datetime import date, timedelta

import pytest

from tests.conversations.conftest import ChatSite
from tests.journeys.desk import Desk, Talk

pytestmark = pytest.mark.slow


def planned(site: ChatSite) -> list[str]:
    """Return what is in Ann's calendar in the next days, by title."""
    until = date.today() + timedelta(days=9)
    with site.http() as http:
        rows = http.get("/api/v1/calendar/events/", params={"until": f"{until}T00:00:00Z"}).json()
    return [row["title"] for row in rows]


async def test_question_about_a_persons_work_has_a_follow_up(ruled: ChatSite):
    desk = Desk(ruled)
    for title, who in (("Print the flyers", "Kim Lo"), ("Book the hall", "Tom")):
        desk.task(title, fields={"assignee": who})
    async with ruled.chat() as ann:
        talk = Talk(ann, desk.project_id)
        first, then = await talk.say("what is Kim working on?"), await talk.say("and Tom?")
    assert "Print the flyers" in first.text and "Book the hall" not in first.text
    assert "Book the hall" in then.text and "Print the flyers" not in then.text


async def test_reminder_said_in_chat_is_in_the_calendar(ruled: ChatSite):
    desk = Desk(ruled)
    async with ruled.chat() as ann:
        heard = await Talk(ann, desk.project_id).say(f"remind me tomorrow at 9 to call {desk.name}")
    assert "to your calendar" in heard.text and "don't send a notification" in heard.text
    assert f"Call {desk.name}" in planned(ruled)
