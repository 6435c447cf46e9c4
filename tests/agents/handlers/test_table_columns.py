"""Names of a table's columns, their products, and computed columns."""

import pytest

from omniforge.tenants.access import Access
from tests.agents.chat import Chat
from tests.agents.handlers.talk import Talk
from tests.agents.handlers.test_tables import written

pytestmark = pytest.mark.django_db(transaction=True)

STOCK = "Item;Qty;Unit Price;Supplier\nRoses;40;1.20;Bloom\nLilies;25;2.10;Petal\nTulips;60;0.80;Bloom"
JOBS = (
    "Client,Site,day_rate,Cost,Price,Due,Paid\nPugh,Newtown,180,400,540,2026-11-26,yes\n"
    "Rees,Brecon,200,300,400,2026-12-04,no\nMorgan,Newtown,220,800,1100,2026-11-20,no"
)
FEES = "Client   Fee   Paid   Balance\nPugh   1200   600   600\nRees   800   800   0\nMorgan   450   0   450"


REPAIRS = (
    "date,mechanic,customer,job,hours,charge,paid\n2026-11-16,Ola,Hart,Full service,2,120,no\n"
    "2026-11-16,Piet,Quist,Brakes,4,180,yes\n2026-11-17,Ola,Hart,Full service,1,110,no\n"
    "2026-11-17,Piet,Voss,Brakes,3,220,no"
)
CREW = (
    "Name,Job,Rate per hour,Driver,Available 5 Jan\nAna,Foreman,31.50,yes,yes\nBen,Mason,24.60,no,yes\n"
    "Cy,Mason,24.60,yes,no"
)
LUNCHES = "Client,Guests,Price per head,Status\nHurst,90,68.50,confirmed\nPell,60,54,quoted"
TOURS = "guide,groups,km\nImke,12,31\nPaolo,7,44\nNadia,15,52"
LOANS = "School,out,back\nHill,14,14\nPark,20,2"
ROUND = "Stop,Tue,Sat\nWithey,31.20,40.50\nFernhill,54.00,54.00\nOxley,76.80,110.40"
WEEK = "Stop,Tue,Thu,Sat\nWithey,31.20,28.75,40.50\nOxley,76.80,81.60,110.40"
STALL = "Item,Sold,Price\nCake,12,2.50\nJam,8,4.00"
VISITS = "Client,Fee,Paid\nRuiz,80,no\nLind,210,yes\nMoss,65,no"
ORCHARD = "Row,Kind,Trees\n1,Pear,64\n2,Plum,31\n3,Quince,12"
SHIFTS = "Nurse,Ward,Hours\nEla,A,8\nEla,B,4\nTom,A,9"
LENT = "No,Who,Due back,Returned\nA1,Kay,2026-11-01,2026-11-09\nA2,Lou,2026-11-05,\nA3,Kay,2026-11-28,"
MEALS = (
    "Day,Client,Type,Guests,Price per head,Total,Paid\n2026-10-10,Lind,wedding,150,65,9750,no\n"
    "2026-10-15,Ruiz,lunch,18,16,288,yes\n2026-11-02,Ruiz,lunch,20,16,320,no"
)
HOURS = "Name\tDay\tHours\nBen\tMon\t6\nRaj\tSat\t10"
TENTS = (
    "Quotes:\nCanvas & Co, 2400, with heating\nBig Top, 1980, no heating, no floor\nDreams, 2150, no heating"
)
MOVES = (
    "Job,Customer,Date,Crew,Van,Hours,Price\n1,Bell,2026-10-02,A,V1,6,540\n2,Ruiz,2026-10-12,B,V2,4,380\n"
    "3,Lind,2026-11-03,A,V1,8,820\n4,Bell,2026-11-10,B,V1,5,450"
)
OWED = (
    "Customer,Amount,Paid\nBell,540,\nRuiz,380,\nLind,820,2026-11-09\nHart,450,2026-09-14\nBell,45,2026-10-01"
)
STOCK_TAKING = "Item,Qty,Faulty\nRoses,40,2\nLilies,25,0"
LESSONS = "Date,Pupil,Fee,Paid\n03/10/2026,Ann,40,40\n17/10/2026,Bo,55,0\n05/11/2026,Cy,30,10"
ORDERS = "Invoice;Net;Paid;Status\nH-1;20;20;paid\nH-2;50;0;open\nH-3;40;40;paid"
TAKINGS = "Day,Café,Shop\nMon,10,20\nTue,30,40"
COURIERS = "Courier,Price,Delivery days\nHill,11.95,6\nVale,13.10,2"
KENNEL = "Name,Breed,Age\nRex,Collie,4\nFido,Pug,6\nTess,Collie,2"
DOGS = "Dog,Breed,Owner\nRex,Collie,Ann\nFido,Pug,Bo\nTess,Collie,Ann"
SWIMMERS = "Child,Level,Age\nAnn,1,6\nBo,2,8\nCy,1,7"
HUT = "Item,April,May,June\nTeas,310,422,388\nBooks,40,12,33"
BILLED = "Fee earner,Matter,Hours,Rate\nHelen,Court,6,240\nJo,Court,2,120\nHelen,Lease,1,240"
PAINT = "Item, Stock, Each\nGloss, 5 litre, £1,031.00\nPrimer, 1 litre, £9.25"
ROTA = "Name,Week 1,Week 2,Rate\nCass,32,28.5,11.80\nDov,16,16,12.40"
HALL = "Hirer;Rent;Deposit paid\nScouts;1,240;no\nLedger club;90;yes"
DAYS = "Day,Trays\nMonday,40\nTuesday,35\nFriday,72"


@pytest.mark.parametrize(
    ("table", "question", "answer"),
    [
        (TOURS, "who walked more than 40 km?", "**2** of 3 rows have km over 40: **Paolo** and **Nadia**"),
        (TOURS, "the average number of groups", "The average groups of all 3 rows is about **11.33**"),
        (LOANS, "how many went out altogether?", "The total out of all 2 rows is **34**"),
        (LOANS, "which school sent back only 2", "| Park |"),
        (STALL, "how many things did we sell altogether?", "The total Sold of all 2 rows is **20**"),
        (STALL, "what's Sold times Price, summed?", "The total Sold × Price of all 2 rows is **62.00**"),
        (MEALS, "how much is still unpaid?", "The total of the 2 rows with Paid no is **10,070**"),
        (ROUND, "which stop took the most on Saturday?", "**Oxley** has the highest Sat: **110.4"),
        (WEEK, "and all three together?", "The total Tue + Thu + Sat of all 2 rows is **369.25**"),
        (VISITS, "Ruiz has paid now", "Ruiz: **Paid** is **yes** now, not no"),
        (VISITS, "remove client Lind", "| Ruiz | 80 | no |\n| Moss | 65 | no |"),
        (PAINT, "which is the most expensive?", "**Gloss** has the highest Each: **£1,031.00**"),
        (ROTA, "how many hours each week?", "The total Week 2 of all 2 rows is **44.5**"),
        (HUT, "how much did we take in May?", "The total May of all 2 rows is **434**"),
        (
            HUT,
            "what did the books bring in?",
            "The total April + May + June of the 1 row with Item Books is **85**",
        ),
        (BILLED, "how many did each of us bill?", "| Helen | 7 |"),
        (BILLED, "total hours by matter, highest first", "| Court | 8 |"),
        (BILLED, "hours and money per fee earner", "| Helen | 7 | 1,680 |\n| Jo | 2 | 240 |"),
        (BILLED, "what's that in money, hours x rate?", "The total Hours × Rate of all 3 rows is **1,920**"),
        (
            BILLED,
            "how much for Jo? hours and money",
            "The total Hours of the 1 row with Fee earner Jo is **2**",
        ),
        (BILLED, "total per matter. not per matter, per fee earner", "| Jo | 240 |"),
        (BILLED, "what's that in money for the court?", "the 2 rows with Matter Court is **1,680**"),
        (WEEK, "which day was best?", "**Sat** has the highest total of all 2 rows: **150.90**"),
        (WEEK, "take 8% off Withey", "Stop Withey minus 8% is **92.41** (100.45 − 8.04)"),
        (ROUND, "total for Tuesday", "The total Tue of all 3 rows is **162**"),
        (MEALS, "which type has the highest total?", "**wedding** has the highest total: **9,750**"),
        (MEALS, "only client and total, please", "| Ruiz | 288 |"),
        (MEALS, "break it down by client", "| Ruiz | 608 |"),
        (MEALS, "which client ordered most often?", "**Ruiz** has the highest number: **2**"),
        (MEALS, "how many guests did we feed in October?", "is **168**"),
        (HOURS, "who worked on Saturday?", "has Day Saturday: **Raj**"),
        (TENTS, "which is the cheapest?", "**Big Top** has the lowest Column 2: **1,980**"),
        (TENTS, "which has heating?", "Column 3 heating: **Canvas & Co**"),
        (MOVES, "What do I earn per hour with each van?", "| V1 | 95.26 |"),
        (MOVES, "price per van", "| V1 | 1,810 |"),
        (MOVES, "Which crew brought in the most money?", "**A** has the highest total Price: **1,360**"),
        (OWED, "how much do Bell and Ruiz owe me?", "Customer Bell or Ruiz and no Paid is **920**"),
        (
            OWED,
            "who hasn't paid since October?",
            "no Paid since 1 October 2026: **Bell**, **Ruiz** and",
        ),
        (OWED, "what day is it 90 days from today?", "**Thursday, 18 February 2027**"),
        (SWIMMERS, "which children are in level 1?", "Level 1: **Ann** and **Cy**"),
        (KENNEL, "how many dogs are there on each breed?", "| Collie | 2 |"),
        (DOGS, "how many owners per breed", "| Collie | 1 |"),
        (
            "Box,port\nK1,Cork\nK2,Bari",
            "which one goes through Bari?",
            "**1** of 2 rows has port Bari: **K2**",
        ),
        (VISITS, "who hasn't paid yet and what does that come to?", "**Ruiz** and **Moss**. The total Fee"),
        (ORCHARD, "how many rows have fewer than 50 trees?", "**2** of 3 rows"),
        (ORCHARD, "which row has the most trees?", "**1** has the highest Trees"),
        (STOCK, "what's the total value?", "Qty × Unit Price of all 3 rows is **148.50**"),
        (STOCK, "total value by supplier", "| Bloom | 96.00 |"),
        (STOCK, "how many roses have we got", "Qty **40**"),
        (STOCK, "anything under 26 left?", "has Qty under 26: **Lilies**"),
        (STOCK, "anything over 2 pounds?", "has Unit Price over 2: **Lilies**"),
        (JOBS, "average day rate", "The average day_rate of all 3 rows is **200**"),
        (JOBS, "average pirce", "The average Price of all 3 rows is **680**"),
        (JOBS, "total day rate", "The total day_rate of all 3 rows is **600**"),
        (REPAIRS, "who owes me the most?", "**Hart** has the highest total charge: **230**"),
        (REPAIRS, "what's still unpaid?", "The total charge of the 3 rows with paid no is **450**"),
        (REPAIRS, "which day was the busiest by hours?", "**2026-11-16** has the highest total hours: **6**"),
        (REPAIRS, "charge per customer, unpaid only", "| Hart | 230 |"),
        (REPAIRS, "only the unpaid ones, customer and charge", "| customer | charge |"),
        (REPAIRS, "average charge of a full service visit", "Full service is **115**"),
        (REPAIRS, "how much did we earn with brakes?", "The total charge of the 2 rows with job Brakes is"),
        (
            REPAIRS,
            "average charge of the unpaid ones, and which is the highest?",
            "of the 3 rows with paid no: **220**",
        ),
        (CREW, "who is available on 5 jan and can drive?", "Driver yes: **Ana**"),
        (LUNCHES, "what's each one worth, guests times price?", "| Pell | 60 | 54.00 | quoted | 3,240 |"),
        (
            LUNCHES,
            "what's the total of the confirmed ones?",
            "The total Guests × Price per head of the 1 row",
        ),
        (JOBS, "top 2 by price", "| Morgan | Newtown |"),
        (JOBS, "whats due in december", "**1** of 3 rows"),
        (FEES, "total fee, paid and balance", "The total Balance of all 3 rows is **1,050**"),
        (SHIFTS, "who worked the most?", "**Ela** has the highest total Hours: **12**"),
        (SHIFTS, "what's the total plus 10%", "is **23.10** (21 + 2.10)"),
        (VISITS, "what share has Lind?", "**59.2%** of Fee"),
        (VISITS, "what share of the total is Lind?", "**59.2%** of Fee"),
        (VISITS, "what's the biggest fee and what share is it?", "**210**. That's **59.2%** of the total"),
        (FEES, "what percentage of the fees has been paid?", "Paid is **57.1%** of Fee in all 3 rows"),
        (FEES, "ratio of paid to balance", "Paid to Balance of all 3 rows is **1,400 to 1,050**"),
        (STOCK_TAKING, "what percentage of the roses is faulty?", "Faulty is **5.0%** of Qty in the 1 row"),
        (STOCK_TAKING, "ratio of roses to lilies", "by Qty is **40 to 25**, about 1.60 to 1"),
        (VISITS, "median fee", "The median Fee of all 3 rows is **80**"),
        (LESSONS, "total per month", "| October 2026 | 95 |"),
        (LESSONS, "average fee per month", "The average Fee per month of all 3 rows is **62.50** (125 / 2)"),
        (LESSONS, "which month had the highest fee?", "**October 2026** has the highest total Fee: **95**"),
        (LESSONS, "how many lessons by quarter", "| Q4 2026 | 3 |"),
        (LESSONS, "what did we take in October?", "is **95**"),
        (LESSONS, "total for October", "is **95**"),
        (LESSONS, "running total of the fees", "| Bo | 55 | 0 | 95 |"),
        (LESSONS, "what is still unpaid in total?", "The total Fee − Paid of all 3 rows is **75**"),
        (LESSONS, "who owes us?", "| Cy | 20 |"),
        (
            ORDERS,
            "average net of the paid invoices",
            "The average Net of the 2 rows with Status paid is **30**",
        ),
        (LENT, "which are overdue and which came back late?", "Returned later than Due back: **A1**"),
        (LENT, "which are due before today and not returned?", "**1** of 3 rows"),
        (FEES, "who owes the most", "**Pugh** has the highest Balance"),
        (FEES, "how many have a balance", "**2** of 3 rows have Balance over 0"),
        (STOCK, "what did all that cost?", "The total Qty × Unit Price of all 3 rows is **148.50**"),
        (STOCK, "which two cost the most?", "| Lilies | 25 | 2.10 | Petal |\n| Roses |"),
        (STOCK, "which ones do we have fewer than 30 of?", "has Qty under 30: **Lilies**"),
        (STOCK, "how many items have we got from each supplier?", "| Bloom | 2 | 100 |"),
        (STOCK, "work out the total per line", "| Lilies | 25 | 2.10 | Petal | 52.50 |"),
        (DAYS, "how many more trays did we sell on Friday than on Monday?", "The difference is **32**"),
        (HOURS, "difference between Ben and Raj", "Hours: Ben **6**, Raj **10**. The difference is **4**"),
        (STOCK, "which is cheaper, roses or tulips?", "**Tulips** has the lowest Unit Price"),
        (COURIERS, "who delivers fastest?", "**Vale** has the lowest Delivery days: **2**"),
        (VISITS, "who still has to pay?", "**2** of 3 rows have Paid no"),
        ("Pitch;Pitch fee;Fee paid\nKelso;25;no\nHawick;20;yes", "who hasnt paid their fee", "no: **Kelso**"),
        (HALL, "who hasnt paid their deposit", "**1** of 2 rows has Deposit paid no: **Scouts**"),
        (HALL, "how much of the rent is still without a deposit?", "The total Rent of the 1 row with"),
        (DAYS, "total for the week", "The total Trays of all 3 rows is **147**"),
    ],
)
async def test_table_question_is_answered_from_existing_columns(
    talk: Talk, table: str, question: str, answer: str
):
    await talk.say(table)
    assert answer in await talk.say(question)


@pytest.mark.parametrize(
    ("table", "question"),
    [
        (TOURS, "who lost more than 40 km?"),
        (OWED, "who hasn't paid in November?"),
        (TOURS, "how many did they carry?"),
        (STOCK_TAKING, "which have more than 4% faulty?"),
        (SHIFTS, "who is a driver?"),
        (STALL, "how many did we bake altogether?"),
        (STALL, "If 95 guests come at 60 pounds and we give 10% off, what do they pay?"),
        ("Box,port\nK1,Cork\nK2,Bari", "which one avoids Bari?"),
    ],
)
async def test_question_with_an_unread_word_is_not_answered(talk: Talk, table: str, question: str):
    await talk.say(table)
    assert await talk.say(question) == ""


@pytest.mark.parametrize(
    ("table", "order", "row"),
    [
        (JOBS, "add a column margin = price - cost", "| 140 |"),
        (JOBS, "make a column called margin=price-cost", "| 140 |"),
        (JOBS, "add a column profit which is price less cost", "| 140 |"),
        (JOBS, "add a column with 20% vat on price", "| 108 |"),
        (STOCK, "add column value = qty x unit price", "| 48.00 |"),
        (JOBS, "add a column left = price - cost - day rate", "| -40 |"),
        (JOBS, "add a column left = price - 2 x day rate + 5", "| 185 |"),
        (JOBS, "add a column with half the price", "| 270 |"),
        (JOBS, "Add VAT at 20% to each price as a new column", "| 648 |"),
        (STOCK, "add a column with the total per line", "| Roses | 40 | 1.20 | Bloom | 48.00 |"),
        (TAKINGS, "add a column with the total per day", "| Tue | 30 | 40 | 70 |"),
        (WEEK, "put a total on the end of each row", "| Withey | 31.20 | 28.75 | 40.50 | 100.45 |"),
        (JOBS, "add a column gross = price plus 20%", "| 648 |"),
        (STALL, "we forgot 5 pies at 3.20, add that row please", "| Pies | 5 | 3.20 |"),
        (STALL, "add a row: Tea, 40, 1.50", "| Tea | 40 | 1.50 |"),
        (HALL, "and add Choir, 5,600, no", "| Choir | 5,600 | no |"),
        (
            "Item,Sold,Price,Total price\nJam,2,3.10,6.20",
            "we forgot 5 pies at 3.20, add that row please",
            "| Pies | 5 | 3.20 |",
        ),
        (STALL, "rename the column Price to Unit price", "| Item | Sold | Unit price |"),
        (SHIFTS, "call the ward column Station", "| Nurse | Station | Hours |"),
    ],
)
async def test_computed_column_is_added(talk: Talk, table: str, order: str, row: str):
    await talk.say(table)
    assert row in await talk.say(order)


async def test_next_computed_column_uses_the_added_one(chat: Chat):
    await chat.say(f"{STOCK}\n\nadd a column with the total per line")
    assert "| 57.6 |" in (await chat.say("and with 20% VAT on top")).text


async def test_a_new_column_stays_in_the_table(talk: Talk, ann: Access):
    await talk.say(JOBS)
    await talk.say("add a column margin = price - cost")
    assert "**540**" in await talk.say("total margin")
    await talk.say("put it in excel")
    assert (await written(ann))[0][-1] == "Margin"


@pytest.mark.parametrize("order", ["add a column weight", "add a column tax = turnover * 2"])
async def test_column_that_cannot_be_computed_lists_the_columns(talk: Talk, order: str):
    await talk.say(STOCK)
    answer = await talk.say(order)
    assert "I can't work out" in answer and "**Qty**, **Unit Price** and **Supplier**" in answer


@pytest.mark.parametrize(("order", "rows"), [("put it in excel", 3), ("put those in excel", 2)])
async def test_export_has_all_rows_unless_those_are_named(talk: Talk, ann: Access, order: str, rows: int):
    await talk.say(JOBS)
    await talk.say("who hasn't paid?")
    await talk.say(order)
    assert len(await written(ann)) == rows + 1
