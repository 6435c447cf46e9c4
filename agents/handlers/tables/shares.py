"""Shares of the whole, in percent, for rows of the table at hand."""

from dataclasses import replace
from decimal import Decimal
from itertools import accumulate

from agents.context.stored import KeptResult
from agents.handlers.tables.rows import Figure, Row, Rows, with_commas
from agents.handlers.tables.talk import TableTalk, names_of
from agents.handlers.task import Answer
from agents.tools.counts import counted
from omniforge.tables.cells import Cell, as_number
from omniforge.tables.markdown import plain


class TableShares(TableTalk):
    """Answers to 'what percentage of …'."""

    async def still(self) -> KeptResult:
        """Return the rows shown last, if it was about these, else the table."""
        is_of_those = self.question.scope == "those" and self.last
        return replace(self.last, task=self.words) if is_of_those and self.last else await self.whole()

    async def _parts(self, column: str) -> Answer:
        if self.question.function == "running":
            return await self._running(column)
        if self.question.spread:
            return await self._spread(self.question.sort)
        if self.question.function == "difference":
            return await self._difference(column)
        return await (self._ratio() if self.question.function == "ratio" else self._shares(column))

    async def _difference(self, column: str) -> Answer:
        """Say by how much the rows of two values differ in a column."""
        column = column or self._meant(self.table.words.money or self.table.words.numbers)[0]
        (first, one), (second, other) = self._of_both(column)
        places = self.over.computed("sum", column).places
        of_each = [with_commas(each, places) for each in (one, other, abs(one - other))]
        told = f"{plain(first)} **{of_each[0]}**, {plain(second)} **{of_each[1]}**"
        more = f", {plain(first if one > other else second)} has more" if one != other else ""
        text = f"{plain(column)}: {told}. The difference is **{of_each[2]}**{more}."
        return Answer(text, result=await self.whole())

    async def _spread(self, column: str) -> Answer:
        """Say how far apart the highest and the lowest row are, or a row and one of them; also in percent."""
        first, last = self._ends(column)
        if not first.rows:
            return Answer(self._none(), result=await self.whole())
        one, other = (as_number(each.cell(each.rows[0], column)) or Decimal(0) for each in (first, last))
        told = [f"{self._names(each)} **{self._shown_cell(each.rows[0], column)}**" for each in (first, last)]
        share = f", {100 * abs(one - other) / other:.1f}% of the latter" if other else ""
        apart = self._with_unit(with_commas(abs(one - other), self.chosen.places(column)), column)
        text = f"{plain(column)}: {told[0]}, {told[1]}. The difference is **{apart}**{share}."
        return Answer(text, result=await self.whole())

    def _ends(self, column: str) -> tuple[Rows, Rows]:
        """Return the highest and the lowest rows, or the chosen ones and the end they are compared with."""
        if self.question.tests:
            return self.chosen, self.over.extreme(column, highest=bool(self.question.descending))
        return self.over.extreme(column, highest=True), self.over.extreme(column, highest=False)

    def _names(self, rows: Rows) -> str:
        return names_of(list(dict.fromkeys(str(one) for one in rows.cells(self.table.words.key))))

    def _of_both(self, column: str) -> list[tuple[str, Decimal]]:
        """Return the two values that a question names, each with its rows' sum."""
        tests = self.question.tests
        return [(str(one.value), self._part_of(column, self.over.passing([one]))) for one in tests]

    async def _running(self, column: str) -> Answer:
        """Show the rows with the running total of a column. Cells without a number count as 0."""
        words = self.table.words
        column = column or self._meant(words.money or words.numbers)[0]
        totals = accumulate(as_number(cell) or Decimal(0) for cell in self.chosen.cells(column))
        rows = [(*row, Figure(total).cell) for row, total in zip(self.chosen.rows, totals, strict=True)]
        return await self._table((*words.columns, f"Running total {column}"), rows)

    async def _shares(self, column: str) -> Answer:
        """Give the share of the selected rows, or of each group, in a column's sum or the row count."""
        if self.question.other:
            return await self._parts_of_other(column, self.question.other)
        whole = self._part_of(column, self.over)
        if not whole:
            return Answer("There's nothing to take a percentage of.")
        if self.question.group:
            return await self._share_of_each(column, whole)
        told = [self._share(one) for one in self._columns_of_share(column)]
        return Answer(" ".join(filter(None, told)), result=await self.whole())

    def _columns_of_share(self, column: str) -> tuple[str, ...]:
        """Return the base of a share: the named column, else both money and row count."""
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
        rows = [
            (name, float(round(self._part_of(column, Rows(self.table, tuple(part))) / whole * 100, 1)))
            for name, part in self._grouped_rows().items()
        ]
        columns = (self.question.group, f"Share of {column or 'rows'} in %")
        return await self._table(columns, rows, summary=True)

    def _grouped_rows(self) -> dict[Cell, list[Row]]:
        parts: dict[Cell, list[Row]] = {}
        for row in self._in_order():
            parts.setdefault(self._group_of(row), []).append(row)
        return parts

    async def _parts_of_other(self, column: str, whole: str) -> Answer:
        """Give one column's sum in percent of another's, for the selected rows or for each group of them."""
        if self.question.group:
            parts = self._grouped_rows()
            rows = [
                (name, self._over(column, whole, Rows(self.table, tuple(part))))
                for name, part in parts.items()
            ]
            shown = await self._table((self.question.group, f"{column} in % of {whole}"), rows, summary=True)
            overall = self.question.scope == "overall"
            return replace(shown, text=f"{shown.text}\n\n{self._part(column, whole)}") if overall else shown
        return Answer(self._part(column, whole), result=await self.whole())

    def _part(self, column: str, whole: str) -> str:
        """Say what part one column's sum is of another's."""
        part, every = (self._part_of(one, self.chosen) for one in (column, whole))
        if not every:
            return "There's nothing to take a percentage of."
        share = f"{plain(column)} is **{part / every:.1%}** of {plain(whole)}"
        return f"{share} in {self._scope()} ({part:,f} of {every:,f})."

    def _over(self, column: str, whole: str, rows: Rows) -> float | None:
        every = self._part_of(whole, rows)
        return float(round(self._part_of(column, rows) / every * 100, 1)) if every else None

    def _percentage(self, column: str, rows: Rows) -> str:
        whole = self._part_of(column, self.chosen)
        return f"{self._part_of(column, rows) / whole:.1%}" if whole else "nothing"

    async def _ratio(self) -> Answer:
        """Say how two columns, or the rows with either of two values, relate."""
        question, words = self.question, self.table.words
        if question.other:
            named = [(one, self._part_of(one, self.chosen)) for one in (question.asked[-1], question.other)]
            of = f" of {self._scope()}"
        else:
            column = self._meant(words.amounts or words.numbers)[0]
            named = self._of_both(column)
            of = f" by {plain(column)}"
        (first, one), (second, other) = named
        about = f", about {one / other:,.2f} to 1" if other else ""
        text = f"{plain(first)} to {plain(second)}{of} is **{one:,f} to {other:,f}**{about}."
        return Answer(text, result=await self.whole())

    def _part_of(self, column: str, rows: Rows) -> Decimal:
        """Return a column's sum, or the number of rows if it is empty. Raises InvalidInput for text."""
        if not column:
            return Decimal(len(rows.rows))
        return rows.computed("sum", column).value or Decimal(0)

    async def _of_pieces(self) -> Answer:
        """Say what so many of a row come to at the price asked for."""
        pieces, price = self.question.pieces or Decimal(0), self.question.asked[0]
        told = []
        for row in self.chosen.rows:
            each, name = (
                as_number(self.chosen.cell(row, price)),
                plain(self.chosen.cell(row, self.table.words.key)),
            )
            if each is not None:
                value = self._with_unit(with_commas(pieces * each, self.chosen.places(price)), price)
                worked = f"{pieces:f} × {self._shown_cell(row, price)}"
                told.append(f"{name}: {worked} is **{value}** by {plain(price)}.")
        return Answer("\n\n".join(told) or "There's no price for that.", result=await self.still())
