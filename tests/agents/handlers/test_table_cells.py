"""A cell of the table at hand is corrected, and later questions use the corrected table."""

import pytest

from omniforge.tenants.access import Access
from tests.agents.handlers.talk import Talk
from tests.agents.handlers.test_tables import written

pytestmark = pytest.mark.django_db(transaction=True)

PICKED = "Day,Trays\nMonday,40\nTuesday,35\nFriday,70"
LESSONS = "Pupil;Hours;Fee\nJonas;4;due\nMara;9;settled\nElif;2;due"


@pytest.mark.parametrize(
    "said",
    [
        "Sorry, Friday was 60 and not 70.",
        "Friday should have been 60",
        "Friday's trays was wrong, it should be 60",
        "Friday did 60",
        "correct Friday's trays to 60",
        "make Friday 60 instead of 70",
    ],
)
async def test_table_cell_is_corrected(talk: Talk, said: str):
    await talk.say(PICKED)
    assert "Friday: **Trays** is **60** now, not 70." in await talk.say(said)
    assert "is **135**" in await talk.say("what's the total now?")


async def test_his_refers_to_the_row_last_mentioned(talk: Talk, ann: Access):
    await talk.say(LESSONS)
    await talk.say("Jonas's settled. change his to settled and send me the csv")
    assert await written(ann) == [
        ["Pupil", "Hours", "Fee"],
        ["Jonas", "4", "settled"],
        ["Mara", "9", "settled"],
        ["Elif", "2", "due"],
    ]


async def test_columns_that_follow_from_the_corrected_cell_are_put_right(talk: Talk):
    await talk.say("Mower,Hours,Rate\nHelen,6.5,240\nRick,4.25,240\nJo,9,120")
    await talk.say("add a column fee = hours times rate")
    await talk.say("add a column with 20% VAT on fee")
    answer = await talk.say("Oh, Rick's was 4.75 not 4.25, correct that")
    assert answer == (
        "Rick: **Hours** is **4.75** now, not 4.25. **Fee** follows: **1,140**, not 1,020. "
        "**VAT** follows: **228**, not 204."
    )


async def test_ambiguous_cell_correction_asks_for_the_column(talk: Talk):
    await talk.say("Van,Km,Litres\nA1,300,240\nB2,210,190")
    assert await talk.say("B2 is 220") == "Which column do you mean?"
    assert "**Km** is **220** now" in await talk.say("Km")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "no wait, scouts Mon rent is 1,400, deposit yes",
            "**1,400** now, not 1,240. **Deposit paid** is **yes**",
        ),
        ("in the last row put 95 under rent and no under deposit", "Ledger club: **Rent** is **95** now"),
        (
            "set Rent to 95 where Day is Tue and Hirer is Scouts",
            "Scouts (row 2): **Rent** is **95** now, not 60",
        ),
        ("row 2 rent should be 95", "Scouts (row 2): **Rent** is **95** now"),
        ("could you set the rent of the ledger club to 95 please?", "Ledger club: **Rent** is **95** now"),
        ("the third row should have a rent of 95", "Ledger club: **Rent** is **95** now"),
        ("the ledger club is unpaid", "Ledger club: **Deposit paid** is **no** now"),
        ("change the rent to 95", "I'm not sure which cell to change"),
        ("the 90 is wrong, make it 95", "Ledger club: **Rent** is **95** now"),
        ("the ledger club paid today", "Ledger club: **Deposit paid** is **yes** already"),
        ("change the day of the ledger club to Thu", "Ledger club: **Day** is **Thu** now, not Wed"),
        ("change the rent of the scouts to 95", "Which row do you mean?"),
        ("the deposit for the Scouts should be 40 on Sun", "I'm not sure which cell to change"),
    ],
)
async def test_cells_of_a_certain_row_are_set(talk: Talk, said: str, told: str):
    await talk.say(
        "Hirer;Day;Rent;Deposit paid\nScouts;Mon;1,240;no\nScouts;Tue;60;no\nLedger club;Wed;90;yes"
    )
    assert told in await talk.say(said)


@pytest.mark.parametrize("said", ["was Friday 60?", "has Mara settled?", "Friday", "what about Friday?"])
async def test_question_changes_no_cell(talk: Talk, said: str):
    await talk.say(PICKED)
    assert " now" not in await talk.say(said)
    assert "is **145**" in await talk.say("total trays")


async def test_export_after_a_new_column_includes_it(talk: Talk, ann: Access):
    table = "Name,Days,Rate\nOda,3,90\nPiet,5,80"
    said = "Take this, add a column Pay which is Days times Rate, and let me have it as CSV."
    await talk.say(f"{said}\n\n{table}")
    assert await written(ann) == [
        ["Name", "Days", "Rate", "Pay"],
        ["Oda", "3", "90", "270"],
        ["Piet", "5", "80", "400"],
    ]
