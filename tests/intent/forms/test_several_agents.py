"""A wish for two agents, for another one than the draft, and for one that watches what is here."""

from datetime import UTC, datetime

import pytest

from intent.commands import Situation
from intent.forms.another import find_further_agent
from intent.forms.own_work import STANDING
from intent.forms.two_works import split_two_works
from intent.forms.watches import find_watch_order

_NOW = datetime(2026, 11, 20, 10, 0, tzinfo=UTC)
_HERE = Situation(_NOW, projects=("Barn conversion",), scope=STANDING)


@pytest.mark.parametrize(
    ("wish", "halves"),
    [
        (
            "Weekdays at 8 tell me what is late and due, and on Fridays at 4 pm what is due next week",
            (
                "Weekdays at 8 tell me what is late and due",
                "on Fridays at 4 pm what is due next week",
            ),
        ),
        (
            "post Ida's tasks every Monday at 8 and those of Tom every Tuesday at 8",
            ("post Ida's tasks every Monday at 8", "those of Tom every Tuesday at 8"),
        ),
        ("list overdue tasks on weekdays at 8 and Fridays at 16:00", None),
        ("list overdue tasks every Monday at 9 and post them here", None),
    ],
)
def test_request_is_split_when_each_half_has_schedule_and_work(wish: str, halves: tuple[str, str] | None):
    assert split_two_works(wish, _NOW.date()) == halves


@pytest.mark.parametrize(
    ("wish", "order"),
    [
        (
            "I want to be told when something is overdue",
            "create an agent to tell me when something is overdue",
        ),
        ("please keep an eye on Barn conversion", "create an agent to keep an eye on Barn conversion"),
        ("let me know when you are done", ""),
        ("alert me when the price of copper changes", ""),
    ],
)
def test_watch_order_is_read_when_commands_can_do_it(wish: str, order: str):
    assert find_watch_order(wish, _HERE) == order


@pytest.mark.parametrize(
    ("message", "order"),
    [
        (
            "and another agent, on Mondays at 9 it lists what's open",
            "create an agent that on Mondays at 9 lists what's open",
        ),
        (
            "make me another that tells me on Fridays what is late",
            "create an agent that tells me on Fridays what is late",
        ),
        (
            "and one more: every day at 6 list what is late",
            "create an agent that every day at 6 list what is late",
        ),
        ("another one, print the order forms by Monday", ""),
        ("add another task that checks the boiler", ""),
        ("one more: the fair is on Monday", ""),
    ],
)
def test_one_agent_more_is_told_from_one_thing_more(message: str, order: str):
    assert find_further_agent(message) == order
