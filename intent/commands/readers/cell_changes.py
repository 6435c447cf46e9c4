"""Reads a correction of a cell in the table at hand: 'Wednesday was 201 and not 210'.

Each word must be a value of a row, a column, a word of `cell_word`, or the new value; any other leaves the
message unread.
"""

from dataclasses import dataclass, field

from intent.commands.column_names import has_form
from intent.commands.slot_types import Words, slot_type, words_of
from intent.commands.table_cells import is_yes, stem
from intent.commands.table_words import TableWords
from intent.commands.tokens import Token, fold, tokenize
from intent.commands.words import as_words, at_start, key_of, longest
from intent.material import Cell, typed
from omniforge.tables.cells import as_number

_LONGEST = 16  # words
_LONGEST_NAME = 6  # words of a value or a column
_SIGNS = ("£", "$", "€")
_LEAST = 4  # letters of a part of a row's name


@dataclass(frozen=True, slots=True)
class CellChange:
    """A new cell value. Without a `row` it is for the row that was changed right before.

    `among` are the possible columns; if there are several, the person is asked.
    """

    row: str
    among: tuple[str, ...]
    value: Cell
    free_words: int = field(default=-2, compare=False)  # more certain than a question that names the same


@slot_type("cell_change")
def _cell_change(words: Words) -> CellChange | None:
    """Return a change of the named row: 'Ted has paid', 'set Ted's rent to 12'."""
    found = read_change(words)
    return found if found and found.row else None


@slot_type("cell_change_on")
def _cell_change_on(words: Words) -> CellChange | None:
    """Return a change of the row changed right before: 'change his to paid'."""
    found = read_change(words)
    return found if found and not found.row else None


def read_change(words: Words) -> CellChange | None:
    """Return the change to a cell of the table at hand; None if any word doesn't belong."""
    at_hand = words.situation.table
    if at_hand is None or not 1 < len(words.tokens) <= _LONGEST or _is_asked(words):
        return None
    reader = _Reader(at_hand, words)
    return reader.change() if reader.read() else None


def _is_asked(words: Words) -> bool:
    begins = at_start("cell_word", tuple(one.word for one in words.tokens))[0]
    return begins == "link" or words.source[words.tokens[-1].end :].lstrip().startswith("?")


@dataclass(slots=True)
class _Reader:
    """Reads from left to right; `old` means that the next value is the wrong one."""

    at_hand: TableWords
    words: Words
    row: str = ""
    columns: tuple[str, ...] = ()
    values: list[Cell] = field(default_factory=list)
    wrong: list[Cell] = field(default_factory=list)
    old: bool = False
    points: bool = False
    links: bool = False  # the new value comes next
    says: bool = False  # words state or order a value

    def read(self) -> bool:
        """Return whether every word is understood, and one of them states or orders a value."""
        tokens, at = (
            [
                one
                for one in self.words.tokens
                if one.word not in _SIGNS and (not one.is_mark or one.word == "'s")
            ],
            0,
        )
        while at < len(tokens):
            size = self._take(tokens[at:])
            if not size:
                return False
            at += size
        self.values = self.values or self._affirmed()
        return self.says and bool(self.values) and (bool(self.row) or self.points)

    def _affirmed(self) -> list[Cell]:
        """Return the yes of a yes/no column: 'Ted has paid'."""
        marks = [one for one in self.columns if one in self.at_hand.marks]
        cells = self.at_hand.cells(marks[0]) if len(marks) == 1 and not self.wrong and not self.old else []
        return [next(one for one in cells if is_yes(one))] if cells else []

    def _take(self, tokens: list[Token]) -> int:
        said = tuple(one.word for one in tokens[: max(_LONGEST_NAME, longest("cell_word"))])
        for size in range(min(_LONGEST_NAME, len(said)), 0, -1):
            if self._name(said[:size]):
                return size
        key, size = ("owner", 1) if said[0] == "'s" else at_start("cell_word", said)
        if key:
            self._word(key)
            return size
        size = self._figure(tokens[0].text)
        return size and size + int(bool(key_of("figure_unit", said[1])) if len(said) > 1 else 0)

    def _name(self, said: tuple[str, ...]) -> bool:
        """Consume the name of a row, a column, or a value of one."""
        if not self.row and not self.points and (row := self._row_called(said)):
            self.row = row
            return True
        columns = self.at_hand.columns_called(said) if self.at_hand.is_name(said) else ()
        after = bool(self.values) or {*columns} <= {*self.at_hand.marks}  # 'did 20 on Monday', 'has paid'
        if columns and not self.columns and (after or not self.links):
            self.columns = columns
            return True
        among, value = self.at_hand.values_named(said)
        if among and tuple(map(stem, said)) == tuple(stem(one.word) for one in tokenize(value)):
            (self.wrong if self.old else self.values).append(value)
            self.old = False
            return True
        return False

    def _row_called(self, said: tuple[str, ...]) -> str:
        """Return the one row with exactly this name, or else the one whose name has these words."""
        names = [(str(one), as_words(fold(str(one)))) for one in self.at_hand.cells(self.at_hand.key)]
        exact = [name for name, words in names if words == said]
        part = [name for name, words in names if has_form(words, (said,))]
        called = exact or (part if len(said[0]) >= _LEAST else [])
        return called[0] if len(called) == 1 else ""

    def _word(self, key: str) -> None:
        self.old = key == "old" or (self.old and key == "skip")
        self.points = self.points or key == "points"
        self.links = self.links or key == "link"
        self.says = self.says or key in ("link", "order", "owner")

    def _figure(self, text: str) -> int:
        number = as_number(text)
        if number is None:
            return 0
        (self.wrong if self.old else self.values).append(typed([(text,)])[0][0][0])
        self.old = False
        return 1

    # -- the result --------------------------------------------------------------------------------

    def change(self) -> CellChange | None:
        """Return the change, if there is one new value and a possible column for it."""
        among = self.columns or self._columns_of(self.values[0])
        if len(self.values) != 1 or len(self.wrong) > 1 or not among:
            return None
        if self.wrong and self.row:
            among = tuple(one for one in among if self._holds(one, self.wrong[0]))
        return CellChange(self.row, among, self.values[0]) if among else None

    def _columns_of(self, value: Cell) -> tuple[str, ...]:
        """Return the possible columns for a value: numeric ones, or those that already contain it."""
        if not isinstance(value, str):
            return self.at_hand.numbers
        spoken = words_of(value, tokenize(value), self.words.situation)
        named = self.at_hand.values_named(tuple(one.word for one in spoken.tokens))[0]
        return tuple(one for one in named if one != self.at_hand.key)

    def _holds(self, column: str, value: Cell) -> bool:
        """Return whether the row has a value in a column."""
        keys, cells = self.at_hand.cells(self.at_hand.key), self.at_hand.cells(column)
        return fold(str(cells[[*map(str, keys)].index(self.row)])) == fold(str(value))
