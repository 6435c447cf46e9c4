"""Tables are worked on by code: rows are chosen, ordered, put together, and never lost in silence."""

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.runs.context import RunContext
from agents.tables.operations import Filter, Group, Sort
from agents.tables.table import GivenTable, Table
from agents.tools.gate import call_tool
from agents.tools.kinds.tables import work_on_table
from omniforge.errors import InvalidInput
from omniforge.ids import new_id
from omniforge.llm.types import ToolRequest
from omniforge.tenants.access import Access
from omniforge.tenants.models import Role
from tests.agents.tools.contexts import call_context, run_context

CONTEXT = call_context(Access(new_id(), new_id(), Role.MEMBER))
SALES = [
    {"customer": "Meier", "city": "Köln", "amount": 0.1, "due": "2026-11-03"},
    {"customer": "Huber", "city": "Leipzig", "amount": "1,200.50", "due": "2026-10-01"},
    {"customer": "Meier", "city": "Bonn", "amount": 0.2, "due": None},
    {"customer": "Adler", "city": "leipzig", "amount": None, "due": "2026-12-24"},
]


async def worked(*operations, rows=SALES, **table):
    given = {"table": {"rows": rows, **table}, "operations": list(operations)}
    return await work_on_table.run(work_on_table.arguments.model_validate(given), CONTEXT)


async def rows_of(*operations, **table):
    return (await worked(*operations, **table)).rows


def customers(rows):
    return [row[0] for row in rows]


async def test_rows_as_objects_and_as_lists_are_the_same_table():
    lists = [[row["customer"], row["amount"]] for row in SALES]
    by_lists = await rows_of(rows=lists, columns=["customer", "amount"])
    by_objects = await rows_of({"do": "columns", "columns": ["customer", "amount"]})
    assert by_lists == by_objects == [list(row) for row in lists]


async def test_columns_come_in_the_order_asked_for():
    result = await worked({"do": "columns", "columns": ["due", "Customer"]}, {"do": "limit", "rows": 1})
    assert result.columns == ["due", "customer"]
    assert result.markdown == "| due | customer |\n| --- | --- |\n| 2026-11-03 | Meier |"
    assert result.summary() == "1 row, 2 columns"


@pytest.mark.parametrize(
    ("test", "found"),
    [
        ({"column": "city", "value": "Leipzig"}, ["Huber", "Adler"]),
        ({"column": "city", "test": "not_equals", "value": "LEIPZIG"}, ["Meier", "Meier"]),
        ({"column": "customer", "test": "contains", "value": "EI"}, ["Meier", "Meier"]),
        ({"column": "amount", "test": "greater", "value": 0.1}, ["Huber", "Meier"]),
        ({"column": "amount", "test": "at_most", "value": "0.2"}, ["Meier", "Meier"]),
        ({"column": "amount", "value": 1200.5}, ["Huber"]),
        ({"column": "due", "test": "at_least", "value": "2026-11-01"}, ["Meier", "Adler"]),
        ({"column": "due", "test": "less", "value": "2026-11-01"}, ["Huber"]),
        ({"column": "due", "test": "less", "value": 5}, []),
        ({"column": "due", "test": "empty"}, ["Meier"]),
        ({"column": "amount", "test": "not_empty"}, ["Meier", "Huber", "Meier"]),
        ({"column": "city", "test": "one_of", "values": ["Köln", "bonn"]}, ["Meier", "Meier"]),
    ],
)
async def test_rows_are_filtered(test, found):
    assert customers(await rows_of({"do": "filter", **test})) == found


async def test_rows_are_sorted_by_value_and_the_empty_come_last_both_ways():
    amounts = [row[2] for row in await rows_of({"do": "sort", "by": ["amount"]})]
    assert amounts == [0.1, 0.2, "1,200.50", None]
    amounts = [row[2] for row in await rows_of({"do": "sort", "by": ["amount"], "descending": True})]
    assert amounts == ["1,200.50", 0.2, 0.1, None]
    assert customers(await rows_of({"do": "sort", "by": ["customer", "city"]})) == [
        "Adler",
        "Huber",
        "Meier",
        "Meier",
    ]


async def test_groups_are_summed_exactly():
    computing = [{"function": "sum", "column": "amount"}, {"function": "count"}]
    assert await rows_of({"do": "group", "by": ["customer"], "compute": computing}) == [
        ["Meier", 0.3, 2],
        ["Huber", 1200.5, 1],
        ["Adler", None, 1],
    ]


async def test_a_whole_table_is_one_group():
    functions = ("mean", "min", "max", "count")
    computing = [{"function": one, "column": "amount", "name": one} for one in functions]
    result = await worked({"do": "group", "compute": computing})
    assert result.columns == ["mean", "min", "max", "count"]
    assert result.rows == [[pytest.approx(400.2666667), 0.1, "1,200.50", 3]]


async def test_of_no_rows_a_total_is_one_row_and_groups_are_none():
    count = {"do": "group", "compute": [{"function": "count"}]}
    assert await rows_of(count, rows=[], columns=["a"]) == [[0]]
    assert await rows_of(count | {"by": ["a"]}, rows=[], columns=["a"]) == []


async def test_tables_are_joined_on_columns_of_different_names():
    cities = {"rows": [{"name": "Köln", "state": "NRW"}, {"name": "Bonn", "state": "NRW"}]}
    join = {"do": "join", "table": cities, "on": "city", "other": "name"}
    assert [row[-1] for row in await rows_of(join)] == ["NRW", "NRW"]
    assert [row[-1] for row in await rows_of(join | {"keep": "all"})] == ["NRW", None, "NRW", None]


async def test_a_joined_column_whose_name_is_taken_is_numbered_and_ids_are_not_numbers():
    right = {"columns": ["id", "name"], "rows": [[7, "seven"], ["007", "Bond"]]}
    join = {"do": "join", "table": right, "on": "id"}
    result = await worked(join, rows=[{"id": "7", "name": "a"}, {"id": "007", "name": "b"}])
    assert result.columns == ["id", "name", "name 2"]
    assert result.rows == [["7", "a", "seven"], ["007", "b", "Bond"]]


@pytest.mark.parametrize(
    ("operation", "why"),
    [
        (
            {"do": "sort", "by": ["price"]},
            "There is no column 'price'. The columns here are: customer, city, amount, due.",
        ),
        ({"do": "columns", "columns": ["customer", "who"]}, "There is no column 'who'"),
        (
            {"do": "group", "compute": [{"function": "sum", "column": "city"}]},
            "Column 'city' holds 'Köln', which is no number to sum",
        ),
        ({"do": "group", "compute": [{"function": "mean"}]}, "mean needs a column"),
        (
            {"do": "group", "by": ["city"], "compute": [{"function": "count", "name": "city"}]},
            "Two columns would have one name",
        ),
        (
            {"do": "join", "table": {"rows": [{"town": "Köln"}]}, "on": "city"},
            "no column 'city'. The columns here are: town",
        ),
    ],
)
async def test_what_does_not_fit_is_named(operation, why):
    with pytest.raises(InvalidInput) as error:
        await worked(operation)
    assert why in error.value.message


@pytest.mark.parametrize(
    ("rows", "columns", "why"),
    [
        ([["a"], ["a", "b"]], ["one"], "Row 2 has 2 cells, but there are 1 columns"),
        ([["a", "b"]], ["one", "one"], "Two columns have one name"),
    ],
)
async def test_rows_that_do_not_fit_their_columns_are_named(rows, columns, why):
    with pytest.raises(InvalidInput) as error:
        await worked(rows=rows, columns=columns)
    assert why in error.value.message


@pytest.fixture
def run(ann) -> RunContext:
    return run_context(ann)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("operation", "why"),
    [
        ({"do": "pivot"}, "operations.0"),
        ({"do": "limit", "rows": -1}, "operations.0.limit.rows"),
        ({"do": "sort", "by": ["city"], "reverse": True}, "operations.0.sort.reverse: Extra inputs"),
    ],
)
async def test_a_model_learns_which_of_its_operations_is_none(run, operation, why):
    arguments = orjson.dumps({"table": {"rows": SALES}, "operations": [operation]}).decode()
    outcome = await call_tool(run, ToolRequest("1", "work_on_table", arguments))
    assert not outcome.ok and why in outcome.text


async def test_a_join_that_multiplies_is_stopped():
    same = [{"k": 1} for _ in range(100)]
    join = {"do": "join", "table": {"rows": same}, "on": "k"}
    with pytest.raises(InvalidInput, match="more than 5,000 rows"):
        await worked(join, rows=same)


async def test_a_long_table_is_cut_within_what_a_model_reads_and_says_so():
    result = await worked(rows=[{"n": n, "text": "word " * 10} for n in range(2_000)])
    assert result.total == 2_000 and result.rows[0][0] == 0
    assert len(result.model_dump_json()) < 24_000  # what the gate lets a model read
    assert result.note == f"{2_000 - len(result.rows):,} more rows are left out here: filter, group or limit."


async def test_what_is_nested_in_a_cell_is_kept_as_text():
    assert await rows_of(rows=[{"a": {"b": [1]}}]) == [['{"b":[1]}']]


CELLS = st.one_of(st.none(), st.integers(), st.text(max_size=5), st.booleans(), st.floats(-1e9, 1e9))
TABLES = st.lists(st.tuples(CELLS, CELLS), max_size=20).map(lambda rows: Table(("a", "b"), tuple(rows)))


@given(TABLES, st.booleans())
def test_sorting_keeps_every_row_and_sorting_again_changes_nothing(table, descending):
    sort = Sort(do="sort", by=["a", "b"], descending=descending)
    once = sort.applied(table)
    assert sorted(map(repr, once.rows)) == sorted(map(repr, table.rows))
    assert sort.applied(once) == once


@given(TABLES, CELLS)
def test_a_test_and_its_contrary_share_out_the_rows(table, value):
    kept = [
        Filter(do="filter", column="a", test=test, value=value).applied(table).rows
        for test in ("equals", "not_equals")
    ]
    assert len(kept[0]) + len(kept[1]) == len(table.rows)


@given(TABLES)
def test_groups_count_every_row_once(table):
    counted = Group(do="group", by=["a"], compute=[{"function": "count"}]).applied(table)
    assert sum(row[1] for row in counted.rows) == len(table.rows)


def test_a_column_that_two_names_could_mean_is_not_guessed():
    table = GivenTable(columns=["Name", "NAME"], rows=[]).table()
    with pytest.raises(InvalidInput):
        table.place("name")
