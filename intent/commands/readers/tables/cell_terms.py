"""The terms of a correction of cells, consumed from left to right: rows, columns, and what is to stand there.

Each word must be a value of a row, a column, a word of `cell_word`, or a new value. Any other leaves the
message unread.
"""

from dataclasses import dataclass
from datetime import date

from intent.commands.grammar.tokens import Token
from intent.commands.readers.tables.cell_state import CellState
from intent.commands.tables.cells import day_of
from intent.commands.tables.places import Place, places_of
from intent.commands.words import at_start, key_of, longest
from intent.slots.days import read_day
from intent.typed_cells import Cell, typed
from omniforge.tables.cells import as_number

_LONGEST_NAME = 6  # words of a value or a column
_LONGEST_DAY = 5  # words of a day
_SIGNS = ("£", "$", "€")
_LEAST = 3  # letters of a part of a row's name
_NO = "no"
_LEADS = ("in", "for", "on", "of", "at")
_OWNER = "'s"
_AS, _ON = "as", "on"
_WE = ("i", "we", "ive", "weve")


@dataclass(slots=True)
class CellTerms(CellState):
    """Reads a correction word by word."""

    def read(self) -> bool:
        """Return whether every word is understood, and they give a row's cells new values."""
        tokens = self._tokens()
        if tokens and tokens[0].word == _NO:
            self.says, tokens = True, tokens[1:]  # 'no, the rent is 40'
        tokens, at = self._value_in_front(tokens), 0
        while at < len(tokens):
            size = self._take(tokens[at:])
            if not size:
                return False
            at += size
        return self._settle() and (self.says or self.adds)

    def _value_in_front(self, tokens: list[Token]) -> list[Token]:
        """Consume 'the barn as the job' of an order to put it into a row. Return the other words."""
        said = [one.word for one in tokens]
        at = said.index(_AS) if _AS in said else 0
        orders = [place for place in range(at) if key_of("cell_word", said[place]) == "order"]
        column = at + 1 + int(bool(key_of("article", " ".join(said[at + 1 : at + 2]))))
        named = {*self.at_hand.columns_called(tuple(said[column : column + 1]))}
        begin = orders[-1] + 1 if orders else at
        value = tuple(one for one in said[begin:at] if not key_of("article", one))
        found = {(row, one) for row, one in places_of(self.at_hand).called(value) if one in named}
        if not found:
            return tokens
        self.cells.append((tuple({one for _, one in found}), self._cell_of(frozenset(found))))
        self.says = True
        return [*tokens[: begin - 1], *tokens[column + 1 :]]

    def _tokens(self) -> list[Token]:
        kept = (one for one in self.words.tokens if one.word not in _SIGNS)
        return [one for one in kept if not one.is_mark or one.word == _OWNER]

    def _take(self, tokens: list[Token]) -> int:
        said = tuple(one.word for one in tokens[: max(_LONGEST_NAME, longest("cell_word"))])
        if size := self._row_number(said) or self._key_column(said) or self._row_day(tokens):
            return size
        for size in range(min(_LONGEST_NAME, len(said)), 0, -1):
            if _OWNER not in (said[0], said[size - 1]) and self._name(
                tuple(one for one in said[:size] if one != _OWNER)
            ):
                return size
        if size := self._teller(said):
            return size
        key, size = ("owner", 1) if said[0] == _OWNER else at_start("cell_word", said)
        if key:
            return size if self._word(key) else 0
        return self._figure(tokens, said) or self._new_text(tokens) or self._un(said[0])

    # -- rows ---------------------------------------------------------------------------------------

    def _row_number(self, said: tuple[str, ...]) -> int:
        """Consume 'row 3' or 'the last row'. Return its length in words."""
        if self.at_hand.columns_called(said[:1]):
            return 0
        key, size = at_start("ordinal", said)
        if key and key_of("cell_row", " ".join(said[size : size + 1])):
            return self._numbered(int(key), size + 1)
        is_row = key_of("cell_row", said[0]) == "row" and len(said) > 1 and said[1].isdigit()
        return self._numbered(int(said[1]), 2) if is_row else 0

    def _key_column(self, said: tuple[str, ...]) -> int:
        """Consume what leads to a row's name, 'in the week of'. Return its length in words."""
        at = 1 + (said[1:2] == ("the",)) if said[0] in _LEADS else 0
        key = self.at_hand.key in self.at_hand.columns_called(said[at : at + 1]) if at < len(said) else False
        names = key and places_of(self.at_hand).called(said[at : at + 1]) == frozenset()
        return at + 1 if at and names else 0

    def _row_day(self, tokens: list[Token]) -> int:
        """Consume 'on Tuesday' as the day of a row, or as when something was paid. Return its length."""
        if tokens[0].word != _ON or {*self.columns} & {*self.at_hand.days}:
            return 0
        for size in range(min(_LONGEST_DAY, len(tokens)), 1, -1):
            text = self.words.source[tokens[1].start : tokens[size - 1].end]
            if day := read_day(text, self.at_hand.today):
                rows = self._rows_of_day(day)
                self.rows, self.lately = rows or self.rows, self.lately or not rows
                return size
        return 0

    def _rows_of_day(self, day: date) -> frozenset[int]:
        """Return the rows named so far that are of a day, or of the one such weekday before it."""
        cells = {
            at: found
            for column in self.at_hand.days
            for at, cell in enumerate(self.at_hand.cells(column))
            if (self.rows is None or at in self.rows) and (found := day_of(cell, self.at_hand.today))
        }
        same = frozenset(at for at, one in cells.items() if one == day)
        weekday = frozenset(at for at, one in cells.items() if one < day and one.weekday() == day.weekday())
        return same or (weekday if len({cells[at] for at in weekday}) == 1 else frozenset())

    def _numbered(self, number: int, size: int) -> int:
        every = range(len(self.at_hand.rows))
        place = number - 1 if number > 0 else len(every) + number
        self._keep({place} & {*every})
        return size

    def _keep(self, rows: set[int]) -> None:
        self.rows = frozenset(rows if self.rows is None else self.rows & rows)

    def _name(self, said: tuple[str, ...]) -> bool:
        """Consume the value of a row, or the name of a column."""
        places = places_of(self.at_hand)
        exact = places.called(said)
        if exact:
            return self._placed(said, exact, is_exact=True)
        columns = self.at_hand.columns_called(said)
        if columns and (self.at_hand.is_name(said) or any(map(_tells, said))):
            return self._column(columns)
        part = places.holding(said) if any(map(_tells, said)) else frozenset()
        return bool(part) and self._placed(said, part, is_exact=False)

    def _placed(self, said: tuple[str, ...], found: frozenset[Place], *, is_exact: bool) -> bool:
        """Use words of a cell to tell the row, or as the new value if that comes next."""
        if self.old or self._awaits_text():
            return is_exact and self._put(self._cell_of(found))
        rows = {row for row, column in found if not self.of or column in self.of}
        if rows & (rows if self.rows is None else self.rows) and not self._only_points():
            self.as_is = [self._cell_of(found)] if is_exact and self.says and self.rows else []
            self._keep(rows)
            self.of = ()
            self.columns = tuple(one for one in self.columns if one not in {name for _, name in found})
            return True
        return is_exact and not self._names_another_row() and self._put(self._cell_of(found))

    def _names_another_row(self) -> bool:
        """Return whether nothing leads to another value: 'paid to yes for Linz' in the row of Graz."""
        return bool(self.rows and self.cells) and not (self.links or self.columns)

    def _only_points(self) -> bool:
        """Return whether 'it' is a row, which it isn't in 'make it 6 rolls'."""
        return self.points and self.rows is None and not (self.where or self.value)

    def _awaits_text(self) -> bool:
        """Return whether a value comes next that may be text."""
        no_texts = {*self.at_hand.numbers, *self.at_hand.marks}
        is_text = not self.columns or bool({*self.columns} - no_texts)
        known = self.rows is not None or self.points or bool(self.columns)
        return self.links and known and is_text

    def _cell_of(self, found: frozenset[Place]) -> Cell:
        row, column = min(found)
        return self.at_hand.cells(column)[row]

    # -- columns and values -------------------------------------------------------------------------

    def _column(self, columns: tuple[str, ...]) -> bool:
        if self.where:
            self.of = columns
        elif self.value:
            self.cells.append((columns, self.value.pop()))
        elif self.columns and {*self.columns} & {*columns}:
            self.columns = tuple(one for one in self.columns if one in columns)
        elif not (self.cells and {*self.cells[-1][0]} & {*columns}):
            affirmed = self._affirmed()
            self.columns = columns
            return affirmed
        return True

    def _figure(self, tokens: list[Token], said: tuple[str, ...]) -> int:
        """Consume a day, or a figure with its unit."""
        if size := self._day(tokens):
            return size
        if as_number(tokens[0].text) is None:
            return 0
        cell = typed([(tokens[0].text,)])[0][0][0]
        if not (self._chosen_by(cell) if self.where else self._put(cell)):
            return 0
        unit = len(said) > 1 and key_of("figure_unit", said[1]) and not self.at_hand.columns_called(said[1:2])
        return 1 + int(bool(unit))

    def _day(self, tokens: list[Token]) -> int:
        """Consume the new day of a column of days, as it is written. Return its length in words."""
        if not (self.links and {*self.columns} & {*self.at_hand.days}):
            return 0
        for size in range(min(_LONGEST_DAY, len(tokens)), 0, -1):
            text = self.words.source[tokens[0].start : tokens[size - 1].end]
            if day_of(text, self.at_hand.today):
                self._put(text)
                return size
        return 0

    def _chosen_by(self, figure: Cell) -> bool:
        """Use a figure to tell the row: 'where the rate is 42'."""
        self._keep(self._rows_with(figure, self.of or self.at_hand.numbers))
        self.of = ()
        return True

    def _new_text(self, tokens: list[Token]) -> int:
        """Consume a name that the table doesn't have yet, for a column of texts: 'to Marta Lund'."""
        special = {*self.at_hand.numbers, *self.at_hand.marks, *self.at_hand.days}
        if not (self.links and self.columns) or {*self.columns} & special:
            return 0
        size = next((at for at, one in enumerate(tokens) if not _is_name(one.text)), len(tokens))
        if size:
            self._put(self.words.source[tokens[0].start : tokens[size - 1].end])
        return size

    def _teller(self, said: tuple[str, ...]) -> int:
        """Consume 'I' where people tell what they did with a row: 'INV-7 I've just paid'."""
        marks = (one for word in said[1:] for one in self.at_hand.columns_called((word,)))
        if said[0] not in _WE or not any(one in self.at_hand.marks for one in marks):
            return 0
        self.lately = True
        return 1

    def _un(self, word: str) -> int:
        """Consume 'unpaid' as the no of 'Paid'."""
        named = self.at_hand.columns_called((word.removeprefix("un"),)) if word.startswith("un") else ()
        marks = tuple(one for one in named if one in self.at_hand.marks)
        if not marks or not self._column(marks):
            return 0
        return int(self._put("no"))

    # -- words --------------------------------------------------------------------------------------

    def _word(self, key: str) -> bool:
        """Use a word of `cell_word`. Return False for a yes or no that fits no column."""
        if key in ("yes", "no"):
            return bool(self.at_hand.marks) and self._put(key)
        if key == "wrong":
            self.wrong, self.value = [*self.wrong, *self.value], []
        if key == "link" and self.where and self.of:
            return True
        self.empty = self.empty or key == "empty"
        self.where = key == "where" or (self.where and key not in ("link", "order"))
        self.old = key == "old" or (self.old and key == "skip")
        self.points = self.points or key == "points"
        self.rises = self.rises or key == "rise"
        self.links = key in ("link", "rise") or (self.links and key != "order")
        self.says = self.says or key in ("link", "rise", "order", "owner")
        self.lately = self.lately or key == "lately"
        return True


def _tells(word: str) -> bool:
    """Return whether a word may stand for a name that it is a part of, unlike 'the' of 'The Salt Road'."""
    return len(word) > _LEAST or (len(word) == _LEAST and not key_of("cell_word", word))


def _is_name(text: str) -> bool:
    """Return whether a word may be a name or a measure: 'Marta', '6x15'."""
    return text[:1].isupper() or any(map(str.isdigit, text))
