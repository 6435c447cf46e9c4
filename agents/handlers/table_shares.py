"""Shares of the whole, in percent, for rows of the table at hand."""

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
        """Give the share of a column, else of all rows, for the selected rows or for each group."""
        whole = self._part_of(column, self.over)
        if not whole:
            return Answer("There's nothing to take a percentage of.")
        if self.question.group:
            return await self._share_of_each(column, whole)
        told = [self._share(one) for one in self._columns_of_share(column)]
        return Answer(" ".join(filter(None, told)), result=await self.whole())

    def _columns_of_share(self, column: str) -> tuple[str, ...]:
        """Return the base of a share: the named column; else both money and row count."""
        words = self.table.words
        if column or len(words.money) != 1:
            return (column,)
        is_of_one = words.money[0] in words.numbers_of("column_of_one")
        names = any(one.test == "has" and not one.negated for one in self.question.tests)
        both = ("",) if is_of_one else (words.money[0], "")
        return both if names else tuple(reversed(both))

    def _share(self, column: str) -> str:
        part, whole = self._part_of(column, self.chosen), self._part_of(column, self.over)
        of = f"{plain(column)} of all {counted(len(self.over.rows), 'row')}" if column else "all rows"
        return f"**{part / whole:.1%}** of {of}: {self._scope()} ({part:,f} of {whole:,f})." if whole else ""

    async def _share_of_each(self, column: str, whole: Decimal) -> Answer:
        """Return a table of groups with their shares, which add up to the selection's."""
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
        """Return a column's sum, or the number of rows if it is empty. Raises InvalidInput for text."""
        if not column:
            return Decimal(len(rows.rows))
        return rows.computed("sum", column).value or Decimal(0)
