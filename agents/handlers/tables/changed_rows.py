"""Questions about the row of a table that was changed right before: 'that week', 'his new total'."""

from dataclasses import replace

from agents.handlers.task import Task
from intent.commands.grammar.slot_types import words_of
from intent.commands.grammar.tokens import tokenize
from intent.commands.readers.tables.cell_changes import (
    CellChange,
    name_pointed_row,
    name_whose_row,
    read_change,
)
from intent.commands.readers.tables.questions import read_question
from intent.commands.tables.question import FIGURES, TableQuestion
from intent.commands.tables.words import TableWords


def of_row_before(task: Task, table: TableWords, question: TableQuestion, words: str) -> TableQuestion:
    """Return a question about 'that week' or 'his total' as one about the row that was just corrected."""
    situation = replace(task.situation, table=table)
    said = task.results[-1].task if task.results else table.before
    change = read_change(words_of(said, tokenize(said), situation)) if said else None
    if change is None or len(change.rows) != 1:
        return question
    name = str(table.cells(table.key)[change.rows[0]])
    pointed, named = name_pointed_row(words, table.key, name), name_whose_row(words, name)
    again = next((one for one in (pointed, named) if one != words), "")
    found = read_question(words_of(again, tokenize(again), situation), table) if again else None
    if found is None:
        return question
    return replace(question, tests=found.tests) if again == pointed else _of_changed(found, change)


def _of_changed(question: TableQuestion, change: CellChange) -> TableQuestion:
    """Return a bare sum as that of the column changed."""
    among = change.cells[0][0]
    is_bare = question.function in FIGURES and not (question.asked or len(question.tests) > 1)
    return replace(question, asked=among) if is_bare and len(among) == 1 else question
