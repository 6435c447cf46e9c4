"""One question about the table at hand: its rows, its wording, and what is remembered of it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import TypeGuard

from agents.context.stored import KeptResult, TableAtHand
from agents.handlers.lines import bold
from agents.handlers.tables.files import (
    SHOWN,
    file_format,
    free_name,
    shown_rows,
    units_said,
    written_file,
)
from agents.handlers.tables.periods import called_period
from agents.handlers.tables.rows import Row, Rows, joined, with_commas
from agents.handlers.tables.which_column import likeliest_columns
from agents.handlers.task import Answer, Task
from agents.tools.counts import counted
from agents.tools.stored_results import store_table
from intent.commands.tables.cells import day_of
from intent.commands.tables.question import CellTest, TableQuestion
from intent.commands.tables.words import TableWords
from omniforge.english import join_words
from omniforge.storage.database import in_database
from omniforge.tables.cells import Cell, as_number
from omniforge.tables.markdown import plain

NAME_THEM = "Say it with a column and what stands in it."
_MOST_NAMES = 12
_SOME = ("which", "what", "many", "any", "all", "some", "who", "each", "much", "none", "one")  # 'of those'
_BOUNDS = {"over": "over", "under": "under", "at_least": "of at least", "at_most": "of at most"}
_OTHERS = {"over": "over", "under": "under", "at_least": "not under", "at_most": "not over"}
_LATER = {"over": "later than", "under": "earlier than", "at_least": "not before", "at_most": "not after"}
_DAY_BOUNDS = {"on": "on", "over": "after", "under": "before", "at_least": "from", "at_most": "up to"}


class TableTalk:
    """One question in progress. `words` are what the next one may follow up on."""

    def __init__(self, task: Task, table: TableAtHand, words: str, question: TableQuestion) -> None:
        self.task, self.table, self.words, self.question = task, table, words, question
        self.standing = self._as_it_stands()
        self.last = self.standing if self._is_choice(self.standing) else self._shown_last()
        if self.standing and question.reshapes and not question.format:
            self.question = replace(question, format=file_format(self.standing))
        self.over = Rows.of(table, self._rows())
        self.chosen = self.over.passing(question.tests)
        if not self.chosen.rows and (self.standing or self._may_mean_all()):
            # 'only the paid ones' after 'only the unpaid ones'
            self.over = Rows.of(table)
            self.chosen = self.over.passing(question.tests)
        self.written_rows: Sequence[Row] = ()

    def _may_mean_all(self) -> bool:
        """Return whether 'those not paid' may mean the whole table, since nothing says 'of those'."""
        said = self.words.lower()
        return bool(self.question.tests) and not any(f"{one} of th" in said for one in _SOME)

    def _shown_last(self) -> KeptResult | None:
        """Return the rows shown last, if they are a selection of this table, which nothing changed since."""
        results = self.task.results if self.question.scope == "those" else ()
        if not results and (self.task.material or self.task.results):
            return None
        last = next(iter((*self.task.pack.dialogue.results, *results)[-1:]), None)
        return last if self._is_choice(last) else None

    def _is_choice(self, result: KeptResult | None) -> TypeGuard[KeptResult]:
        return result is not None and bool(result.of) and not result.summary

    def _as_it_stands(self) -> KeptResult | None:
        """Return the table as an order gave it: shown right before, or as the newest file."""
        results = (*self.task.pack.dialogue.results, *self.task.results)
        given = [one for one in results if (one.of or one.ref) == self.table.ref]
        files = [one for one in given if file_format(one)]
        if given and (given[-1].format or given[-1].summary):
            return given[-1] if given[-1].format else None
        is_of_file = self.question.reshapes and self.question.scope != "those" and files
        return files[-1] if is_of_file else None

    def _rows(self) -> Sequence[Row] | None:
        if self.last is None or not self._goes_on():
            return None
        shown = self._whole_rows(self.last)
        is_part = shown is not None and len(shown) < len(self.table.words.rows)
        return None if is_part and self._writes_all() else shown

    def _goes_on(self) -> bool:
        """Return whether it is about the rows shown last, or those left in the table."""
        question = self.question
        chooses = question.only and question.tests and self.last
        shapes = bool(self.standing) and (question.shapes or question.reshapes)
        goes_on = shapes or (question.reshapes and bool(chooses))
        return question.scope == "those" or (goes_on and not question.scope)

    def _writes_all(self) -> bool:
        """Return whether a file is wanted and nothing limits it to the rows shown last."""
        if self.standing and self.standing.format:
            return False
        return bool(self.question.format) and self.question.scope != "those" and not self.question.only

    def _whole_rows(self, shown: KeptResult) -> Sequence[Row] | None:
        """Return the table's complete rows for those shown, matched by their columns."""
        words = self.table.words
        kept = [at for at, name in enumerate(shown.columns) if name in words.columns]
        if not kept or shown.summary:
            return None
        places = [words.place(shown.columns[at]) for at in kept]
        found = []
        for told in shown.rows:
            cells = tuple(told[at] for at in kept)
            same = (row for row in words.rows if tuple(row[at] for at in places) == cells)
            found.append(next((row for row in same if row not in found), None))
        return [row for row in found if row is not None]

    # -- columns ----------------------------------------------------------------------------------

    def _meant(self, among: Sequence[str]) -> tuple[str, ...]:
        """Return the columns that the question most likely means, at most two."""
        return likeliest_columns(self.task, among, self.table.words, self.words)

    # -- groups -----------------------------------------------------------------------------------

    def _group_of(self, row: Row) -> Cell:
        """Return the name of a row's group: its value in the column, or the period of its day."""
        cell, period = self.chosen.cell(row, self.question.group), self.question.period
        day = day_of(cell, self.table.words.today) if period else None
        return called_period(day, period) if day else cell or None

    def _in_order(self) -> Sequence[Row]:
        """Return the selected rows, sorted by day if they are grouped by period."""
        rows = (
            self.chosen.sorted(self.question.group, descending=False) if self.question.period else self.chosen
        )
        return rows.rows

    # -- wording ----------------------------------------------------------------------------------

    def _scope(self) -> str:
        number = len(self.chosen.rows)
        if self.question.tests:
            return f"the {counted(number, 'row')} with {self._conditions()}"
        shown = self.question.scope == "those" and self.last
        return f"the {counted(number, 'row')} shown last" if shown else f"all {counted(number, 'row')}"

    def _conditions(self) -> str:
        tests = self.question.tests
        days = {one.value for one in tests if replace(one, test="at_least") in tests}
        one_day = days & {one.value for one in tests if one.test == "at_most"}
        told = [replace(one, test="on") if one.value in one_day else one for one in joined(tests)]
        return " and ".join(dict.fromkeys(_condition(one, self.table.words) for one in told))

    def _none(self) -> str:
        return f"None of {counted(len(self.over.rows), 'row')} has {self._conditions()}."

    def _left_out(self) -> str:
        return f"The row “{plain(self.over.left_out)}” is left out." if self.over.left_out else ""

    def _shown_cell(self, row: Row, column: str) -> str:
        cell = self.chosen.cell(row, column)
        number = as_number(cell) if column in self.table.words.numbers else None
        if number is None:
            return plain(cell) if cell not in (None, "") else "empty"
        return self._with_unit(self.chosen.written(column, number), column)

    def _with_unit(self, text: str, column: str) -> str:
        unit = self.table.unit_of(column)
        return f"{unit}{text}" if unit in ("$", "£") else f"{text} {plain(unit)}" if unit else text

    # -- what is remembered -----------------------------------------------------------------------

    async def _table(
        self, columns: Sequence[str], rows: Sequence[Row] | None = None, *, summary: bool = False
    ) -> Answer:
        """Show rows, or write them to a file."""
        if rows is None:
            places = [self.table.words.place(one) for one in columns]
            rows = [tuple(row[at] for at in places) for row in self.chosen.rows]
        if self.question.total and not summary:
            rows = [*rows, self.chosen.totals(columns)]
        format = self.question.format or ("" if summary or self.question.is_excerpt else "table")
        result = replace(await self._kept(tuple(columns), tuple(rows), summary=summary), format=format)
        if self.question.format:
            text = await self._written(result)
        else:
            cells = [self._cells(columns, row) for row in rows[:SHOWN]]
            text = shown_rows(columns, cells, len(rows))
        left_out = self._left_out() if summary else ""
        notes = (
            text,
            units_said(columns, self._units(columns)),
            left_out,
            "" if summary else self._of_a_part(),
        )
        return Answer("\n\n".join(filter(None, notes)), result=result)

    def _of_a_part(self) -> str:
        """Say so if only the rows shown last are meant."""
        number, every = len(self.over.rows), len(self.table.words.rows)
        if self._is_part(number):
            where = "in the file before" if self.standing and file_format(self.standing) else "shown last"
            return f"Out of the {number} of {counted(every, 'row')} {where}."
        shown = self._whole_rows(self.last) if self.last and self._goes_on() else None
        is_part = bool(shown) and len(shown or ()) < number and self._writes_all()
        return f"For only the {len(shown or ())} shown last, say “put those in a file”." if is_part else ""

    def _is_part(self, number: int) -> bool:
        return self.last is not None and number < len(Rows.of(self.table).rows)

    def _cells(self, columns: Sequence[str], row: Row) -> Row:
        """Return a row's cells as displayed: money with cents."""
        return tuple(self._cell(name, cell) for name, cell in zip(columns, row, strict=True))

    def _cell(self, name: str, cell: Cell) -> Cell:
        words = self.table.words
        column = next((one for one in words.numbers if name == one or name.endswith(f" {one}")), "")
        number = as_number(cell) if column else None
        return cell if number is None else self.over.written(column, number)

    async def in_file(self, shown: KeptResult) -> Answer:
        """Write to a file what an earlier order of the same message showed."""
        self.written_rows = shown.rows
        return Answer(await self._written(shown), result=replace(shown, format=self.question.format))

    async def _written(self, result: KeptResult) -> str:
        format, called = self.question.format, self.table.name
        name = free_name(self.task, called, format, result.columns, result.rows)
        file = await written_file(self.task, name, format, result.ref)
        total = self.question.total
        rows = counted(len(self.written_rows) - total, "row")
        below = " and a row of totals" if total else ""
        return f"Here's {file}: {rows}{below} with {names_of(result.columns)}."

    def _units(self, columns: Sequence[str]) -> tuple[str, ...]:
        """Return the unit of each column, empty for sums and other new ones."""
        return tuple(self.table.unit_of(one) if one in self.table.words.columns else "" for one in columns)

    async def shown_whole(self) -> Answer:
        """Show all rows with all columns."""
        return await self._table(self.table.words.columns)

    async def whole(self) -> KeptResult:
        """Return the table for the next question: as it was last given, else all of it."""
        if self.standing and not self.standing.summary:
            return replace(self.standing, task=self.words)
        return await self._whole()

    async def _whole(self) -> KeptResult:
        table = self.table
        rows = table.words.rows[:SHOWN]
        ref = table.ref or await self._keep(table.words.columns, table.words.rows, table.units)
        return KeptResult(self.words, table.words.columns, rows, table.file, table.units, ref=ref)

    async def _kept(
        self, columns: Sequence[str], rows: Sequence[Row], *, summary: bool = False
    ) -> KeptResult:
        whole = await self._whole()
        self.written_rows = rows
        units = self._units(columns)
        ref = await self._keep(columns, rows, units)
        return KeptResult(
            self.words, tuple(columns), tuple(rows[:SHOWN]), self.table.file, units, summary, ref, whole.ref
        )

    async def _keep(self, columns: Sequence[str], rows: Sequence[Row], units: Sequence[str]) -> str:
        return await in_database(store_table, self.task.pack, "table", columns, rows, units)


def _condition(test: CellTest, words: TableWords) -> str:
    column = " or ".join(map(plain, test.columns))
    if test.other:
        compared = _LATER if test.other in words.days else _OTHERS
        part = f"{with_commas(test.value * 100, 0)}% of " if test.value is not None else ""
        return f"{column} {compared[test.test]} {part}{plain(test.other)}"
    if test.test in ("no", "yes"):
        is_empty = (test.test == "no") is not test.negated
        return f"{column} {test.test}" if test.columns[0] in words.marks else "no " * is_empty + column
    if test.test == "has":
        return f"{column} {'not ' if test.negated else ''}{plain(test.value)}"
    if isinstance(test.value, date):
        day = test.value
        if test.test == "on" and all(map(words.holds_weekdays, test.columns)):
            return f"{column} {day:%A}"
        said = f"{day.day} {day:%B} {day.year}"
        return f"no {column} since {said}" if test.negated else f"{column} {_DAY_BOUNDS[test.test]} {said}"
    if all(map(words.holds_years, test.columns)):
        return f"{column} {_DAY_BOUNDS[test.test]} {test.value}"
    return f"{column} {_BOUNDS[test.test]} {with_commas(test.value, 0)}"


def names_of(names: Sequence[str]) -> str:
    shown = [bold(one) for one in names[:_MOST_NAMES]]
    more = len(names) - len(shown)
    if more:
        return f"{', '.join(shown)} and {counted(more, 'other')}"
    return join_words(shown)
