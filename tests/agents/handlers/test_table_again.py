"""Follow-ups to a table: a changed file is written again, and a sum is repeated."""

import pytest

from omniforge.tenants.access import Access
from tests.agents.handlers.talk import Talk
from tests.agents.handlers.test_tables import written

pytestmark = pytest.mark.django_db(transaction=True)

FLOWERS = "\n\nFlower;Stems;Price\nTulip;400;38\nRanunculus;150;61\nEucalyptus;90;22"
BOATS = "\n\nName;Boat;Berth\nHolt;Laser;B3\nQuint;Dragon;B1\nAmery;Finn;A7"
RENTS = "\n\nFlat;Tenant;Paid\n1;Abel;yes\n2;Brodie;no\n3;Castle;yes\n4;Dunn;no"
BILLS = "\n\nClient;Status;Amount\nBrill;unpaid;79.50\nDane;paid;120.50\nOkafor;unpaid;310.00"


async def test_a_german_order_sorts_pasted_rows_into_a_file(talk: Talk, ann: Access):
    order = "Mach mir daraus bitte eine Excel-Tabelle, nach Price sortiert, das Teuerste zuerst:"
    await talk.say(f"{order}{FLOWERS}")
    assert (await written(ann))[1] == ["Ranunculus", 150, 61]


@pytest.mark.parametrize(
    "said, first",
    [
        ("cheapest first please", ["Eucalyptus", 90, 22]),
        ("same again but sorted by Stems, fewest first", ["Eucalyptus", 90, 22]),
        ("now sort it by price, highest first", ["Ranunculus", 150, 61]),
        ("dearest at the top", ["Ranunculus", 150, 61]),
        ("put it in alphabetical order", ["Eucalyptus", 90, 22]),
    ],
)
async def test_resorting_a_file_writes_a_new_file(talk: Talk, ann: Access, said: str, first: list[object]):
    await talk.say(f"Can you put this into Excel?{FLOWERS}")
    assert ".xlsx**" in await talk.say(said)
    assert (await written(ann))[:2] == [["Flower", "Stems", "Price"], first]


DOGS = "\n\nDog;Age;Kennel\nRex;4;12\nLuna;9;3\nBobby;1;8"
CARS = "\n\nCar;Built;Seats\nPolo;2004;5\nAmi;1967;2\nZoe;2019;4"
HIRED = "\n\nName;Hired;Breaks\nAnn;2020-01-04;2\nBo;2018-05-06;1\nCy;2023-03-02;3"


@pytest.mark.parametrize(
    "table, said, names",
    [
        (DOGS, "sorted by age please, youngest first", ["Bobby", "Rex", "Luna"]),
        (DOGS, "oldest at the top", ["Luna", "Rex", "Bobby"]),
        (DOGS, "by kennel, smallest first", ["Luna", "Bobby", "Rex"]),
        (CARS, "oldest first", ["Ami", "Polo", "Zoe"]),
        (CARS, "youngest first", ["Zoe", "Polo", "Ami"]),
        (HIRED, "earliest first", ["Bo", "Ann", "Cy"]),
        (HIRED, "youngest first please", ["Cy", "Ann", "Bo"]),
        (HIRED, "most breaks first", ["Cy", "Ann", "Bo"]),
    ],
)
async def test_oldest_sorts_by_most_years_or_earliest_date(
    talk: Talk, ann: Access, table: str, said: str, names: list[str]
):
    await talk.say(f"Can you put this into Excel?{table}")
    assert ".xlsx**" in await talk.say(said)
    assert [row[0] for row in await written(ann)][1:] == names


@pytest.mark.parametrize("said", ["smallest first", "heaviest first", "biggest at the top"])
async def test_ambiguous_sort_measure_asks_for_the_column(talk: Talk, said: str):
    await talk.say(f"Can you put this into Excel?{DOGS}")
    assert "Which column" in await talk.say(said)


@pytest.mark.parametrize(
    "said",
    [
        "now without the Boat column",
        "leave out the Boat column",
        "same again without the boat column please",
        "just Name and Berth",
        "drop the Boat column and send it back to me",
    ],
)
async def test_dropping_a_column_keeps_the_row_order(talk: Talk, ann: Access, said: str):
    await talk.say(f"as csv please, sorted by Name{BOATS}")
    assert ".csv**" in await talk.say(said)
    left = [["Name", "Berth"], ["Amery", "A7"], ["Holt", "B3"], ["Quint", "B1"]]
    assert await written(ann) == left
    assert "Amery" in await talk.say("who has the Finn?")
    await talk.say("sort it by Berth")
    assert await written(ann) == [left[0], left[1], left[3], left[2]]


@pytest.mark.parametrize("said", ["can i have that as csv too", "as csv as well please", "put it in a csv"])
async def test_that_refers_to_the_last_file_given(talk: Talk, ann: Access, said: str):
    await talk.say(f"make me a spreadsheet of the ones where Paid is no{RENTS}")
    await talk.say(said)
    assert await written(ann) == [["Flat", "Tenant", "Paid"], ["2", "Brodie", "no"], ["4", "Dunn", "no"]]


async def test_rows_of_those_shown_are_written(talk: Talk, ann: Access):
    await talk.say(f"which clients are unpaid?{BILLS}")
    assert "| Okafor |" in await talk.say("just the ones over 100")
    await talk.say("no wait, I need that as csv")
    assert [row[0] for row in await written(ann)] == ["Client", "Okafor"]


async def test_units_stand_in_the_head_of_a_file(talk: Talk, ann: Access):
    await talk.say("make a csv of this: milk 2 litres, oil 5 litres")
    assert await written(ann) == [["Name", "Value (litres)"], ["milk", "2"], ["oil", "5"]]


async def test_filter_outside_the_file_uses_the_whole_table(talk: Talk, ann: Access):
    await talk.say(f"make me a csv of the ones where Paid is no{RENTS}")
    await talk.say("now only the ones where Paid is yes")
    assert await written(ann) == [["Flat", "Tenant", "Paid"], ["1", "Abel", "yes"], ["3", "Castle", "yes"]]


@pytest.mark.parametrize(
    "said",
    [
        "which one is the cheapest?",
        "how many stems are there in total?",
        "what does the tulip cost?",
        "show me the cheapest first",
        "which ones cost more than 30?",
    ],
)
async def test_question_about_a_file_writes_no_file(talk: Talk, said: str):
    await talk.say(f"Can you put this into Excel?{FLOWERS}")
    assert ".xlsx" not in await talk.say(said)


async def test_shown_table_is_sorted_in_chat_and_exported_as_shown(talk: Talk, ann: Access):
    await talk.say(f"leave out the Boat column{BOATS}")
    assert ".xlsx" not in await talk.say("sort it by Berth")
    await talk.say("as excel please")
    assert await written(ann) == [["Name", "Berth"], ["Amery", "A7"], ["Quint", "B1"], ["Holt", "B3"]]


@pytest.mark.parametrize(
    "said", ["and only the unpaid ones?", "and just the unpaid ones?", "what about the unpaid ones?"]
)
async def test_total_is_recomputed_for_filtered_rows(talk: Talk, said: str):
    await talk.say(f"what's the total of the amounts in here?{BILLS}")
    assert "389.5" in await talk.say(said)


async def test_csv_asked_for_beside_an_edit_is_written(talk: Talk, ann: Access):
    await talk.say(f"drop the Boat column and give it back to me as csv{BOATS}")
    assert (await written(ann))[0] == ["Name", "Berth"]


@pytest.mark.parametrize(
    "said",
    [
        "And again without the stems.",
        "the same without Stems please",
        "now without the stems",
        "Once more, without the stems",
        "can you do it again without the stems?",
        "Thanks. And the file again, but without stems.",
    ],
)
async def test_without_a_column_writes_the_file_again_without_it(talk: Talk, ann: Access, said: str):
    await talk.say(f"Can I have this as an Excel file, cheapest first?{FLOWERS}")
    assert ".xlsx**" in await talk.say(said)
    left = [["Flower", "Price"], ["Eucalyptus", 22], ["Tulip", 38], ["Ranunculus", 61]]
    assert await written(ann) == left


@pytest.mark.parametrize("said", ["which ones are without stems?", "who has no stems?"])
async def test_question_for_rows_lacking_a_full_column_finds_none(talk: Talk, said: str):
    await talk.say(f"Can I have this as an Excel file, cheapest first?{FLOWERS}")
    assert "None" in await talk.say(said)


@pytest.mark.parametrize(
    "said, table, left",
    [
        (
            "Please make a CSV of this with just Flower and Stems, without the flowers under 100 stems:",
            FLOWERS,
            [["Flower", "Stems"], ["Tulip", "400"], ["Ranunculus", "150"]],
        ),
        (
            "as csv, only Flower and Price, without those over 60 in price",
            FLOWERS,
            [["Flower", "Price"], ["Tulip", "38"], ["Eucalyptus", "22"]],
        ),
        (
            "a csv of this without the dogs with an age under 4 please",
            DOGS,
            [["Dog", "Age", "Kennel"], ["Rex", "4", "12"], ["Luna", "9", "3"]],
        ),
        (
            "make a csv with only Name and Hired, leave out the people hired before 2019-01-01",
            HIRED,
            [["Name", "Hired"], ["Ann", "2020-01-04"], ["Cy", "2023-03-02"]],
        ),
        (
            "as csv without the names in the Dragon",
            BOATS,
            [["Name", "Boat", "Berth"], ["Holt", "Laser", "B3"], ["Amery", "Finn", "A7"]],
        ),
        (
            "csv please, without the clients who are unpaid",
            BILLS,
            [["Client", "Status", "Amount"], ["Dane", "paid", "120.5"]],
        ),
    ],
)
async def test_rows_are_excluded_by_their_values(
    talk: Talk, ann: Access, said: str, table: str, left: list[list[str]]
):
    await talk.say(f"{said}{table}")
    assert [[str(cell) for cell in row] for row in await written(ann)] == left
