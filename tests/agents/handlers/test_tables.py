"""Orders about tables that are pasted, attached, or shown before."""

from io import BytesIO

import openpyxl
import pytest

from omniforge.files.selectors import content_of, own_files
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.handlers.talk import Talk, attach, work

pytestmark = pytest.mark.django_db(transaction=True)

MENU = "\n\nDish;Course;Price\nLeek soup;Starter;6,50\nRoast;Main;18,00\nTart;Dessert;7,20"
TRIPS = "Driver,Town,Km\nIda,Leeds,120\nOle,York,80\nIda,York,45\n"


async def written(access: Access) -> list[list[object]]:
    """Return the rows of the file written last, headers first."""

    def read() -> list[list[object]]:
        file = own_files(access).first()
        assert file
        content = content_of(file)
        if file.name.endswith(".csv"):
            return [list(line.split(",")) for line in content.decode("utf-8-sig").splitlines()]
        sheet = openpyxl.load_workbook(BytesIO(content)).worksheets[0]
        return [[cell.value for cell in row] for row in sheet.iter_rows()]

    return await in_database(read)


async def test_pasted_rows_become_a_sorted_workbook(talk: Talk, ann: Access):
    answer = await talk.say(f"make an Excel list of this - just Dish and Price, dearest first:{MENU}")
    assert "3 rows" in answer
    assert await written(ann) == [["Dish", "Price"], ["Roast", 18], ["Tart", 7.2], ["Leek soup", 6.5]]


async def test_pasted_list_gets_column_names_and_keeps_units(talk: Talk, ann: Access):
    order = "turn this into a spreadsheet with tool, number and price"
    answer = await talk.say(f"- Saw, 1 pc, 21.00 EUR\n- Nail, 40 pcs, 0.10 EUR\n{order}")
    assert "number in pcs, price in EUR" in answer
    assert await written(ann) == [["tool", "number", "price"], ["Saw", 1, 21], ["Nail", 40, 0.1]]
    assert "21.10 EUR" in await talk.say("what is the total price?")


async def test_unknown_column_is_reported_and_writes_no_file(talk: Talk, ann: Access):
    answer = await talk.say(f"make a spreadsheet of this with Dish and Rating:{MENU}")
    assert "**Rating**" in answer and "**Course**" in answer
    assert not await in_database(lambda: own_files(ann).exists())


async def test_next_order_continues_with_the_last_table(talk: Talk, ann: Access):
    await attach(talk, "trips.csv", TRIPS)
    assert "| Ida | Leeds | 120 |" in await talk.say("sort it by km, highest first")
    await talk.say("only those with more than 50 km, as csv")
    assert await written(ann) == [["Driver", "Town", "Km"], ["Ida", "Leeds", "120"], ["Ole", "York", "80"]]
    await talk.say("only the first one, as csv")
    assert await written(ann) == [["Driver", "Town", "Km"], ["Ida", "Leeds", "120"]]


async def test_totals_are_computed_from_rows_not_from_totals(talk: Talk):
    await attach(talk, "trips.csv", TRIPS)
    assert "| Ida | 165 |" in await talk.say("total km per driver")
    assert "| York | 62.5 |" in await talk.say("average km by town")
    assert "about **81.67**" in await talk.say("what is the average of the km?")
    assert "**3 rows**" in await talk.say("how many rows are there?")


async def test_file_attached_last_is_used(talk: Talk):
    await attach(talk, "trips.csv", TRIPS)
    await talk.say("sort it by km")
    await attach(talk, "rooms.csv", "Room,Seats\nA,12\nB,40\nC,40\n")
    assert "**B** and **C** have the highest Seats: **40**" in await talk.say(
        "which room has the most seats?"
    )


async def test_file_whose_columns_match_the_question_is_used(talk: Talk):
    await attach(talk, "trips.csv", TRIPS)
    await attach(talk, "rooms.csv", "Room,Seats\nA,12\nB,40\n")
    assert "| Ida | 165 |" in await talk.say("total km per driver")
    assert "**26**" in await talk.say("average seats")
    await attach(talk, "bills.csv", "Bill,Net,VAT,Paid\nA,10,2,12\n")
    await attach(talk, "crew.csv", "Name,Rate,Hours\nJo,14,38\n")
    assert await talk.say("What is still unpaid in total?") == ""


async def test_rows_are_filtered_by_a_value(talk: Talk):
    await attach(talk, "trips.csv", TRIPS)
    answer = await talk.say("only the ones from York")
    assert "Ole" in answer and "Leeds" not in answer
    assert await talk.say("only the ones from Paris") == ""


async def test_total_of_a_text_column_is_refused(talk: Talk):
    await attach(talk, "trips.csv", TRIPS)
    assert "can't be added up" in await talk.say("what is the total town?")


async def test_quotes_in_column_names_and_values_are_escaped(talk: Talk):
    await attach(talk, "odd.csv", "O\"Name,Drop'x\nab'c,1\nd,2\n")
    assert "| ab'c | 1 |" in await talk.say('only the ones from "ab\'c"')


async def test_question_without_a_table_is_left_to_other_handlers(talk: Talk):
    assert await talk.say("what is the total revenue?") == ""
    assert "no table here" in await talk.say("sort this by name, as Excel")


ROTA = (
    "Name\tTeam\tHours\tContract\nAsha\tBar\t38\tyes\nBen\tDoor\t20\t\nCarl\tBar\t40.5\tyes\nDee\tDoor\t16\t"
)


async def test_pasted_table_is_kept_for_questions(talk: Talk, ann: Access):
    assert "4 rows" in await talk.say(f"here's our rota\n{ROTA}")
    assert "**Ben** and **Dee**" in await talk.say("who has no contract?")
    assert "Team **Door**" in await talk.say("which team is ben in")
    assert "**2** of 4 rows" in await talk.say("how many ppl in the bar team")
    assert "**Carl** has the highest Hours: **40.50**" in await talk.say("who works the most hours")
    await talk.say("only the ones w/o a contract, in excel")
    assert await written(ann) == [
        ["Name", "Team", "Hours", "Contract"],
        ["Ben", "Door", 20, None],
        ["Dee", "Door", 16, None],
    ]


async def test_filter_applies_to_its_own_question_only(talk: Talk):
    await talk.say(ROTA)
    assert "**36.00**" in await talk.say("total hours of the ones without a contract")
    assert "all 4 rows is **114.50**" in await talk.say("and overall?")
    assert "Team Bar is **78.50**" in await talk.say("and for the bar?")


async def test_dearest_first_and_cheapest_on_top_sort_all_rows(talk: Talk):
    await talk.say("Item;Price\nRye;5,10\nBrioche;4,95\nBun;0,90")
    answer = await talk.say("dearest first please")
    assert answer.index("Rye") < answer.index("Brioche") < answer.index("Bun")
    answer = await talk.say("cheapest at the top")
    assert answer.index("Bun") < answer.index("Brioche") < answer.index("Rye")


async def test_name_value_lines_are_read_as_a_table(talk: Talk):
    await talk.say("Order for the fair:\nJars: 1,240\nLids: 250\nContact: Mr Hale\nDelivery: 14 December")
    assert "**250**" in await talk.say("how many lids did we order?")
    assert "**14 December**" in await talk.say("when is delivery")
    assert "No column of this table holds only numbers" in await talk.say("what's the total?")


async def test_new_file_gets_another_name_than_the_attached_one(talk: Talk):
    await attach(talk, "trips.csv", TRIPS)
    assert "trips 2.csv" in await talk.say("only the ones from York, as csv")


async def test_overdue_rows_are_unpaid_and_past_their_due_date(talk: Talk):
    await attach(
        talk,
        "bills.csv",
        "Bill,Sum,Due,Paid\nGas,40,2026-11-01,no\nRent,900,2026-11-03,yes\nTax,80,2027-01-02,no\n",
    )
    answer = await talk.say("how many are overdue")
    assert "**1** of 3 rows" in answer and "**Gas**" in answer
    assert "**Gas** and **Tax**" in await talk.say("which ones are unpaid")


async def test_question_that_fits_two_columns_is_answered_for_both(talk: Talk):
    await talk.say("Van,Fuel cost,Toll cost\nA1,120,8\nB2,80,19")
    answer = await talk.say("what's the total cost?")
    assert "By **Fuel cost**:" in answer and "**200**" in answer and "**27**" in answer
    assert "The total Toll cost of all 2 rows is **27**" in await talk.say("Toll cost")


async def test_only_those_after_an_unread_question_writes_no_file(talk: Talk, ann: Access):
    await talk.say("Name,City,Van\nAoife,Cork,V1\nSean,Dublin,V2\nNiamh,Cork,V3")
    await talk.say("which of them frobnicate in Dublin?")
    text = await talk.say("put only those into an Excel file")
    assert "which rows" in text
    assert not await in_database(lambda: list(own_files(ann)))


async def test_question_to_a_second_table_uses_its_columns(talk: Talk):
    await talk.say(
        "| Shop | Sales |\n|---|---|\n| Cork | 812 |\n| Sligo | 640 |\n\nwhich shop sold the most?"
    )
    answer = await talk.say(
        "which boat had the most litres?\n\n| Boat | Litres |\n|---|---|\n| Heron | 12 |\n| Tern | 9 |"
    )
    assert "Heron" in answer and "12" in answer


async def test_without_a_column_leaves_it_out_of_the_file(talk: Talk, ann: Access):
    await talk.say(
        "make an Excel file of this without the Phone column, sorted by Name\n\n"
        "Name,Phone,Town\nOle,12,York\nIda,34,Leeds"
    )
    assert await written(ann) == [["Name", "Town"], ["Ida", "Leeds"], ["Ole", "York"]]


async def test_identifier_numbers_are_counted_not_totalled(talk: Talk):
    await talk.say("Lot,Item,Estimate\n12,Clock,600\n15,Vase,450\n23,Chair,700")
    assert "2" in await talk.say("how many lots have an estimate above 500?")


SHELF = "Item,Stock,Supplier\nRye,24,Brandt\nYeast,6,Hefe\nPoppy,10,Kahn\nRaisins,3,Kahn\n"
FEES = "Hirer,Price,Paid\nYoga,90,40\nChess,72,12\n"
SHIFTS = "Who,Day,Hours\nNuria,Monday,3\nPau,Monday,2.5\nNuria,Tuesday,4\n"


@pytest.mark.parametrize(
    ("table", "said", "rows"),
    [
        (SHIFTS, "total hours per who? excel please", [["Nuria", 7], ["Pau", 2.5]]),
        (
            SHIFTS,
            "what are the total hours per day? as a csv file pls",
            [["Monday", "5.5"], ["Tuesday", "4"]],
        ),
        (
            SHELF,
            "just the things we have less than 10 of, as csv",
            [["Yeast", "6", "Hefe"], ["Raisins", "3", "Kahn"]],
        ),
        (SHELF, "only what we have fewer than 5 of, as excel", [["Raisins", 3, "Kahn"]]),
        (
            FEES,
            "make a csv of this and add a column Balance, which is Price minus Paid",
            [["Yoga", "90", "40", "50"], ["Chess", "72", "12", "60"]],
        ),
        (
            FEES,
            "make an Excel file of this with Hirer and Price only and add a column Balance, Price minus Paid",
            [["Yoga", 90, 50], ["Chess", 72, 60]],
        ),
        (
            FEES,
            "excel of those with a balance over 55, and add a column Balance = Price - Paid",
            [["Chess", 72, 12, 60]],
        ),
    ],
)
async def test_file_holds_the_rows_of_the_answer(talk: Talk, ann: Access, table: str, said: str, rows):
    await attach(talk, "t.csv", table)
    answer = await talk.say(said)
    got = (await written(ann))[1:]
    as_numbers = [[float(one) if str(one).replace(".", "").isdigit() else one for one in row] for row in got]
    wanted = [[float(one) if str(one).replace(".", "").isdigit() else one for one in row] for row in rows]
    assert sorted(as_numbers, key=str) == sorted(wanted, key=str), answer


@pytest.mark.parametrize(
    "order", ["Make tasks out of these in the Launch project", "create the tasks from jobs.csv"]
)
async def test_each_row_of_a_file_becomes_a_task(talk: Talk, ann: Access, order: str):
    await talk.say("create a project called Launch")
    await attach(
        talk, "jobs.csv", "Task,Who,Due\nOrder fuel,Ben,2026-12-04\nService the van,Raj,2026-12-08\n"
    )
    assert "Created 2 tasks" in await talk.say(order)
    assert await work(ann) == {
        "Order fuel": ("task", "todo", "2026-12-04", None, "Ben"),
        "Service the van": ("task", "todo", "2026-12-08", None, "Raj"),
    }
