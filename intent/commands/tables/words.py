"""The table at hand for readers: which of its columns and values the words of a question name."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from intent.commands.tables.cells import (
    NO,
    answer_yes_or_no,
    day_of,
    grouped,
    hold_only,
    is_no,
    minutes_of,
    stem,
    stems_of,
)
from intent.commands.tables.column_names import (
    LEAST_SLIP,
    Words,
    has_form,
    in_currency,
    is_slip,
    name_stems,
    name_words,
    split_words,
    weekday_forms,
)
from intent.commands.tables.prices import only_count, priced_by, prices_of_things
from intent.commands.words import table
from intent.material import Material
from omniforge.tables.cells import Cell, as_number

_REACHED = ("phone", "mail", "address", "number")  # contact details, by sense
_ASKING = (("what",), ("which",), ("how",))  # never a column called so, in prose
_CENTURIES = ("18", "19", "20", "21")
_LEAST, _MOST_DAYS = 3, 400  # letters of a partial value; cells parsed as days in words


@dataclass(frozen=True, eq=False)
class TableWords:
    """The table that a question may be about. `before` holds the words of the last question about it."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    today: date
    before: str = ""
    called: tuple[Words, ...] = ()
    units: tuple[str, ...] = ()  # of the columns, if they are known

    # -- columns ----------------------------------------------------------------------------------

    def columns_named(self, words: Words) -> tuple[str, ...]:
        """Return the columns that words name: by whole name, else by one of its words or its sense."""
        return self.columns_called(words) or self._by_sense.get(split_words(words), ()) or self._done(words)

    def _done(self, words: Words) -> tuple[str, ...]:
        """Return the columns named by a verb: 'sell' means 'Sold', 'can drive' and 'drives' mean 'Driver'."""
        verb = words[0].removesuffix("s") if len(words) == 1 else "-"
        doers = ((f"{verb}r",), (f"{verb}er",))
        does = tuple(one for one in self.columns if one not in self.numbers and name_words(one) in doers)
        return does or self.deeds.get(table("table_verb").get(words, ""), ())

    @cached_property
    def deeds(self) -> Mapping[str, tuple[str, ...]]:
        """Return the columns of numbers with a verb for a name, by that verb: 'Sold', 'Crates picked'."""
        verbs = table("table_verb")
        named = ((name_words(name), name) for name in self.columns)
        return grouped(
            (verbs[(one,)], name)
            for words, name in named
            for one in words
            if (one,) in verbs and name in self.numbers
        )

    def columns_called(self, words: Words) -> tuple[str, ...]:
        """Return the columns that words name: by whole name, else by one of its words."""
        stems = () if words in _ASKING else split_words(words)
        return self._by_name.get(stems) or self._by_part.get(stems) or ()

    def column_misspelt(self, word: str) -> tuple[str, ...]:
        """Return the columns that a word names with one typo: 'valeu' means 'Value'."""
        if len(word) < LEAST_SLIP or (word,) in table("table_again") or (word,) in table("count"):
            return ()  # 'the same again' has no typo of 'Name', and 'all three' none of 'Thu'
        near = [one for one in self._by_part if is_slip(stem(word), one[0])]
        return self._by_part[near[0]] if len(near) == 1 else ()

    def is_name(self, words: Words) -> bool:
        """Return whether words are a column's whole name."""
        return tuple(map(stem, words)) in self._by_name

    @cached_property
    def _by_name(self) -> Mapping[Words, tuple[str, ...]]:
        pairs = ((form, name) for name in self.columns for form in (name_stems(name), *weekday_forms(name)))
        return grouped(pairs)

    @cached_property
    def _by_part(self) -> Mapping[Words, tuple[str, ...]]:
        parts = ((word,) for name in self.columns for word in name_stems(name))
        pairs = [(part, name) for part in parts for name in self.columns if part[0] in name_stems(name)]
        return grouped((part, name) for part, name in pairs if (part[0],) not in table("no_column"))

    @cached_property
    def _by_sense(self) -> Mapping[Words, tuple[str, ...]]:
        unsaid = {*table("taxed"), ("who",)}  # 'who has the most?' names no column
        forms = [one for one in table("column_word").items() if one[0] not in unsaid]
        columns = {sense: self.of_sense(sense) for sense in set(table("column_word").values())}
        said = ((tuple(map(stem, form)), key) for form, key in forms)
        return grouped((form, name) for form, key in said for name in columns[key])

    def of_sense(self, sense: str) -> tuple[str, ...]:
        """Return the columns whose name has a sense: 'money', 'person', 'day', 'paid'."""
        named = self._with_any({form for form, key in table("column_word").items() if key == sense})
        other = self.numbers if sense == "day" else self.marks if sense == "person" else ()
        return tuple(one for one in named if one not in other)

    def numbers_of(self, forms: str) -> tuple[str, ...]:
        """Return the columns of numbers whose name has a word of a table: 'column_of_one', 'column_owing'."""
        return tuple(one for one in self._with_any(table(forms)) if one in self.numbers)

    def _with_any(self, forms: Container[Words]) -> tuple[str, ...]:
        return tuple(name for name in self.columns if has_form(name_words(name), forms))

    def place(self, column: str) -> int:
        return self.columns.index(column)

    def unit_of(self, column: str) -> str:
        place = self.place(column)
        return self.units[place] if place < len(self.units) else ""

    def cells(self, column: str) -> list[Cell]:
        place = self.place(column)
        return [row[place] if place < len(row) else None for row in self.rows]

    # -- types ------------------------------------------------------------------------------------

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """Return the columns that hold only numbers."""
        return tuple(
            one for one in self.columns if hold_only(self.cells(one), as_number) and not self._is_code(one)
        )

    def _is_code(self, column: str) -> bool:
        """Return whether whole numbers only identify rows: 'No', 'Invoice', or the first column."""
        cells = self.cells(column)
        if len(set(cells)) < len(self.rows):
            return False
        whole = [one for one in cells if isinstance(one, int)]
        rises = len(cells) > 2 and cells == sorted(whole)
        return column in self.of_sense("number") or (column == self.columns[0] and rises)

    @cached_property
    def prices(self) -> tuple[str, ...]:
        """Return the money columns: by name, currency, or beside a total, else the only column of numbers."""
        sums = self.of_sense("money")
        named = tuple(one for one in self.numbers if one in sums or in_currency(one, self.unit_of(one)))
        totals = self.numbers_of("column_total") if named else ()
        return tuple(dict.fromkeys((*named, *totals))) or (self.numbers if len(self.numbers) == 1 else ())

    @cached_property
    def money(self) -> tuple[str, ...]:
        """Return the money columns to add up: not a unit price, if another column has the line totals."""
        totals = self.amounts and self.numbers_of("column_total")
        each = (*self.numbers_of("column_of_one"), *(self.numbers_of("column_price") if totals else ()))
        return tuple(one for one in self.prices if one not in each) or self.prices

    @cached_property
    def amounts(self) -> tuple[str, ...]:
        """Return the columns that say how many or how long: 'Qty', 'Hours'."""
        return (*self.numbers_of("column_count"), *self.numbers_of("column_duration"))

    @cached_property
    def worth(self) -> tuple[str, str] | None:
        """Return the only quantity and unit price columns, if there are: 'Boxes' and 'Price per box'."""
        each = self.numbers_of("column_of_one") or prices_of_things(self)
        amounts = self.amounts or priced_by(self, each) or only_count(self, each)
        is_clear = len(amounts) == len(each) == 1 and self.money == each
        return (amounts[0], each[0]) if is_clear and not self.unit_of(amounts[0]) else None

    @cached_property
    def days(self) -> tuple[str, ...]:
        """Return the columns that hold dates."""
        return tuple(one for one in self.columns if one not in self.numbers and self._holds_days(one))

    @cached_property
    def times(self) -> tuple[str, ...]:
        """Return the columns that hold times of day."""
        return tuple(
            one for one in self.columns if all(minutes_of(cell) is not None for cell in self.cells(one))
        )

    def holds_years(self, column: str) -> bool:
        """Return whether a column of numbers holds years: 1998. Some cells may be empty."""
        cells = [str(one) for one in self.cells(column) if one is not None] if column in self.numbers else []
        return bool(cells) and all(one[:2] in _CENTURIES and len(one) == 4 for one in cells)

    def tells_years(self, column: str) -> bool:
        """Return whether a column that is called 'year' or the like holds years."""
        return column in self.numbers_of("column_year") and self.holds_years(column)

    def holds_whole(self, column: str) -> bool:
        """Return whether a column holds only whole numbers."""
        return all(isinstance(one, int) for one in self.cells(column) if one is not None)

    def is_full(self, column: str) -> bool:
        """Return whether a column has no empty cells."""
        return all(
            str(one if one is not None else "").strip().lower() not in NO for one in self.cells(column)
        )

    def _holds_days(self, column: str) -> bool:
        cells = [cell for cell in self.cells(column) if not is_no(cell)]
        return bool(cells) and len(cells) <= _MOST_DAYS and all(day_of(one, self.today) for one in cells)

    def holds_weekdays(self, column: str) -> bool:
        """Return whether a column has weekdays like 'Sat' and no dates."""
        return not any(sign.isdigit() for cell in self.cells(column) for sign in str(cell))

    def days_of(self, forms: str) -> tuple[str, ...]:
        """Return the date columns whose name has a word of a table: 'column_due', 'column_done'."""
        return tuple(one for one in self._with_any(table(forms)) if one in self.days)

    @cached_property
    def ended(self) -> tuple[str, str] | None:
        """Return the due date and completion date columns, if there is one of each."""
        due = self.days_of("column_due")
        done = [one for one in self.days_of("column_done") if one not in due]
        return (due[0], done[0]) if len(due) == len(done) == 1 else None

    @cached_property
    def marks(self) -> tuple[str, ...]:
        """Return the yes/no columns."""
        return tuple(
            one for one in self.columns if one not in self.numbers and answer_yes_or_no(self.cells(one))
        )

    @cached_property
    def key(self) -> str:
        """Return the column that names rows: the first text column, else the first."""
        special = {*self.numbers, *self.days, *self.times, *self.marks}
        return next((one for one in self.columns if one not in special), self.columns[0])

    def tells_rows(self, column: str) -> bool:
        """Return whether a column of names has a different value in each row."""
        cells = self.cells(column)
        return self.names_things(column) and None not in cells and len(set(cells)) == len(cells)

    def names_things(self, column: str) -> bool:
        """Return whether a text column is no address or the like."""
        reached = {one for sense in _REACHED for one in self.of_sense(sense)}
        return column not in {*self.numbers, *self.days, *self.marks, *reached}

    @property
    def person(self) -> str:
        """Return the column that names people, else the key."""
        named = [one for one in self.of_sense("person") if one not in (*self.numbers, *self.marks)]
        return named[0] if named and self.key not in named else self.key

    @property
    def payer(self) -> str:
        """Return the column that names those who pay, else the one that names people."""
        paying = [one for one in self._with_any(table("column_payer")) if self.names_things(one)]
        return paying[0] if len(paying) == 1 else self.person

    def values_named(self, words: Words) -> tuple[tuple[str, ...], str]:
        """Return the columns in which words are a whole value, or a word of one, and that value."""
        stems = tuple(map(stem, words))
        if found := self._values.get(stems):
            return found
        part = self._value_words.get(stems[0]) if len(stems) == 1 and len(words[0]) >= _LEAST else None
        return (part, words[0]) if part else ((), "")

    def is_value(self, text: str) -> bool:
        """Return whether some cell equals this text."""
        return stems_of(text) in self._values

    @cached_property
    def _values(self) -> Mapping[Words, tuple[tuple[str, ...], str]]:
        pairs = [(stems_of(str(cell)), (column, str(cell))) for column, cell in self._texts()]
        found: dict[Words, tuple[tuple[str, ...], str]] = {}
        for stems, (column, value) in pairs:
            columns = found.get(stems, ((), value))[0]
            found[stems] = (tuple(dict.fromkeys((*columns, column))), value)
        found.pop((), None)
        return found

    @cached_property
    def _value_words(self) -> Mapping[str, tuple[str, ...]]:
        return grouped((one, column) for column, cell in self._texts() for one in stems_of(str(cell)))

    def _texts(self) -> Iterable[tuple[str, Cell]]:
        told = [one for one in self.columns if one not in self.marks and one not in self.numbers]
        return [(column, cell) for column in told for cell in self.cells(column) if cell not in (None, "")]


def table_words(material: Material, today: date) -> TableWords:
    """Return a pasted table in the form that questions are read with."""
    return TableWords(material.names, material.rows, today, units=material.units)
