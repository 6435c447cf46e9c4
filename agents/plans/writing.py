"""Writes a table into a file, in the columns that were asked for; of which nothing is known is said."""

from collections.abc import Mapping, Sequence
from typing import Any

from agents.plans.by_rules.shape import in_columns, not_known
from agents.plans.gathering import Search
from agents.plans.plan import StepCall, StepTable
from agents.plans.rendering import columns_of, rows_of
from agents.plans.storing import StepResult
from agents.tools.tool import ToolFailed

_SHEET = "Results"


async def write_table(
    make: Search, call: StepCall, table: StepTable, results: Mapping[str, StepResult]
) -> StepResult:
    """Make the call that writes the table's rows. Raises ToolFailed where there are none."""
    rows = rows_of(results[table.rows_of].fields) if table.rows_of else list(table.rows)
    if not rows:
        raise ToolFailed("There are no rows to write: nothing was found.")
    columns = list(table.columns or columns_of(rows))
    made, unknown = in_columns(rows, columns)
    cells = [[row[name] for name in columns] for row in made]
    result = await make({**call.arguments, **_contents(call.tool, columns, cells)})
    return StepResult(result.text + not_known(unknown), result.fields)


def _contents(tool: str, columns: Sequence[str], cells: Sequence[Sequence[Any]]) -> dict[str, Any]:
    table = {"columns": list(columns), "rows": [list(row) for row in cells]}
    return {"sheets": [{"name": _SHEET, **table}]} if tool == "write_spreadsheet" else table
