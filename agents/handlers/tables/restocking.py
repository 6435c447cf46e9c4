"""Says how many to order of what is short, and what that costs."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from agents.handlers.registry import handles
from agents.handlers.tables.answers import TableAnswers
from agents.handlers.tables.follow_ups import TO_ORDER
from agents.handlers.tables.questions import current_table
from agents.handlers.tables.rows import Row, with_commas
from agents.handlers.task import Answer, NoSuchTarget, Task
from intent.commands import Command
from intent.commands.readers.tables.restocked import Restocking
from intent.commands.tables.limits import only_limit
from intent.commands.tables.question import TableQuestion
from omniforge.tables.cells import as_cell, as_number
from omniforge.tables.markdown import plain


@handles("table.restock")
async def restock(task: Task, command: Command) -> Answer:
    """Show what to order of each row that is short, with the cost if there is one price."""
    table, wanted = await current_table(task), command.slots["order"]
    if not isinstance(wanted, Restocking) or only_limit(table.words) is None:
        raise NoSuchTarget  # it was read for another table
    return await _Restock(task, table, command.words, TableQuestion()).restocked(wanted)


class _Restock(TableAnswers):
    """One order in progress."""

    async def restocked(self, wanted: Restocking) -> Answer:
        stock, limit = only_limit(self.table.words) or ("", "")
        prices = [one for one in self.table.words.prices if one not in (stock, limit)][:2]
        price = prices[0] if len(prices) == 1 else ""
        rows = [row for one in self.over.rows if (row := self._ordered_of(one, stock, limit, price, wanted))]
        if not rows:
            return Answer(f"No row has {plain(stock)} under {plain(limit)}.", result=await self.whole())
        columns = (
            self.table.words.key,
            stock,
            limit,
            TO_ORDER,
            *([f"{TO_ORDER} × {price}"] if price else []),
        )
        shown = await self._table(columns, rows, summary=True)
        return replace(shown, text=f"{shown.text}\n\n{_total(rows, bool(price))}")

    def _ordered_of(self, row: Row, stock: str, limit: str, price: str, wanted: Restocking) -> Row | None:
        """Return what to order of a row, None if it isn't short or lacks a figure."""
        there, least = (as_number(self.over.cell(row, one)) for one in (stock, limit))
        if there is None or least is None:
            return None
        most = least * wanted.times
        if there >= (least if wanted.only_short else most):
            return None
        each = as_number(self.over.cell(row, price)) if price else None
        cost = () if not price else (None if each is None else as_cell((most - there) * each),)
        named = tuple(self.over.cell(row, one) for one in (self.table.words.key, stock, limit))
        return (*named, as_cell(most - there), *cost)


def _total(rows: Sequence[Row], has_cost: bool) -> str:
    """Say what all of it comes to."""
    if not has_cost:
        return f"That's **{with_commas(_sum(rows, -1), 0)}** in all."
    if any(row[-1] is None for row in rows):
        return "A price is missing, so I can't say what all of it costs."
    return f"That costs **{with_commas(_sum(rows, -1), 2)}** altogether."


def _sum(rows: Sequence[Row], at: int) -> Decimal:
    return sum((as_number(row[at]) or Decimal(0) for row in rows), Decimal(0))
