"""Tables are queried by reference and written from results; nothing else is accessible."""

import io
import subprocess
import sys
from dataclasses import replace

import pytest
from docx import Document
from openpyxl import Workbook, load_workbook

from agents.events import ToolCalled
from omniforge.files.models import StoredFile
from omniforge.files.selectors import content_of, find_file
from omniforge.files.services import store_file
from omniforge.storage.database import in_database
from omniforge.storage.ids import new_id
from tests.agents.tools.builtin.calls import failed, given
from tests.agents.tools.contexts import run_context, told
from tests.site import ROOT

pytestmark = pytest.mark.django_db(transaction=True)

ORDERS = (
    "Order;Customer;Quantity;Price;Discount;Date;Status\n"
    "O-1;Falk;3;19.99;0.1;2026-10-02;open\n"
    "O-2;Berg;1;5;;2026-10-03;open\n"
    "0042;Falk;2;0.1;0;2026-11-04;cancelled\n"
)


@pytest.fixture
def orders(ann):
    return store_file(access=ann, name="orders.csv", content=ORDERS.encode())


@pytest.fixture
def plan(ann):
    book = Workbook()
    book.active.title = "Costs"
    for row in (["Item", "Euro"], ["Stand", 900], ["Travel", 250.5]):
        book.active.append(row)
    book.create_sheet("People").append(["Name"])
    book["People"].append(["Ben"])
    content = io.BytesIO()
    book.save(content)
    return store_file(access=ann, name="Plan 2027.xlsx", content=content.getvalue())


async def test_sources_list_their_tables_and_columns(run, orders, plan):
    seen = await given(run, "query_tables", sources=["orders.csv", "plan 2027.xlsx"])
    assert [(one["name"], one["rows"]) for one in seen["tables"]] == [
        ("orders", 3),
        ("plan_2027_costs", 2),
        ("plan_2027_people", 1),
    ]
    assert seen["tables"][0]["columns"] == [
        "Order VARCHAR",
        "Customer VARCHAR",
        "Quantity BIGINT",
        "Price DOUBLE",
        "Discount DOUBLE",
        "Date DATE",
        "Status VARCHAR",
    ]


async def test_query_computes_and_groups_columns(run, orders):
    sql = (
        "SELECT Customer, sum(Quantity * Price * (1 - coalesce(Discount, 0))) AS revenue, max(Date) AS last "
        "FROM orders WHERE Status <> 'cancelled' GROUP BY Customer ORDER BY revenue DESC"
    )
    result = await given(run, "query_tables", sql=sql, sources=["orders.csv"])
    assert result["columns"] == ["Customer", "revenue", "last"]
    assert result["rows"] == [["Falk", 53.973, "2026-10-02"], ["Berg", 5, "2026-10-03"]]
    assert result["total"] == 2 and result["result_id"]


async def test_result_can_be_queried_and_joined(run, orders, plan):
    first = await given(
        run, "query_tables", sql="SELECT DISTINCT Customer FROM orders", sources=["orders.csv"]
    )
    sql = "SELECT r1.Customer, c.Item FROM r1, plan_2027_costs c ORDER BY ALL"
    second = await given(run, "query_tables", sql=sql, sources=[first["result_id"], str(plan.pk)])
    assert second["total"] == 4 and second["rows"][0] == ["Berg", "Stand"]


async def test_sql_error_includes_the_columns(run, orders):
    said = await failed(run, "query_tables", sql="SELECT Kunde FROM orders", sources=["orders.csv"])
    assert 'Referenced column "Kunde" not found' in said and "orders (Order VARCHAR, Customer" in said


async def test_similar_file_taken_instead_is_noted(run, ann):
    await in_database(store_file, access=ann, name="orders-november.csv", content=ORDERS.encode())
    told = await given(run, "query_tables", sources=["orders.csv"])
    assert told["note"] == (
        "There is no file orders.csv: orders-november.csv was taken, as the table orders_november."
    )
    sql = "SELECT * FROM orders_november"
    for named in ("orders-november.csv", "Orders-November"):
        assert "note" not in await given(run, "query_tables", sql=sql, sources=[named])


async def test_query_without_sources_lists_the_available_ones(run, orders):
    run.pack = replace(run.pack, conversation_id=new_id())
    kept = await given(run, "query_tables", sql="SELECT Customer FROM orders", sources=["orders.csv"])
    said = await failed(run, "query_tables", sql="SELECT * FROM orders")
    assert "names its tables in sources" in said and "Files: orders.csv." in said
    assert kept["result_id"] in said and "sqlite" not in said and "The tables: none." in said


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM read_csv('/etc/passwd')",
        "COPY orders TO '/tmp/stolen.csv'",
        "ATTACH '/tmp/other.db'",
        "INSTALL httpfs",
        "SET enable_external_access = true",
        "SELECT * FROM 'https://evil.example/x.csv'",
        "SELECT getenv('PATH')",
        "SELECT * FROM request",
    ],
)
async def test_sql_cannot_read_files_or_the_network(run, orders, sql):
    said = await failed(run, "query_tables", sql=sql, sources=["orders.csv"])
    assert "root:" not in said and "/usr/bin" not in said


async def test_long_result_is_shown_in_part_and_stored(run):
    result = await given(run, "query_tables", sql="SELECT range AS n FROM range(60000)")
    assert result["total"] == 60_000 and len(result["rows"]) == 100
    assert "59,900 more rows" in result["note"] and "10,000 are not kept" in result["note"]
    total = await given(run, "query_tables", sql="SELECT count(*) FROM r1", sources=[result["result_id"]])
    assert total["rows"] == [[50_000]]


ENDLESS = """
from omniforge.files.querying import database
database._SECONDS = 0.2
sql = "SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range % 7 = b.range % 3"
database.TableDatabase().run(sql)
"""


def test_endless_query_is_stopped():
    """In a separate process: the site never loads this database, and nor do its tests."""
    ended = subprocess.run(
        [sys.executable, "-c", ENDLESS], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert "The query took longer than 0.2 seconds. Filter first." in ended.stderr


async def test_results_are_private_and_not_stored_files(run, bob, orders):
    result = await given(run, "query_tables", sql="SELECT 1 AS one")
    assert await StoredFile.objects.acount() == 2
    again = await in_database(content_of, orders)
    await in_database(store_file, access=run.pack.access, name="orders.csv", content=again)
    assert [one["name"] for one in (await given(run, "list", kind="file"))["rows"]] == ["orders.csv"]
    strange = await in_database(run_context, bob)
    said = await failed(strange, "query_tables", sql="SELECT * FROM r1", sources=[result["result_id"]])
    assert "There is no file" in said


async def written(run, ann, **arguments):
    kept = await given(run, "write_file", **arguments)
    file = await in_database(find_file, ann, kept["file"]["id"])
    return kept, content_of(file)


async def test_workbook_is_written_with_several_sheets(run, ann, orders):
    by_customer = await given(
        run,
        "query_tables",
        sql="SELECT Customer, sum(Quantity) AS pieces FROM orders GROUP BY ALL ORDER BY ALL",
        sources=["orders.csv"],
    )
    kept, content = await written(
        run,
        ann,
        name="Orders",
        format="xlsx",
        sheets=[
            {"name": "By customer", "from": by_customer["result_id"]},
            {"name": "All", "from": "orders.csv", "columns": ["Order", "Date"]},
        ],
    )
    book = load_workbook(io.BytesIO(content))
    assert [list(row) for row in book["By customer"].values] == [
        ["Customer", "pieces"],
        ["Berg", 1],
        ["Falk", 5],
    ]
    assert next(book["All"].values) == ("Order", "Date") and book["All"]["A4"].value == "0042"
    assert kept["file"]["name"] == "Orders.xlsx"
    assert kept["contents"] == "By customer (2 rows), All (3 rows)"


async def test_csv_markdown_text_and_word_are_written(run, ann, orders):
    sheet = {"name": "Open", "from": "orders.csv", "columns": ["order", "Status"]}
    _, content = await written(run, ann, name="o", format="csv", sheets=[sheet])
    assert content.decode("utf-8-sig").splitlines()[:2] == ["order,Status", "O-1,open"]
    text = "# Report\n\nAll **well**.\n\n- one\n- two\n"
    _, content = await written(run, ann, name="report", format="md", text=text, sheets=[sheet])
    assert "## Open\n\n| order" in content.decode()
    _, content = await written(run, ann, name="report", format="docx", text=text, sheets=[sheet])
    document = Document(io.BytesIO(content))
    styles = [(one.style.name, one.text) for one in document.paragraphs]
    assert styles[:4] == [
        ("Heading 1", "Report"),
        ("Normal", "All well."),
        ("List Bullet", "one"),
        ("List Bullet", "two"),
    ]
    assert document.paragraphs[1].runs[1].bold and document.tables[0].rows[1].cells[0].text == "O-1"
    _, content = await written(run, ann, name="note", format="txt", text="Hello")
    assert content == b"Hello\n"


async def test_markdown_table_is_written_as_csv(run, ann):
    text = "| Song | Singer |\n| --- | --- |\n| Kesariya | Arijit |"
    _, content = await written(run, ann, name="songs", format="csv", text=text)
    assert content.decode("utf-8-sig").splitlines() == ["Song,Singer", "Kesariya,Arijit"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"format": "xlsx", "text": "a"}, "one Markdown table"),
        ({"format": "xlsx"}, "made of sheets"),
        ({"format": "csv", "sheets": [{"from": "orders.csv"}] * 2}, "one table"),
        ({"format": "md"}, "Say what is to stand in it"),
        (
            {"format": "csv", "sheets": [{"from": "orders.csv", "columns": ["Kunde"]}]},
            "It has: Order, Customer",
        ),
        ({"format": "csv", "sheets": [{"from": "ordres.csv"}]}, "Nearest: file 'orders.csv'"),
    ],
)
async def test_invalid_write_file_arguments_are_refused(run, orders, arguments, says):
    assert says in await failed(run, "write_file", name="x", **arguments)


async def test_one_column_table_is_written(run, ann):
    _, content = await written(run, ann, name="x", format="csv", text="| Task |\n| --- |\n| Book the hall |")
    assert content.decode("utf-8-sig").split() == ["Task", "Book", "the", "hall"]


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("orders.xlsx", "orders.xlsx"),
        ("Orders.XLSX", "Orders.xlsx"),
        ("orders.csv", "orders.xlsx"),
        ("Report 2026.11", "Report 2026.11.xlsx"),
    ],
)
async def test_extension_in_the_name_is_replaced(run, name, file):
    kept = await given(
        run, "write_file", name=name, format="xlsx", text="| A | B |\n| --- | --- |\n| 1 | 2 |"
    )
    assert kept["file"]["name"] == file
    assert next(one.label for one in told(run) if isinstance(one, ToolCalled)) == f"Writing {file}"


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("# Orders\n\nAll of November.", ["# Orders"]),
        ("# Report\n\n## orders", ["# Report", "## orders"]),
        ("# Orders\n\n## Remarks", ["# Orders", "## Remarks", "## Orders"]),
        ("All of them.", ["## Orders"]),
    ],
)
async def test_table_stands_once_under_its_name(run, ann, orders, text, headings):
    sheet = {"name": "Orders", "from": "orders.csv"}
    _, content = await written(run, ann, name="Report", format="md", text=text, sheets=[sheet])
    assert [line for line in content.decode().splitlines() if line.startswith("#")] == headings


async def test_tables_are_told_among_many_other_files(run, ann):
    run.pack = replace(run.pack, conversation_id=new_id())
    here = {"turn_id": run.pack.turn_id, "conversation_id": run.pack.conversation_id}
    await in_database(lambda: store_file(access=ann, name="hours.csv", content=b"a,b\n1,2\n", **here))
    await in_database(lambda: store_file(access=ann, name="old.csv", content=b"a,b\n1,3\n"))
    for number in range(31):
        content = f"Letter {number}".encode()
        await in_database(lambda: store_file(access=ann, name=f"letter-{number}.txt", content=content))  # noqa: B023
    assert "Files: hours.csv, old.csv." in await failed(run, "query_tables", sql="SELECT * FROM hours")


async def test_second_file_of_the_same_name_is_numbered(run, ann):
    first, _ = await written(run, ann, name="Offer", format="md", text="Six weeks.")
    second, content = await written(run, ann, name="Offer", format="md", text="Eight weeks.")
    assert (first["file"]["name"], second["file"]["name"]) == ("Offer.md", "Offer 2.md")
    assert "Offer.md already" in second["note"] and "note" not in first
    assert content == b"Eight weeks.\n"
