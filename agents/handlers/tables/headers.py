"""Finds a table's columns by everyday names."""

from collections.abc import Sequence
from dataclasses import dataclass

from agents.handlers.lines import bold
from intent.sentences.stems import stems_in
from omniforge.errors import InvalidInput
from omniforge.tables.markdown import plain

# Names of rows that are sums of others.
TOTALS = frozenset(
    ("total", "totals", "grand total", "sum", "summe", "gesamt", "gesamtsumme", "suma", "total general")
)
_CHOOSES = frozenset(("of", "in", "at", "von", "de"))
_UNTOLD = ("the", "of", "a", "an", "in", "der", "die", "das", "el", "la")


@dataclass(frozen=True, slots=True)
class Headers:
    """The names of columns."""

    names: tuple[str, ...]

    def find(self, said: str) -> str | None:
        """Return the column that words name, or None if there is none. Raises InvalidInput for several."""
        words = _stems(said)
        exact = [name for name in self.names if name.casefold() == said.casefold()]
        same = [name for name in self.names if _stems(name) == words]
        within = [name for name in self.names if words and words <= _stems(name)]
        beyond = [name for name in self.names if _stems(name) and _stems(name) <= words]
        beyond = [] if _CHOOSES & {*said.casefold().split()} else beyond  # 'hours of the riggers'
        for found in (exact, same, within, beyond):
            if len(found) == 1:
                return found[0]
            if found:
                raise InvalidInput(f"“{plain(said)}” could be {' or '.join(map(bold, found))}. Which one?")
        return None

    def column(self, said: str) -> str:
        """Return the column that words name. Raises InvalidInput that lists all columns if there is none."""
        if found := self.find(said):
            return found
        raise self.missing([said])

    def all(self, said: Sequence[str]) -> tuple[str, ...]:
        """Return the columns of several names. Raises InvalidInput that lists the missing ones."""
        if missing := [one for one in said if not self.find(one)]:
            raise self.missing(missing)
        return tuple(self.column(one) for one in said)

    def missing(self, said: Sequence[str]) -> InvalidInput:
        """Return the error for names that match no column."""
        kinds = "column" if len(said) == 1 else "columns"
        named, there = ", ".join(map(bold, said)), ", ".join(map(bold, self.names))
        return InvalidInput(f"There's no {kinds} {named} in this table. Its columns are {there}.")


def _stems(text: str) -> frozenset[str]:
    return stems_in(text, _UNTOLD)
