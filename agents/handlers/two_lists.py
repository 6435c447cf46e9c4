"""Says how two lists that a message writes out differ, and what both have."""

from decimal import Decimal

from agents.handlers.lines import bold
from agents.handlers.registry import handles
from agents.handlers.task import Answer, Task
from agents.tools.counts import grouped
from intent.commands import Command
from intent.commands.table_cells import stems_of
from intent.commands.two_lists import TwoLists
from omniforge.tables.markdown import plain

Stems = tuple[str, ...]
_WAYS = {"down": (-1,), "up": (1,)}
Figures = dict[Stems, Decimal | None]


@handles("sum.lists")
async def compare(task: Task, command: Command) -> Answer:
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
