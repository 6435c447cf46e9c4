"""Two attached tables are compared row by row."""

import pytest

from tests.agents.handlers.talk import Talk, attach

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "which towns went down since then?",
            "From **trips_old** to **trips**:\n\n- York: 90 to **80** (−10)",
        ),
        ("what changed since the old list?", "- Leeds: 100 to **120** (+20)"),
        ("which are in the old list but not in the new one?", "not in **trips**: Hull."),
        ("which are new since last month?", "not in **trips_old**: Bath."),
        ("make a table with town, old km, new km and the difference", "| York | 90 | 80 | -10 |"),
    ],
)
async def test_two_attached_tables_are_compared(talk: Talk, said: str, told: str):
    await attach(talk, "trips.csv", "Town,Km\nLeeds,120\nYork,80\nBath,30\n")
    await attach(talk, "trips_old.csv", "Town,Km\nLeeds,100\nYork,90\nHull,45\n")
    assert told in await talk.say(said)


async def test_comparison_with_one_table_is_left_to_other_handlers(talk: Talk):
    await attach(talk, "trips.csv", "Town,Km\nLeeds,120\n")
    assert await talk.say("compare the two lists") == ""
