"""What is to be worked out of a table, by the names of its columns and values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from agents.plans.by_rules.calculation import CALCULATES, read_calculation
from agents.tables.operations import AnyOperation
from agents.tables.table import Table

ORDERS = Table(
    ("Region", "Customer", "Amount", "Units"),
    (
        ("North", "Acme", "1,200.50", 3),
        ("South", "Beta", "300", 1),
        ("North", "Beta", "99.5", 2),
        ("Total", None, "1,600", 6),
    ),
)


def worked(task: str) -> Table:
    wanted = read_calculation(task, ORDERS)
    assert wanted
    table = ORDERS
    for operation in wanted.operations:
        table = TypeAdapter(AnyOperation).validate_python(operation).applied(table)
    return table


@pytest.mark.parametrize(
    ("task", "rows"),
    [
        ("sum the amounts by region", [("North", 1300), ("South", 300)]),
        ("what is the average amount per customer", [("Acme", 1200.5), ("Beta", 199.75)]),
        ("how many rows are there", [(3,)]),
        ("count the orders by customer", [("Acme", 1), ("Beta", 2)]),
        ("total amount for the North", [(1300,)]),
        ("what is the highest amount", [("1,200.50",)]),
        ("total amount and units by region", [("North", 1300, 5), ("South", 300, 1)]),
    ],
)
def test_it_is_worked_out_without_the_row_of_totals(task: str, rows: list[tuple]):
    assert [tuple(row) for row in worked(task).rows] == rows


def test_the_greatest_rows_come_first_and_only_so_many():
    assert [row[1:3] for row in worked("top 2 orders by amount").rows] == [
        ("Acme", "1,200.50"),
        ("Beta", "300"),
    ]


def test_what_was_left_out_and_kept_is_said():
    wanted = read_calculation("total amount for the North", ORDERS)
    assert wanted
    assert "Sum of Amount" in wanted.words and "'Total' is left out" in wanted.words
    assert "Only rows whose Region is North" in wanted.words


def test_nothing_is_guessed_where_several_columns_could_be_meant():
    assert read_calculation("what is the sum by region", ORDERS) is None


@pytest.mark.parametrize("task", ["summarise this", "sum up this document", "what does it say about pricing"])
def test_other_work_is_no_calculation(task: str):
    assert not CALCULATES.search(task)


CELLS = st.one_of(
    st.none(), st.integers(-9999, 9999), st.sampled_from(["North", "South", "Total", "1,000", ""])
)


@given(st.lists(st.tuples(CELLS, CELLS), max_size=8), st.text(max_size=40))
def test_whatever_is_read_can_be_applied(rows: list[tuple], words: str):
    table = Table(("Region", "Amount"), tuple(rows))
    for task in ("sum the amounts by region", f"top 3 rows by amount {words}", f"count {words} by region"):
        if wanted := read_calculation(task, table):
            for operation in wanted.operations:
                table = TypeAdapter(AnyOperation).validate_python(operation).applied(table)
            table = Table(("Region", "Amount"), tuple(rows))
