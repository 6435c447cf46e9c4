"""Takes rows out of the table at hand. Later questions use the rest."""

from dataclasses import replace

from agents.handlers.registry import handles
from agents.handlers.tables.answers import TableAnswers
from agents.handlers.tables.cells import called_row
from agents.handlers.tables.questions import current_table
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.tools.counts import counted
from intent.commands import Command
from intent.commands.readers.tables.dropped_rows import DroppedRows
from intent.commands.tables.question import TableQuestion
from omniforge.english import join_words

_MOST_NAMES = 12  # told in the answer


@handles("table.drop_rows")
async def drop_rows(task: Task, command: Command) -> Answer:
    """Show the table without rows, and remember it so."""
    table, dropped = await current_table(task), command.slots["rows"]
    if not isinstance(dropped, DroppedRows) or dropped.rows[-1] >= len(table.words.rows):
        raise NoSuchTarget  # it was read for another table
    words, out = table.words, {*dropped.rows}
    kept = [at for at in range(len(words.rows)) if at not in out]
    several = len(dropped.rows) > _MOST_NAMES
    named = join_words(f"**{called_row(words, at)}**" for at in dropped.rows)
    names = f"**{counted(len(dropped.rows), 'row')}**" if several else named
    if not kept:
        return Answer(f"{names} is all that the table has, so I've taken nothing out.")
    still = TableAnswers(task, table, command.words, TableQuestion()).still_shown()
    columns, places = still or (words.columns, kept)
    rest = replace(table, words=replace(words, rows=tuple(words.rows[at] for at in kept)), ref="")
    work = TableAnswers(task, rest, command.words, TableQuestion(asked=tuple(columns), only=True))
    shown = await work.answer()
    result = await work.of_shown(columns, [kept.index(at) for at in places if at not in out])
    return replace(
        shown, text=f"Took out {names}.\n\n{shown.text}", result=result if still else await work.whole()
    )
