"""Which column of the table at hand a message means, of several that it may mean."""

from collections.abc import Sequence

from agents.handlers.task import Question, Task
from intent.commands.tables.likeliest_column import likeliest, told_apart
from intent.commands.tables.words import TableWords
from intent.material import read_material

_WHICH = "which"
_MOST = 2  # columns that one question is answered for


def likeliest_columns(task: Task, among: Sequence[str], table: TableWords, said: str) -> tuple[str, ...]:
    """Return the columns that a question most likely means: one, or two that nothing tells apart."""
    return likeliest(table, tuple(among), said, _words_around(task))[:_MOST]


def choose_column(task: Task, among: Sequence[str], table: TableWords, said: str) -> str:
    """Return the column that an order means. Raises Question if nothing tells several apart."""
    chosen = told_apart(table, tuple(among), said, _words_around(task)) or task.answer_to(_WHICH)
    if not chosen:
        raise Question(_WHICH, "Which column do you mean?", [(one, "") for one in among])
    return chosen


def _words_around(task: Task) -> str:
    """Return the whole message without the rows pasted in it."""
    message, pasted = task.pack.message, read_material(task.pack.message)
    return f"{message[: pasted.start]} {message[pasted.end :]}" if pasted else message
