"""Takes back the change of a cell that was made right before: 'no, undo that'."""

from dataclasses import replace

from agents.context.stored import TableAtHand
from agents.handlers.lines import bold
from agents.handlers.tables.answers import TableAnswers
from agents.handlers.tables.cells import called_row, read_in, shown_cell
from agents.handlers.task import Answer, Task
from agents.tools.table_at_hand import table_of
from intent.commands.tables.question import TableQuestion


async def take_cells_back(task: Task, words: str) -> Answer | None:
    """Return the answer with the table as it was, None if the last message changed no cell of it."""
    table, results = task.pack.table, task.pack.dialogue.results
    said = "".join(task.pack.said[-1:])
    own = [one.task for one in results if one.task and one.task in said]
    if table is None or not any(read_in(task, one, table.words) for one in own):
        return None
    newest = results[-1].of or results[-1].ref
    older = next((one for one in reversed(results) if (one.of or one.ref) not in ("", newest)), None)
    whole = replace(older, ref=older.of or older.ref, of="") if older else None
    before = await table_of(task.pack, [whole]) if whole else None
    told = _told(before, table) if before else ""
    if before is None or not told:
        return None
    return Answer(told, result=await TableAnswers(task, before, words, TableQuestion()).whole())


def _told(before: TableAtHand, now: TableAtHand) -> str:
    """Say which cells are as they were, empty if more than cells differ."""
    if before.words.columns != now.words.columns or len(before.words.rows) != len(now.words.rows):
        return ""
    pairs = [
        (at, column, row[place], other[place])
        for at, (row, other) in enumerate(zip(before.words.rows, now.words.rows, strict=True))
        for place, column in enumerate(before.words.columns)
        if str(row[place]) != str(other[place])
    ]
    said = []
    for at, column, old, new in pairs:
        again = f"is **{shown_cell(old)}** again, not {shown_cell(new)}"
        said.append(f"{called_row(before.words, at)}: {bold(column)} {again}.")
    return "\n".join(said)
