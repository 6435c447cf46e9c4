"""Says how two attached tables differ, row by row."""

from collections.abc import Sequence

from agents.context.stored import TableAtHand
from agents.handlers.lines import bold
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.handlers.two_lists import difference
from agents.tools.table_at_hand import two_attached_tables
from intent.commands import Command
from intent.commands.table_cells import stems_of
from intent.commands.table_words import TableWords
from intent.commands.two_lists import Item, TwoLists, is_older
from omniforge.tables.cells import Cell, as_number
from omniforge.tables.markdown import markdown_table

_BACK = {"new": "without"}  # asks what the first table has not
_SAME = {"gone": "without"}
_OF_FIGURES = ("changed", "up", "down")


@handles("table.compare")
async def compare(task: Task, command: Command) -> Answer:
    """Compare the two tables attached last by what names their rows, and by one column of numbers."""
    before, after = await _in_order(task)
    asks, column = str(command.slots["asks"]), _figures(before.words, after.words)
    order = f"From {bold(before.name)} to {bold(after.name)}:\n\n"
    if asks == "table":
        return Answer(order + _side_by_side(before, after, column))
    old, new = (_items(one.words, column) for one in (before, after))
    labels = before.name, after.name
    if asks in _BACK:
        return Answer(difference(TwoLists((labels[1], labels[0]), new, old, _BACK[asks])))
    told = difference(TwoLists(labels, old, new, _SAME.get(asks, asks)))
    return Answer(order + told if asks in _OF_FIGURES else told)


async def _in_order(task: Task) -> tuple[TableAtHand, TableAtHand]:
    """Return the older and the newer table. Raises NoSuchTarget unless there are two."""
    tables = await two_attached_tables(task.pack)
    if len(tables) != 2:
        raise NoSuchTarget
    newest, other = tables
    arrived = task.pack.files[0].turn_id == task.pack.turn_id
    said = task.pack.message.partition(".")[0] if arrived and "." in task.pack.message else ""
    return (newest, other) if is_older(newest.name, said) else (other, newest)


def _figures(first: TableWords, second: TableWords) -> str:
    """Return the column of numbers that both have, the quantities if there are several, else empty."""
    both = [one for one in first.numbers if one in second.numbers]
    counts = [one for one in both if one in first.numbers_of("column_count")]
    return (counts or both or [""])[0]


def _items(words: TableWords, column: str) -> tuple[Item, ...]:
    numbers: Sequence[Cell] = words.cells(column) if column else [None] * len(words.rows)
    return tuple(
        (str(name), as_number(cell)) for name, cell in zip(words.cells(words.key), numbers, strict=True)
    )


def _side_by_side(before: TableAtHand, after: TableAtHand, column: str) -> str:
    """Return a table of both figures of each row and the difference between them."""
    if not column:
        raise NoSuchTarget
    old, new = (
        {stems_of(name): (name, number) for name, number in _items(one.words, column)}
        for one in (before, after)
    )
    rows = [_row(old.get(key), new.get(key)) for key in dict.fromkeys((*old, *new))]
    heads = (before.words.key, f"{column} before", f"{column} now", "Difference")
    return markdown_table(heads, rows)


def _row(old: Item | None, new: Item | None) -> tuple[Cell, ...]:
    name = (old or new or ("", None))[0]
    first, second = (one[1] if one else None for one in (old, new))
    apart = None if first is None or second is None else second - first
    return (
        name,
        *(None if one is None else float(one) if one % 1 else int(one) for one in (first, second, apart)),
    )
