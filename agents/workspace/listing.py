"""Lists as tools give them: a page of short rows, and where the next page begins."""

from collections.abc import Sequence

from agents.counting import counted
from agents.events import Operation
from agents.tools.tool import ToolResult

_SHOWN = 120  # characters of a description in a list


class Listing(ToolResult):
    """A page of a list of `total` rows. `of` is what they are, in one word, `within` where they are."""

    of: str
    within: str
    total: int
    next_start: int | None = None

    def summary(self) -> str:
        return f"{counted(self.total, self.of)} in {self.within}"

    def operations(self) -> Sequence[Operation]:
        return [Operation("list", self.of, self.within, "done")]


def next_start(start: int, shown: int, total: int) -> int | None:
    """Return the number of the row after a page that began at `start`, counted from 1; None at the end."""
    following = start + shown
    return following if shown and following <= total else None


def in_short(text: str) -> str:
    """Return the beginning of a text, on one line."""
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"
