"""What is about to be written as a name and has more than a name in it isn't written."""

from datetime import UTC, datetime

import pytest

from intent.commands import Situation
from intent.commands.grammar.swallowed import without_swallowed
from intent.commands.readers.events.happenings import Happening
from intent.commands.types import Command, Entry, Reading

NOW = Situation(now=datetime(2026, 11, 20, 9, tzinfo=UTC), projects=("Regatta",))


def checked(message: str, **slots: object) -> Reading:
    command = Command("thing.create", slots, words=message, writes=True)
    return without_swallowed(Reading((command,)), message, NOW)


@pytest.mark.parametrize(
    "title",
    [
        "Quay refit. budget 4,200",
        "Oil the winch; ring the mill",
        "Ring the mill, and note that she is away",
        "In Regatta",
        "For the Regatta project, the list",
        "Starts 12 December at the boathouse",
        "Boathouse with these jobs",
        "Boathouse, tasks: paint",
        "Put them all in please",
    ],
)
def test_title_that_swallowed_more_is_left_out(title: str):
    assert checked(title, title=title) == Reading((), (title,))


@pytest.mark.parametrize(
    "title",
    [
        "Book St. John's hall at 9.30",
        "Weed the beds, water the roses and feed the hens",
        "Put in the new windows",
        "Regatta dinner",
        "Start the mill",
        "In-house training",
        "Programme, first draft",
    ],
)
def test_title_of_several_parts_is_kept(title: str):
    assert checked(title, title=title).is_whole


def test_quoted_title_is_kept_as_it_is():
    assert checked('add "Stop. Then go"', title="Stop. Then go").is_whole


def test_only_the_wrong_ones_of_several_are_left_out():
    found = checked(
        "",
        titles=(
            Entry("Print bibs"),
            Entry("Bibs", assignee="ends"),
            Entry("Map", assignee="Lend it to Jo"),
            Entry("Dry; dust"),
        ),
    )
    assert found.commands[0].slots["titles"] == (Entry("Print bibs"),)
    assert found.uncovered == ("Bibs", "Map", "Dry; dust")


def test_instruction_beside_events_is_no_event():
    found = checked("", happenings=(Happening("Gun"), Happening("Put them all in the calendar")))
    assert found.is_whole and len(found.commands[0].slots["happenings"]) == 1


def test_writing_orders_behind_one_that_is_left_out_are_left_out():
    made = Command("thing.create", {"title": "Quay. more"}, words="make it", writes=True)
    asks, adds = Command("work.ask"), Command("thing.create", {"title": "Dig"}, words="dig", writes=True)
    assert without_swallowed(Reading((made, asks, adds)), "", NOW) == Reading((asks,), ("make it", "dig"))
