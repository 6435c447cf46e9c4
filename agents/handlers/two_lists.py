"""Says how two lists that a message writes out, or two attached tables, differ."""

from collections.abc import Sequence
from decimal import Decimal

from agents.context.stored import TableAtHand
from agents.handlers.lines import bold
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.tools.counts import grouped
from agents.tools.table_at_hand import two_attached_tables
from intent.commands import Command
from intent.commands.table_cells import stems_of
from intent.commands.table_words import TableWords
from intent.commands.two_lists import Item, TwoLists, is_older
from omniforge.tables.cells import Cell, as_number
from omniforge.tables.markdown import markdown_table, plain

Stems = tuple[str, ...]
_WAYS = {"down": (-1,), "up": (1,)}
Figures = dict[Stems, Decimal | None]
_BACK = {"new": "without"}  # asks what the first table has not
_SAME = {"gone": "without"}
_OF_FIGURES = ("changed", "up", "down")


@handles("sum.lists")
async def compare_lists(task: Task, command: Command) -> Answer:
    """Say what is in both lists, what only one has, or which of their figures changed."""
    return Answer(difference(command.slots["lists"]))


def difference(lists: TwoLists) -> str:
    """Say how two lists differ, or what both have."""
    (first, second), asks = lists.labels, lists.asks
    names = {stems_of(name): plain(name) for name, _ in (*lists.second, *lists.first)}
    before, after = ({stems_of(name): number for name, number in one} for one in (lists.first, lists.second))
    if asks == "both":
        return _told("In **both**", [names[one] for one in before if one in after])
    missing = [names[one] for one in before if one not in after]
    if asks == "without":
        return _told(f"In {bold(first)} but not in {bold(second)}", missing)
    if asks in _WAYS:
        return "\n".join(_changes(before, after, names, _WAYS[asks])) or f"Nothing went {asks}."
    new = [names[one] for one in after if one not in before]
    changes = _changes(before, after, names)
    only = [
        _told(f"Only in {bold(label)}", some) for label, some in ((first, missing), (second, new)) if some
    ]
    return "\n\n".join(filter(None, ("\n".join(changes), *only))) or "Nothing differs between them."


def _told(what: str, some: list[str]) -> str:
    return f"{what}: {', '.join(some) or 'nothing'}."


def _changes(
    before: Figures, after: Figures, names: dict[Stems, str], ways: tuple[int, ...] = (-1, 1)
) -> list[str]:
    """Return a line for each figure that is another one in the second list: less (-1), more (1)."""
    found = []
    for name, number in before.items():
        other = after.get(name)
        if number is not None and other is not None and (other > number) - (other < number) in ways:
            apart = f"{'+' if other > number else '−'}{grouped(abs(other - number))}"
            found.append(f"- {names[name]}: {grouped(number)} to **{grouped(other)}** ({apart})")
    return found


# -- two attached tables --------------------------------------------------------------------------------


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
