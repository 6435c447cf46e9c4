"""Answers that say which part of the whole some rows of the table at hand are, in percent."""

from decimal import Decimal

from agents.handlers.table_rows import Row, Rows
from agents.handlers.table_talk import TableTalk
from agents.handlers.task import Answer
from agents.tools.counting import counted
from omniforge.tables.cells import Cell
from omniforge.tables.markdown import plain


class TableShares(TableTalk):
    """Answers to 'what percentage of …'."""

    async def _shares(self, column: str) -> Answer:
        """Say which part of a column, else of all rows, the rows meant are; or each group of them."""
        whole = self._part_of(column, self.over)
        if not whole:
            return Answer("There's nothing to take a percentage of.")
        if self.question.group:
            return await self._share_of_each(column, whole)
        part = self._part_of(column, self.chosen)
        of = f"{plain(column)} of all {counted(len(self.over.rows), 'row')}" if column else "all rows"
        text = f"**{part / whole:.1%}** of {of}: {self._scope()} ({part:,f} of {whole:,f})."
        return Answer(text, result=await self.whole())

    async def _share_of_each(self, column: str, whole: Decimal) -> Answer:
        """Return a table of the groups with their shares, which add up to that of all rows meant."""
        parts: dict[Cell, list[Row]] = {}
        for row in self.chosen.rows:
            name = self.chosen.cell(row, self.question.group)
            parts.setdefault(None if name == "" else name, []).append(row)
        rows = [
            (name, float(round(self._part_of(column, Rows(self.table, tuple(part))) / whole * 100, 1)))
            for name, part in parts.items()
        ]
        columns = (self.question.group, f"Share of {column or 'rows'} in %")
        return await self._table(columns, rows, summary=True)

    def _part_of(self, column: str, rows: Rows) -> Decimal:
        """Return the sum of a column, without one how many rows there are. Raises InvalidInput for text."""
        if not column:
            return Decimal(len(rows.rows))
        return rows.computed("sum", column).value or Decimal(0)
