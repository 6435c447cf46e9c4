"""Translates an order about a table into SQL (DuckDB), matching its words with the headers."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from agents.handlers.lines import bold
from agents.handlers.tables.headers import TOTALS, Headers
from agents.handlers.tables.sources import TableSource
from agents.handlers.task import Task
from intent.commands.readers.tables.orders import RowTest, TableOrder
from intent.commands.tables.column_names import are_of_work
from omniforge.errors import InvalidInput
from omniforge.files.querying.names import quoted
from omniforge.tables.markdown import plain

_LABELS = {"sum": "Total", "mean": "Average", "max": "Highest", "min": "Lowest", "count": "Number"}
_FUNCTIONS = {"sum": "sum", "mean": "avg", "max": "max", "min": "min"}
_OPERATORS = {"greater": ">", "at_least": ">=", "less": "<", "at_most": "<="}
_NUMBERS = ("BIGINT", "DOUBLE", "HUGEINT", "DECIMAL", "INTEGER")
_SEARCH_COLUMNS = {  # everyday names for the columns of search results
    "title": ("name", "song", "restaurant", "product", "page", "company"),
    "link": ("url", "address", "website", "site"),
    "published": ("date", "day", "when"),
    "text": ("description", "summary", "about"),
}
_ROW = '"__row"'  # the original index of a row


@dataclass(frozen=True, slots=True)
class TableQuery:
    """Reads an order for one table. Its methods raise InvalidInput that names what doesn't match.

    `notes` are remarks on the result for the person.
    """

    task: Task
    source: TableSource
    notes: list[str] = field(default_factory=list)

    @property
    def headers(self) -> Headers:
        return Headers(self.source.columns)

    async def sql(self, order: TableOrder) -> str:
        """Return the query for an order."""
        only, more = await self._only(order)
        where = await self._where((*order.tests, *more))
        if order.compute:
            base, names = await self._sums(order, where)
        else:
            base, names = (
                f"SELECT *, rowid AS {_ROW} FROM {quoted(self.source.table)}{where}",
                self.source.columns,
            )
        if self.source.is_search and order.columns and not order.compute:
            columns = ", ".join(self._search_columns(order.columns))
        else:
            columns = ", ".join(map(quoted, self._columns(order, only, names)))
        return f"SELECT {columns} FROM ({base}){self._ordered(order, names, base)}"

    async def extreme(self, order: TableOrder, what: str, by: str) -> str:
        """Return the query for all rows with a column's highest or lowest value."""
        where, value = await self._where(order.tests), await self._value(by, must_add=False)
        best = f"{'max' if order.descending else 'min'}({value})"
        base = f'SELECT *, rowid AS {_ROW}, {value} AS "__value" FROM {quoted(self.source.table)}{where}'
        top = f"SELECT {best} FROM {quoted(self.source.table)}{where}"
        return f'SELECT {quoted(what)}, {quoted(by)} FROM ({base}) WHERE "__value" = ({top}) ORDER BY {_ROW}'

    def first_texts(self) -> str:
        """Return the first text column, which names the rows."""
        texts = (name for name in self.source.columns if self.source.type_of(name) == "VARCHAR")
        return next(texts, self.source.columns[0])

    # -- columns ----------------------------------------------------------------------------------

    async def _only(self, order: TableOrder) -> tuple[tuple[str, ...], list[RowTest]]:
        """Return the meaning of 'only X': columns of that name, else the rows with that value."""
        found = [self.headers.find(one) for one in order.only]
        if all(found):
            return tuple(one for one in found if one), []
        if len(order.only) == 1 and await self._columns_with(order.only[0], self.source.columns):
            return (), [RowTest("equals", order.only[0])]
        raise self.headers.missing([one for one, column in zip(order.only, found, strict=True) if not column])

    def _columns(self, order: TableOrder, only: Sequence[str], names: tuple[str, ...]) -> Sequence[str]:
        headers = Headers(names)
        wanted = (*order.columns, *only)
        chosen = headers.all(wanted) if wanted else names
        left_out = headers.all(order.without)
        return tuple(dict.fromkeys(name for name in chosen if name not in left_out))

    def _search_columns(self, wanted: Sequence[str]) -> Sequence[str]:
        """Return the requested columns of search results. Unknown ones are empty and noted."""
        found = {
            name: self.headers.find(name) or _search_column(name, self.source.columns) for name in wanted
        }
        if unknown := [name for name, column in found.items() if not column]:
            self.notes.append(f"Nothing is known of: {', '.join(map(plain, unknown))}.")
        return [f"{quoted(column) if column else 'NULL'} AS {quoted(name)}" for name, column in found.items()]

    # -- rows -------------------------------------------------------------------------------------

    async def _where(self, tests: Sequence[RowTest]) -> str:
        conditions = [await self._condition(test) for test in tests]
        return f" WHERE {' AND '.join(conditions)}" if conditions else ""

    async def _condition(self, test: RowTest) -> str:
        if test.test == "empty":
            return f"{quoted(self.headers.column(test.column))} IS NULL"
        column, value = await self._tested(test)
        if operator := _OPERATORS.get(test.test):
            return f"{self._compared(column, value)} {operator} {_literal(value)}"
        same = f"lower(CAST({quoted(column)} AS VARCHAR)) = lower({_literal(str(value))})"
        if isinstance(value, int | float):
            same = f"{_number(column, self.source)} = {value}"
        return f"({same}) IS NOT TRUE" if test.test == "not_equals" else same

    def _compared(self, column: str, value: object) -> str:
        if isinstance(value, int | float):
            return _number(column, self.source)
        return f"CAST({quoted(column)} AS VARCHAR)"

    async def _tested(self, test: RowTest) -> tuple[str, object]:
        """Return a test's column and value."""
        if test.column:
            return self.headers.column(test.column), test.value
        if isinstance(test.value, int | float):
            return self.only_numbers(), test.value
        for value, named in self._values(str(test.value)):
            among = (named,) if named else self.source.columns
            found = await self._columns_with(value, among)
            if len(found) == 1:
                return found[0], value
        raise InvalidInput(f"No row of this table has {bold(str(test.value))} in any column.")

    def _values(self, said: str) -> list[tuple[str, str | None]]:
        """Return the readings of a value: as written, or with its column's name, 'the Legal department'."""
        words = said.split()
        ends = [(" ".join(words[:-1]), words[-1]), (" ".join(words[1:]), words[0])] if len(words) > 1 else []
        named = ((value, column) for value, name in ends if (column := self.headers.find(name)))
        return [(said, None), *named]

    async def _columns_with(self, value: str, among: Sequence[str]) -> list[str]:
        """Return the columns that contain a value."""
        wanted = _literal(value)
        counts = ", ".join(
            f"count(*) FILTER (lower(CAST({quoted(name)} AS VARCHAR)) = lower({wanted})) AS c{at}"
            for at, name in enumerate(among)
        )
        row = await self._one_row(f"SELECT {counts} FROM {quoted(self.source.table)}")
        return [name for name, number in zip(among, row, strict=True) if number]

    def only_numbers(self) -> str:
        """Return the one column of numbers."""
        numbers = [name for name in self.source.columns if self.source.type_of(name) in _NUMBERS]
        if len(numbers) == 1:
            return numbers[0]
        raise InvalidInput(
            f"Which column do you mean? There are {', '.join(map(bold, self.source.columns))}."
        )

    # -- sums and sorting -------------------------------------------------------------------------

    async def _sums(self, order: TableOrder, where: str) -> tuple[str, tuple[str, ...]]:
        """Return the query for sums, with its column names."""
        groups = self.headers.all(order.group)
        where = await self._without_totals(where)
        sums = [await self._sum(function, said) for function, said in order.compute]
        names = (*groups, *(name for name, _ in sums))
        chosen = [
            *map(quoted, groups),
            *(f"{value} AS {quoted(name)}" for name, value in sums),
            f"min(rowid) AS {_ROW}",
        ]
        by = f" GROUP BY {', '.join(map(quoted, groups))}" if groups else ""
        return f"SELECT {', '.join(chosen)} FROM {quoted(self.source.table)}{where}{by}", names

    async def _without_totals(self, where: str) -> str:
        """Exclude rows named as totals, and note that."""
        name = quoted(self.first_texts())
        is_total = f"lower(trim(CAST({name} AS VARCHAR))) IN ({', '.join(map(_literal, sorted(TOTALS)))})"
        found = await self._one_row(
            f"SELECT min({name}) FILTER ({is_total}) FROM {quoted(self.source.table)}"
        )
        if not found[0]:
            return where
        self.notes.append(f"The row “{plain(str(found[0]))}” is left out.")
        return f"{where} AND ({is_total}) IS NOT TRUE" if where else f" WHERE ({is_total}) IS NOT TRUE"

    async def _sum(self, function: str, said: str) -> tuple[str, str]:
        if function == "count":
            return _LABELS[function], "count(*)"
        column = self.headers.column(said)
        value = await self._value(column, must_add=function in ("sum", "mean"))
        return f"{_LABELS[function]} {column}", f"{_FUNCTIONS[function]}({value})"

    async def _value(self, column: str, *, must_add: bool) -> str:
        """Return a column as numbers if it holds nothing else. Unchanged, unless it must be added up."""
        if self.source.type_of(column) != "VARCHAR":
            if must_add and self.source.type_of(column) not in _NUMBERS:
                raise InvalidInput(f"{bold(column)} holds dates, which can't be added up.")
            return quoted(column)
        number = _number(column, self.source)
        known, numbers = await self._one_row(
            f"SELECT count({quoted(column)}), count({number}) FROM {quoted(self.source.table)}"
        )
        if known == numbers:
            return number
        if must_add:
            raise InvalidInput(f"{bold(column)} holds text that's no number, so it can't be added up.")
        return quoted(column)

    def _ordered(self, order: TableOrder, names: tuple[str, ...], base: str) -> str:
        terms = self._terms(order, names)
        limit = "" if order.limit is None else f" LIMIT {order.limit}"
        if order.from_end and order.limit is not None:
            count = f"(SELECT count(*) FROM ({base}))"
            return f" ORDER BY {terms}{limit} OFFSET greatest(0, {count} - {order.limit})"
        return f" ORDER BY {terms}{limit}"

    def _terms(self, order: TableOrder, names: tuple[str, ...]) -> str:
        """Return the sort terms. Equal rows keep their order, empty values come last."""
        if not order.sort and order.descending is None:
            return _ROW
        column = self.only_numbers() if not order.sort else Headers(names).find(order.sort[0])
        if column is None:
            raise self.headers.missing(order.sort)
        ranks = (
            column == "priority" and order.descending is not None and are_of_work(names)
        )  # 1 is the highest
        down = "DESC NULLS LAST" if bool(order.descending) != ranks else "ASC NULLS LAST"
        if column in self.source.columns and self.source.type_of(column) == "VARCHAR":
            return f"{_number(column, self.source)} {down}, lower({quoted(column)}) {down}, {_ROW}"
        return f"{quoted(column)} {down}, {_ROW}"

    async def _one_row(self, sql: str) -> Sequence[object]:
        given = await self.task.call("query_tables", sql=sql, sources=[self.source.ref])
        row: Sequence[object] = given["rows"][0]
        return row


def _search_column(said: str, columns: Sequence[str]) -> str | None:
    """Return the column of search results for an everyday name."""
    words = said.casefold().split()
    fit = (name for name in columns if any(word in words for word in _SEARCH_COLUMNS.get(name, ())))
    return next(fit, None)


def _number(column: str, source: TableSource) -> str:
    """Return SQL for a column as numbers, including '1,200.50 €' and '7,90', null for other values."""
    if source.type_of(column) in _NUMBERS:
        return quoted(column)
    text = f"trim(CAST({quoted(column)} AS VARCHAR))"
    bare = f"regexp_replace({text}, '[€$£%\\s]', '', 'g')"
    comma = f"regexp_full_match({bare}, '-?\\d+,\\d{{1,2}}')"
    figures = f"CASE WHEN {comma} THEN replace({bare}, ',', '.') ELSE replace({bare}, ',', '') END"
    return f"TRY_CAST({figures} AS DOUBLE)"


def _literal(value: object) -> str:
    if isinstance(value, int | float):
        return str(value)
    quoted = str(value).replace("'", "''")
    return f"'{quoted}'"
