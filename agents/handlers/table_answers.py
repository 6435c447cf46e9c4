"""Answers to questions about the table at hand: sums, lists, single values, exact or none."""

from collections.abc import Awaitable, Sequence
from dataclasses import replace

from agents.handlers.table_rows import Figure, Row, Rows
from agents.handlers.table_shares import TableShares
from agents.handlers.table_talk import are, names_of, which_column
from agents.handlers.task import Answer
from agents.handlers.wording import bold
from agents.tools.counting import counted
from omniforge.errors import InvalidInput
from omniforge.tables.cells import Cell
from omniforge.tables.markdown import plain

_FEW = 3  # columns that a lookup tells of unasked
_FUNCTIONS = {"sum": "total", "mean": "average"}
_LABELS = {"sum": "Total", "mean": "Average", "count": "Number"}


class TableAnswers(TableShares):
    """Answers of each kind."""

    async def answer(self) -> Answer:
        """Return the answer of the kind that is asked for."""
        question = self.question
        if summary := self._shaped_summary():
            return await summary
        if question.function == "share":
            return await self._shares(next(iter(self._numbers_asked()), ""))
        if self._looks_up_number():
            return await self._of_columns(self._asked_or_rest())
        if question.function in ("sum", "mean") or (question.function == "count" and self._numbers_asked()):
            return await self._of_sums()
        if question.group or (question.function == "count" and question.format):
            return await self._grouped([("count", "")])
        if question.function == "count":
            return await self._counted()
        return await self._of_rows()

    async def _of_rows(self) -> Answer:
        """Return rows: one that stands out, a list, columns of them, or their names."""
        question = self.question
        if question.extreme and not question.format:
            return await self._extreme()
        ordered = question.sort or question.descending is not None
        if ordered or question.format or question.only or question.limit or question.without:
            return await self._listed()
        if question.asked:
            return await self._of_columns(question.asked)
        return await self._named() if question.tests else await self._listed()

    # -- sums -------------------------------------------------------------------------------------

    def _numbers_asked(self) -> list[str]:
        return [one for one in self.question.asked if one in self.table.words.numbers]

    def _looks_up_number(self) -> bool:
        """Return whether 'how many lids?' asks for the number beside one name."""
        question, words = self.question, self.table.words
        names = [one for one in question.tests if one.test == "has" and words.key in one.columns]
        is_count = question.function == "count" or question.much
        return bool(is_count and names and len(self.chosen.rows) == 1 and not question.group)

    def _asked_or_rest(self) -> tuple[str, ...]:
        words = self.table.words
        rest = tuple(one for one in words.columns if one != words.key)
        if self.question.function == "count" and not self.question.asked and words.amounts:
            return words.amounts
        return self.question.asked or words.money or (rest if len(rest) <= _FEW else words.numbers or rest)

    async def _of_sums(self) -> Answer:
        function = "sum" if self.question.function == "count" else self.question.function
        columns = self._summed()
        if (self.question.group and not self._is_of_rows()) or self.question.format:
            return await self._grouped([(function, one) for one in columns])
        if not self.chosen.rows:
            return Answer(f"{self._none()} There's nothing to add up.")
        which = self.question.people or self.table.words.key in self.question.asked
        asks_who = which and self.question.tests and not self.question.group
        who = [(await self._named()).text] if asks_who else []
        said = [*who, *(self._figure(function, one, self.chosen, self._scope()) for one in columns)]
        text = " ".join(filter(None, (*said, *self._of_shown(function, columns), self._left_out())))
        return Answer(text, result=await self.whole())

    def _is_of_rows(self) -> bool:
        """Return whether 'the average per day' is of all rows: each of them is of another day."""
        groups = self.chosen.cells(self.question.group)
        return self.question.function == "mean" and len(set(groups)) == len(groups)

    def _summed(self) -> list[str]:
        words = self.table.words
        if numbers := self._numbers_asked():
            return numbers
        others = [one for one in self.question.asked if one not in (words.key, words.person)]
        if others:
            raise InvalidInput(f"{bold(others[0])} holds no numbers, so it can't be added up.")
        if self.question.format and not self.question.group:
            return list(words.numbers)
        usual = words.money or words.numbers
        if not usual:
            raise InvalidInput(f"No column of this table holds only numbers: {names_of(words.columns)}.")
        return [which_column(self.task, usual)]

    def _figure(self, function: str, column: str, rows: Rows, scope: str) -> str:
        figure = self._worked_out(function, column, rows)
        verb = "is about" if figure.about else "is"
        value = self._with_unit(str(figure), column)
        name = plain(self._called(function, column))
        return f"The {_FUNCTIONS[function]} {name} of {scope} {verb} **{value}**."

    def _worked_out(self, function: str, column: str, rows: Rows) -> Figure:
        """Return a sum or mean; what each costs is added up times how many there are."""
        if pair := self._pair(function, column):
            return rows.worth(*pair)
        if function == "sum" and column in self.table.words.numbers_of("column_of_one"):
            there = names_of(self.table.words.columns)
            raise InvalidInput(
                f"{bold(column)} is for one, and no single column says how many, so a total of it would say "
                f"nothing. The columns are {there}."
            )
        return rows.computed(function, column)

    def _called(self, function: str, column: str) -> str:
        pair = self._pair(function, column)
        return f"{pair[0]} × {pair[1]}" if pair else column

    def _pair(self, function: str, column: str) -> tuple[str, str] | None:
        """Return the columns whose product is added up: those that are named, else how many and each."""
        if self.question.times:
            return column, self.question.times
        pair = self.table.words.worth
        return pair if function == "sum" and pair and column == pair[1] else None

    def _of_shown(self, function: str, columns: Sequence[str]) -> list[str]:
        """Return the same of the rows that were shown last, if a question does not say which are meant."""
        if self.last is None or self.question.tests or self.question.scope or self.question.again:
            return []
        rows = Rows.of(self.table, self._whole_rows(self.last))
        if not 0 < len(rows.rows) < len(self.over.rows):
            return []
        return [
            self._figure(function, one, rows, f"the {counted(len(rows.rows), 'row')} shown last")
            for one in columns
        ]

    async def _grouped(self, sums: Sequence[tuple[str, str]]) -> Answer:
        group = self.question.group
        parts: dict[str, list[Row]] = {}
        for row in self.chosen.rows:
            parts.setdefault(str(self.chosen.cell(row, group) or "") if group else "All", []).append(row)
        labels = [
            " ".join(filter(None, (_LABELS[function], self._called(function, column))))
            for function, column in sums
        ]
        columns = (*((group,) if group else ()), *labels)
        rows = [
            (
                *((name or None,) if group else ()),
                *(self._value(function, column, Rows(self.table, tuple(part))) for function, column in sums),
            )
            for name, part in parts.items()
        ]
        if self.question.extreme or self.question.descending is not None:
            rows.sort(key=lambda row: (row[-1] is None, row[-1]), reverse=bool(self.question.descending))
        return await self._table(columns, rows, summary=True)

    def _value(self, function: str, column: str, rows: Rows) -> Cell:
        return len(rows.rows) if function == "count" else self._worked_out(function, column, rows).cell

    # -- rows -------------------------------------------------------------------------------------

    async def _counted(self) -> Answer:
        if self.question.tests:
            return await self._named()
        number = len(self.over.rows)
        there = f"There {are(number)} **{counted(number, 'row')}**. {self._left_out()}".strip()
        return Answer(self._kinds() or there, result=await self.whole())

    def _kinds(self) -> str:
        """Say how many different values a column has: 'how many departments are there?'"""
        asked = [one for one in self.question.asked if one != self.table.words.key]
        if not asked:
            return ""
        kinds = list(dict.fromkeys(str(one) for one in self.over.cells(asked[0]) if one not in (None, "")))
        return f"{bold(asked[0])} has **{len(kinds)}** different values: {names_of(kinds)}."

    async def _named(self) -> Answer:
        """Say which rows pass, by what they are called."""
        words, rows = self.table.words, self.chosen
        if not rows.rows:
            return Answer(self._none(), result=await self.whole())
        if len(rows.rows) == 1 and any(
            words.key in one.columns and one.test == "has" for one in self.question.tests
        ):
            return await self._of_columns(tuple(one for one in words.columns if one != words.key))
        key = words.person if self.question.people else words.key
        names = list(dict.fromkeys(str(one) for one in rows.cells(key)))
        have = "has" if len(rows.rows) == 1 else "have"
        many = f"**{len(rows.rows)}** of {counted(len(self.over.rows), 'row')}"
        said = f"{many} {have} {self._conditions()}: {names_of(names)}."
        return Answer(said, result=await self._kept(words.columns, rows.rows))

    async def _extreme(self) -> Answer:
        question, words = self.question, self.table.words
        if question.limit:
            return await self._listed()
        if question.group and question.function:
            return await self._of_sums()
        rows = self.chosen.extreme(question.sort, highest=bool(question.descending))
        names = list(dict.fromkeys(str(one) for one in rows.cells(self._named_by())))
        verb, way = "has" if len(names) == 1 else "have", "highest" if question.descending else "lowest"
        if question.sort in words.days:
            way = "latest" if question.descending else "earliest"
        where = f" of {self._scope()}" if question.tests or question.scope else ""
        value = self._shown_cell(rows.rows[0], question.sort)
        text = f"{names_of(names)} {verb} the {way} {plain(question.sort)}{where}: **{value}**."
        return Answer(text, result=await self.whole())

    def _named_by(self) -> str:
        words = self.table.words
        asked = [one for one in self.question.asked if one not in words.numbers]
        return asked[0] if asked else words.person if self.question.people else words.key

    async def _of_columns(self, asked: Sequence[str]) -> Answer:
        """Tell columns of the rows that are meant: of one row in words."""
        words, rows = self.table.words, self.chosen
        if not rows.rows:
            return Answer(self._none(), result=await self.whole())
        if len(rows.rows) > 1:
            named = (words.person, words.key) if self.question.people else (words.key,)
            return await self._table(tuple(dict.fromkeys((*named, *asked))))
        row = rows.rows[0]
        name = plain(rows.cell(row, words.key))
        told = [f"{plain(one)} **{self._shown_cell(row, one)}**" for one in asked if one != words.key]
        if words.columns == ("Name", "Value"):
            told = [f"**{self._shown_cell(row, one)}**" for one in asked if one != words.key]
        return Answer(f"{name}: {', '.join(told or [f'**{name}**'])}.", result=await self.whole())

    async def _listed(self) -> Answer:
        question, rows = self.question, self.chosen
        if not rows.rows:
            return Answer(self._none(), result=await self.whole())
        column = question.sort or (self.table.words.key if question.descending is not None else "")
        if column:
            rows = rows.sorted(column, descending=bool(question.descending))
        self.chosen = Rows(self.table, rows.rows[: question.limit])
        return await self._table(self._columns())

    def _columns(self) -> tuple[str, ...]:
        words, asked, without = self.table.words, self.question.asked, self.question.without
        if not asked or asked == (words.key,) or without:
            return tuple(one for one in asked or self._standing_columns() if one not in without)
        return asked if self.question.format else (words.key, *(one for one in asked if one != words.key))

    def _standing_columns(self) -> tuple[str, ...]:
        """Return the columns that are left in the table, else all."""
        every, left = self.table.words.columns, self.standing.columns if self.standing else ()
        return left if left and self._goes_on() and set(left) <= set(every) else every

    def _shaped_summary(self) -> Awaitable[Answer] | None:
        """Put sums that were shown last in order, or into a file."""
        results, question = self.task.pack.dialogue.results, self.question
        last = results[-1] if results and not self.task.material else None
        points = question.scope == "those" and question.function in ("sum", "mean") and question.format
        shaped = replace(question, function="", scope="") if points else question  # 'those totals as csv'
        if last is None or not last.summary or not shaped.shapes or shaped.scope:
            return None
        column = next(
            (one for one in last.columns if one == question.sort or one.endswith(f" {question.sort}")), ""
        )
        if question.sort and not column:
            return None
        rows = list(last.rows)
        if column or question.descending is not None:
            place = last.columns.index(column) if column else len(last.columns) - 1
            rows.sort(key=lambda row: (row[place] is None, row[place]), reverse=bool(question.descending))
        return self._table(last.columns, rows, summary=True)
