"""What a workspace agent can do without a model is known before it is created."""

from datetime import UTC, datetime

import pytest

from intent.commands import Situation
from intent.forms.own_work import (
    STANDING,
    purpose_order,
    purpose_question,
    unknown_project,
    works_without_model,
)

_HERE = Situation(
    datetime(2026, 11, 20, 10, 0, tzinfo=UTC), projects=("Barn conversion", "The summer fair"), scope=STANDING
)
DONE = [
    ("check what's due this week and tell me", "what's due this week"),
    ("post the overdue tasks to #front-desk", "the overdue tasks"),
    ("send me what's overdue and what's due this week", "send me what's overdue and what's due this week"),
    ("give me a list of whats overdue and who its for", "give me a list of whats overdue"),
    ("sends me all tasks due that week", "sends me all tasks due this week"),
    ("list my tasks for today", "list my tasks for today"),
    ("check whether anything is overdue and tell me", "whether anything is overdue"),
    ("tell me what appointments i have", "tell me what appointments i have"),
    ("give me my calendar for the day", "give me my calendar"),
    (
        "shows me what Ida Berg still has open in the Barn conversion",
        "shows me what Ida Berg still has open in the Barn conversion",
    ),
    (
        "tells me which tasks Ida Berg still has open in the Barn conversion",
        "which tasks Ida Berg still has open in the Barn conversion",
    ),
    ("tells me which tasks in our projects are overdue", "which tasks in our projects are overdue"),
    ("show what Ida Berg has to do this week", "show what Ida Berg has to do this week"),
    ("list everything that was finished this week", "list everything that was finished this week"),
    ("tells me which milestones are coming up this month", "which milestones are coming up this month"),
    ("tell me if anything is overdue and who it belongs to", "tell me if anything is overdue"),
    ("what's still open on the Barn conversion project", "what's still open on the Barn conversion project"),
    ("list what's still open for the fair", "list what's still open for The summer fair"),
    ("tell me what's overdue in the barn", "tell me what's overdue in Barn conversion"),
    ("what's open in The summer fair", "what's open in The summer fair"),
    ("tell me what's on today and which tasks are due", "tell me what's on today and which tasks are due"),
    (
        "look at my calendar and tell me which fittings are on that day and the next day",
        "tell me which fittings are on today and tomorrow",
    ),
    ("list my calendar events of the next two weeks", "list my calendar events of the next two weeks"),
    (
        "check the calendar and list the viewings of the coming two weeks",
        "check the calendar and list the viewings of the coming two weeks",
    ),
    (
        "list the viewings of the coming week from my calendar",
        "list the viewings of the next 7 days from my calendar",
    ),
    (
        "watch The summer fair and tell me when something changes",
        "watch The summer fair and tell me when something changes",
    ),
]
NOT_DONE = [
    "write a newsletter about our candles",
    "tell me new tasks",
    "watch competitor prices",
    "delete tasks that nobody has touched for a year",
    "show the items below 5",
]


@pytest.mark.parametrize(("purpose", "words"), DONE)
def test_purpose_covered_by_commands_needs_no_model(purpose: str, words: str):
    assert purpose_question(purpose, _HERE) == words and works_without_model((purpose,), _HERE)


@pytest.mark.parametrize("purpose", NOT_DONE)
def test_purpose_not_covered_by_commands_gives_no_question(purpose: str):
    assert not purpose_question(purpose, _HERE)


def test_unknown_project_in_a_purpose_is_named():
    assert unknown_project(("what's still open on the glasshouse project",), _HERE) == "glasshouse"
    assert not unknown_project(("what's still open on the Barn conversion project",), _HERE)


def test_purpose_that_writes_on_a_guess_gives_no_order():
    assert not purpose_order(("write down which reminders are still open",), _HERE)
    assert purpose_order(("create a task Clean the fridge in The summer fair",), _HERE)
