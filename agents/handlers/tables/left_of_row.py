"""What the row that was changed right before still owes: 'Ann paid 80 today, so what does she still owe?'."""

from dataclasses import replace

from agents.handlers.tables.cells import changed_before
from agents.handlers.tables.questions import ask, current_table
from agents.handlers.task import Answer, Task
from intent.commands import Command
from intent.commands.grammar.slot_types import words_of
from intent.commands.grammar.tokens import tokenize
from intent.commands.readers.tables.questions import read_question


async def left_of_row(task: Task, command: Command) -> Answer | None:
    """Return what is left to be paid by the row changed right before, None if there is none."""
    words = (await current_table(task)).words if task.pack.table else None
    rows = changed_before(task, words) if words else ()
    if words is None or len(rows) != 1:
        return None
    said = f"what does {words.cells(words.key)[rows[0]]} still owe"
    question = read_question(words_of(said, tokenize(said), replace(task.situation, table=words)), words)
    if question is None or question.unread or not question.tests:
        return None
    return await ask(task, replace(command, name="table.ask", slots={"question": question}, words=said))
