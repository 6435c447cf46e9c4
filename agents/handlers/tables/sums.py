"""Sums and means of the table at hand, in total or per group, with a percentage added or taken off."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from agents.handlers.lines import bold
from agents.handlers.tables.computed_columns import SIGNS
from agents.handlers.tables.rows import Figure, Row, Rows, meets, with_commas
from agents.handlers.tables.shares import TableShares
from agents.handlers.tables.talk import NAME_THEM, names_of
from agents.handlers.task import Answer
from agents.tools.counts import counted
from intent.commands.tables.column_names import name_words
from intent.commands.tables.prices import may_count
from intent.commands.words import as_words
from omniforge.errors import InvalidInput
from omniforge.tables.cells import Cell, as_number
from omniforge.tables.markdown import plain

_FUNCTIONS = {"sum": "total", "mean": "average", "median": "median"}
_LABELS = {"sum": "Total", "mean": "Average", "median": "Median", "count": "Number"}
_FEW = 3  # columns that a lookup shows by default
_MOST_SUMS = 4  # told in one answer
_NO_SUMS = ("column_of_one", "column_percent", "column_age", "column_total")
_CENT = Decimal("0.01")
_WRITTEN = {**SIGNS, "/": "per"}


class TableSums(TableShares):
    """Answers to 'how much is that altogether?'."""

    def _numbers_asked(self) -> list[str]:
        return [one for one in self.question.asked if one in self.table.words.numbers]

    def _looks_up_number(self) -> bool:
        """Return whether 'how many lids?' asks for the number beside a name."""
        question, words = self.question, self.table.words
        names = [one for one in question.tests if one.test == "has" and words.key in one.columns]
        for_one = {*words.numbers_of("column_of_one"), *(words.worth or ())} & {*question.asked}
        is_total = question.function == "sum" and bool(for_one or question.other)  # no cell answers that
        is_count = (question.function == "count" or question.much) and not is_total
        return bool(is_count and names and len(self.chosen.rows) == 1 and not question.group)

    def _asked_or_rest(self) -> tuple[str, ...]:
        words = self.table.words
        rest = tuple(one for one in words.columns if one != words.key)
        if self.question.function == "count" and not self.question.asked and words.amounts:
            return words.amounts
        return self.question.asked or words.money or (rest if len(rest) <= _FEW else words.numbers or rest)

    async def _of_sums(self, named: str = "") -> Answer:
        function = "sum" if self.question.function == "count" else self.question.function
        columns = self._summed()
        if function == "mean" and (per := self._per(columns)):
            return Answer(per, result=await self.whole())
        if (self.question.group and not self._is_of_rows()) or self.question.format:
            return await self._grouped([(function, one) for one in columns])
        if not self.chosen.rows:
            return Answer(f"{self._none()} There's nothing to add up.")
        self._refuse_so_many()
        said = [named, *(self._figure(function, one, self.chosen, self._scope()) for one in columns)]
        said += [self._as_they_stand(function, columns)]
        text = " ".join(filter(None, (*said, *self._of_shown(function, columns), self._left_out())))
        return Answer(text, result=await self.still())

    def _as_they_stand(self, function: str, columns: Sequence[str]) -> str:
        """Say so if prices were added up beside what may be their counts, unless they were named."""
        words, prices = self.table.words, self.table.words.numbers_of("column_price")
        column = columns[0] if len(columns) == 1 and columns[0] in prices else ""
        counts = may_count(words)
        if function != "sum" or not (column and counts) or self._pair(function, column):
            return ""
        if {*as_words(self.words)} & {*name_words(column)}:
            return ""
        pairs = " or ".join(f"“total {plain(one)} times {plain(column)}”" for one in counts[:_FEW])
        return f"That adds up {bold(column)} as it stands. If it is for one, say {pairs}."

    def _refuse_so_many(self) -> None:
        """Refuse a sum of so many rows if it isn't certain which. Raises InvalidInput."""
        number = self.question.limit or 1
        if number > 1 and number != len(self.chosen.rows):
            raise InvalidInput(f"I don't know which {number} rows you mean. {NAME_THEM}")

    def _is_of_rows(self) -> bool:
        """Return whether 'the average per day' is over all rows, because each row has its own day."""
        groups = [*map(self._group_of, self.chosen.rows)] if self.question.group else self.chosen.rows
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
        usual = words.money or words.numbers_of("column_total") or words.numbers
        shown = self.last.columns if self.last and self.question.scope == "those" else usual
        usual = tuple(one for one in usual if one in shown) or usual
        if not usual:
            raise InvalidInput(f"No column of this table holds only numbers: {names_of(words.columns)}.")
        return self._each_of(usual) or [*self._meant(usual)]

    def _each_of(self, usual: Sequence[str]) -> list[str]:
        """Return all columns that a bare sum may be of, if they are few and each can be added up."""
        apart = {one for form in _NO_SUMS for one in self.table.words.numbers_of(form)}
        apart |= {*filter(self.table.words.holds_years, usual)}
        return [*usual] if len(usual) <= _MOST_SUMS and not apart & {*usual} else []

    def _figure(self, function: str, column: str, rows: Rows, scope: str) -> str:
        figure = self._worked_out(function, column, rows)
        if self.question.percent and figure.value is not None:
            return self._with_percent(function, column, figure, scope)
        verb = "is about" if figure.about else "is"
        value = self._with_unit(str(figure), column)
        return f"The {self._said(function, column)} of {scope} {verb} **{value}**."

    def _said(self, function: str, column: str) -> str:
        """Return 'total Price', or 'total' for a column of that name."""
        name, called = _FUNCTIONS[function], plain(self._called(function, column))
        return name if called.lower() == name else f"{name} {called}"

    def _with_percent(self, function: str, column: str, figure: Figure, scope: str) -> str:
        """Return a figure with the percentage applied, and its calculation."""
        percent, bare = self.question.percent, figure.value
        assert percent and bare is not None
        part = (bare * percent.part).quantize(_CENT)
        value, before, more = (
            self._with_unit(with_commas(one, 2 if one != int(one) else 0), column)
            for one in (bare + part, bare, abs(part))
        )
        sign = "+" if part >= 0 else "−"
        return (
            f"The {self._said(function, column)} of {scope} {plain(percent.said)} is **{value}** "
            f"({before} {sign} {more})."
        )

    def _per(self, columns: Sequence[str]) -> str:
        """Return the amount per unit of a column: per day, by their number, or by the rows' counts."""
        group, words, divided_by = self.question.group, self.table.words, self.question.other
        if self.question.sign == "/" and not group:
            number, group = self.chosen.computed("sum", divided_by).value or Decimal(0), divided_by
        elif group in words.days and not self._is_of_rows():
            number = Decimal(len(set(map(self._group_of, self.chosen.rows))))
            group = self.question.period or group
        else:
            return ""
        totals = [(one, self.chosen.computed("sum", one).value or Decimal(0)) for one in columns if number]
        said = []
        for column, total in totals:
            is_money = column in words.of_sense("money")
            figure = Figure.mean(total, number, 2 if is_money else self.chosen.places(column))
            value, whole = (self._with_unit(str(one), column) for one in (figure, Figure(total)))
            verb = "is about" if figure.about else "is"
            divided = with_commas(number, 0)
            said.append(
                f"The average {plain(column)} per {plain(group)} of {self._scope()} {verb} **{value}** "
                f"({whole} / {divided})."
            )
        return " ".join(said)

    async def _rows_with_percent(self) -> Answer:
        """Show the rows with a percentage of its column, of several named columns only these and the sum."""
        words, asked = self.table.words, self._numbers_asked()
        usual = words.money if len(words.money) == 1 else words.numbers
        chosen = asked[0] if asked else self._meant(usual)[0]
        columns, rows = self.percented(words.columns, self.chosen.rows, chosen)
        if len(named := self.question.asked) > 1:
            columns, rows = _only(columns, rows, (*dict.fromkeys((*named, chosen)), columns[-1]))
        return await self._table(columns, rows)

    def percented(
        self, columns: Sequence[str], rows: Sequence[Row], column: str
    ) -> tuple[tuple[str, ...], list[Row]]:
        """Return rows with two more cells: the percentage of a column, and the sum of both."""
        percent = self.question.percent
        assert percent
        place, wider = columns.index(column), []
        for row in rows:
            bare = as_number(row[place])
            part = None if bare is None else (bare * percent.part).quantize(_CENT)
            both = None if bare is None or part is None else bare + part
            wider.append((*row, Figure(part).cell, Figure(both).cell))
        return (*columns, percent.name, f"{column} {percent.said}"), wider

    def _worked_out(self, function: str, column: str, rows: Rows) -> Figure:
        """Return a sum or mean. Unit prices are multiplied by quantities first."""
        if pair := self._pair(function, column):
            number, sign, each = pair
            if sign == "/":
                return rows.per(number, each)
            return rows.worth(number, sign, each)
        of_one = self.table.words.numbers_of("column_of_one")
        is_asked = column in self.question.asked and not self.question.supposed
        if function == "sum" and column in of_one and not is_asked:
            raise InvalidInput(
                f"{bold(column)} is for one, and no single column says how many, so I've added nothing up. "
                f"For the plain sum, say “add up {plain(column)}”."
            )
        return rows.computed(function, column)

    def _called(self, function: str, column: str) -> str:
        pair = self._pair(function, column)
        return f"{pair[0]} {_WRITTEN[pair[1]]} {pair[2]}" if pair else column

    def _pair(self, function: str, column: str) -> tuple[str, str, str] | None:
        """Return the columns whose product is added up: the named ones, else quantity and price."""
        each = (self.table.words.worth or ("", ""))[1]
        if self.question.other and self.question.sign != "*" and column == each:
            raise InvalidInput(
                f"{bold(column)} is for one. I can't say what it comes to with or without "
                f"{bold(self.question.other)}: add a column for that first."
            )
        if self.question.other:
            return column, self.question.sign, self.question.other
        pair = self.table.words.worth
        return (pair[0], "*", pair[1]) if function == "sum" and pair and column == pair[1] else None

    def _of_shown(self, function: str, columns: Sequence[str]) -> list[str]:
        """Return the same for the rows shown last, if the question doesn't say which are meant."""
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
        group = self.question.period.capitalize() or self.question.group
        parts: dict[str, list[Row]] = {}
        for row in self._in_order():
            parts.setdefault(str(self._group_of(row) or "") if group else "All", []).append(row)
        labels = [self._label(function, column) for function, column in sums]
        columns = (*((group,) if group else ()), *labels)
        rows = [
            (
                *((name or None,) if group else ()),
                *(self._value(function, column, Rows(self.table, tuple(part))) for function, column in sums),
            )
            for name, part in parts.items()
        ]
        rows = [row for row in rows if meets(row[-1], self.question.having)]
        if not rows and self.question.having:
            return Answer(
                f"None of the {counted(len(parts), 'group')} has so many.", result=await self.whole()
            )
        if self.question.extreme or self.question.descending is not None:
            labelled = [self._label(function, self.question.sort) for function, _ in sums]
            by = next((at for at, one in enumerate(columns) if one in labelled), -1)
            rows.sort(key=lambda row: (row[by] is None, row[by]), reverse=bool(self.question.descending))
        wider = self.percented(columns, rows, columns[-1]) if self.question.percent else (columns, rows)
        shown = await self._table(*wider, summary=True)
        stands_out = self._best(columns, rows) if group and self.question.extreme else ""
        note = self._as_they_stand(sums[0][0], [sums[0][1]]) if len(sums) == 1 else ""
        return replace(shown, text="\n\n".join(filter(None, (stands_out, shown.text, note))))

    def _label(self, function: str, column: str) -> str:
        """Return the title of a column of sums."""
        if not column or function == "count":
            return _LABELS[function]
        said = self._said(function, column)
        return said[:1].upper() + said[1:]

    def _best(self, columns: Sequence[str], rows: Sequence[Row]) -> str:
        """Say which groups rank first, in the rows' order."""
        if not rows or self.question.format:
            return ""
        best = [str(row[0] or "empty") for row in rows if row[-1] == rows[0][-1]]
        way = "highest" if self.question.descending else "lowest"
        verb, what = "has" if len(best) == 1 else "have", columns[-1][:1].lower() + columns[-1][1:]
        value = self._cell(columns[-1], rows[0][-1])
        if len(best) == len(rows) > 1:
            return f"All {len(rows)} have the same {plain(what)}: **{value}**."
        return f"{names_of(best)} {verb} the {way} {plain(what)}: **{value}**."

    def _value(self, function: str, column: str, rows: Rows) -> Cell:
        if function == "count":
            return len(rows.kinds(column)) if column else len(rows.rows)
        return self._worked_out(function, column, rows).cell


def _only(
    columns: Sequence[str], rows: Sequence[Row], named: tuple[str, ...]
) -> tuple[tuple[str, ...], list[Row]]:
    """Return rows with the named columns only, in their order."""
    places = [columns.index(one) for one in named]
    return named, [tuple(row[at] for at in places) for row in rows]
