"""What so many of several rows come to: '3 large trays and 2 cakes, what does that cost?'."""

from decimal import Decimal

from agents.handlers.registry import handles
from agents.handlers.tables.answers import TableAnswers
from agents.handlers.tables.cells import called_row
from agents.handlers.tables.questions import current_table
from agents.handlers.tables.rows import Rows, with_commas
from agents.handlers.task import Answer, NoSuchTarget, Task
from intent.commands import Command
from intent.commands.readers.tables.several_pieces import SeveralPieces
from intent.commands.tables.question import CellTest, TableQuestion
from omniforge.errors import InvalidInput
from omniforge.tables.cells import as_number
from omniforge.tables.markdown import plain


@handles("table.pieces")
async def add_up(task: Task, command: Command) -> Answer:
    """Say what so many of each row cost, and all of them. Raises InvalidInput if a row isn't certain."""
    asked, table = command.slots["pieces"], await current_table(task)
    if not isinstance(asked, SeveralPieces) or asked.price not in table.words.columns:
        raise NoSuchTarget  # it was read for another table
    work, rows = TableAnswers(task, table, command.words, TableQuestion()), Rows.of(table)
    told, total = [], Decimal(0)
    for number, tests in asked.items:
        place = _row(rows, tests)
        each = as_number(table.words.cells(asked.price)[place])
        if each is None:
            raise InvalidInput(f"There's no price for {called_row(table.words, place)}.")
        total += number * each
        worth = with_commas(number * each, rows.places(asked.price))
        told.append(f"- {number:f} × {called_row(table.words, place)} at {each:f}: {worth}")
    whole = with_commas(total, rows.places(asked.price))
    lines = "\n".join(told)
    return Answer(f"{lines}\n\nThat's **{whole}** by {plain(asked.price)}.", result=await work.whole())


def _row(rows: Rows, tests: tuple[CellTest, ...]) -> int:
    """Return the place of the one row with all these values. Raises InvalidInput."""
    words, found = rows.table.words, rows.passing(tests).rows
    if len(found) != 1:
        said = " ".join(str(one.value) for one in tests)
        raise InvalidInput(
            f"{len(found) or 'None'} of the rows fit “{plain(said)}”, so I've worked out nothing."
        )
    return words.rows.index(found[0])
