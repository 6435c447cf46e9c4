"""Says which words of a question about the table at hand were not understood."""

from collections.abc import Sequence
from dataclasses import replace

from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.events import say
from agents.handlers.lines import bold
from agents.handlers.tables.questions import which_cell
from agents.tools.table_at_hand import is_table
from agents.without_model.lookups import is_answered_elsewhere
from agents.without_model.reaction import Reaction
from intent.commands import read_commands
from intent.commands.grammar.slot_types import words_of
from intent.commands.grammar.tokens import tokenize
from intent.commands.readers.tables.cell_changes import orders_change
from intent.commands.readers.tables.open_words import OF_WORK
from intent.commands.readers.tables.questions import read_question
from intent.commands.tables.question import TableQuestion
from intent.commands.tables.words import TableWords
from intent.material import read_material
from intent.statements.facts import is_told
from intent.text import fold
from intent.types import ActionType
from omniforge.tables.markdown import plain

_LONGEST = 25  # words of a question
_MOST_UNREAD = 2  # words of a question that is still about the table


async def react_to_table_question(pack: ContextPack) -> Reaction | None:
    """React to a question that names a column or value of the table at hand, but has unread words."""
    is_other = read_material(pack.message) or _has_newer_text(pack) or is_told(pack.message)
    question = None if is_other else _question(pack)
    if (
        question is None
        or pack.table is None
        or not question.names
        or not 0 < len(question.unread) <= _MOST_UNREAD
        or not question.is_asked
    ):
        return None
    said = [one for one in question.unread if fold(one) in fold(pack.message)]
    names = [card.name for card in pack.catalogue.projects]
    of_work = {*map(str.lower, question.unread)} & {*OF_WORK}
    if not said or of_work or _tells((*pack.facts, *names), said) or _is_of_work(pack):
        return None
    if await is_answered_elsewhere(pack):
        return None
    reasoning = "It is about the table of this conversation."
    text = _doubt(pack.message, said, pack.table.words)
    return Reaction.to(ActionType.QUERY_INFO, reasoning, say(text), 0.8)


def _is_of_work(pack: ContextPack) -> bool:
    """Return whether a message is a question or order about other things than a table."""
    reading = read_commands(pack.message, replace(situation_of(pack), table=None))
    return reading.is_whole and not all(one.name.startswith("table.") for one in reading.commands)


def _tells(facts: Sequence[str], said: Sequence[str]) -> bool:
    """Return whether something that the person stated, or a project's name, has one of these words."""
    return any(fold(one) in fold(fact) for one in said for fact in facts)


def _doubt(message: str, missed: Sequence[str], table: TableWords) -> str:
    if orders_change(message):
        return which_cell(table)
    unread = ", ".join(f"“{plain(one)}”" for one in missed)
    there = ", ".join(map(bold, table.columns))
    return f"I don't understand {unread} here. The columns of your table are {there}."


def _has_newer_text(pack: ContextPack) -> bool:
    """Return whether a document was just kept, or the newest file is no table: it may have the words."""
    if pack.dialogue.did == "changed" and any(one.kind == "document" for one in pack.dialogue.touched):
        return True
    newest = next((one for one in pack.files if not one.written), None)
    return newest is not None and not is_table(newest.name)


def _question(pack: ContextPack) -> TableQuestion | None:
    situation = situation_of(pack)
    words = words_of(pack.message, tokenize(pack.message), situation)
    if situation.table is None or not 0 < len(words.tokens) <= _LONGEST:
        return None
    return read_question(words, situation.table)
