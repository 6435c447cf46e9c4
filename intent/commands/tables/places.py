"""Where words stand in the text cells of a table."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from intent.commands.tables.cells import stem, stems_of
from intent.commands.tables.column_names import has_form
from intent.commands.tables.words import TableWords
from omniforge.tables.cells import Cell

Words = tuple[str, ...]
Place = tuple[int, str]  # a row's number from 0, and a column


@dataclass(frozen=True, slots=True)
class Places:
    """The cells by all their words, and by each of them."""

    whole: Mapping[Words, frozenset[Place]]
    parts: Mapping[str, tuple[tuple[Place, Words], ...]]

    @classmethod
    def of(cls, cells: Iterable[tuple[Place, Cell]]) -> "Places":
        whole: dict[Words, set[Place]] = defaultdict(set)
        parts: dict[str, list[tuple[Place, Words]]] = defaultdict(list)
        for place, cell in cells:
            stems = stems_of(str(cell))
            whole[stems].add(place)
            for one in {*stems}:
                parts[one].append((place, stems))
        return cls(
            {stems: frozenset(found) for stems, found in whole.items()},
            {one: tuple(found) for one, found in parts.items()},
        )

    def called(self, words: Words) -> frozenset[Place]:
        """Return the cells that are exactly these words."""
        return self.whole.get(tuple(map(stem, words)), frozenset())

    def holding(self, words: Words) -> frozenset[Place]:
        """Return the cells that contain these words in a row."""
        stems = tuple(map(stem, words))
        near = self.parts.get(stems[0], ())
        return frozenset(place for place, cell in near if has_form(cell, (stems,)))


@lru_cache(maxsize=4)
def places_of(table: TableWords) -> Places:
    """Return where words stand in the text columns of a table. Cached, as each part of a message asks."""
    told = [one for one in table.columns if one not in (*table.marks, *table.numbers)]
    cells = (((row, one), cell) for one in told for row, cell in enumerate(table.cells(one)))
    return Places.of((place, cell) for place, cell in cells if cell not in (None, ""))
