"""Questions about a number stated right before: 'It came to 386, what is that with 5% on top?'"""

from dataclasses import replace
from decimal import Decimal

from intent.commands.catalogue import JOINTS
from intent.commands.grammar.clauses import Clauses
from intent.commands.grammar.slot_types import text_of
from intent.commands.grammar.tokens import Token
from intent.commands.types import Command, Situation
from intent.slots.numbers import find_numbers

_WEAK = frozenset((*JOINTS, "so", ":", ";", "-", "–"))  # a statement ends before these
_LONGEST = 60  # words of statement and question
_Row = tuple[Token, ...]


def find_told_question(
    message: str, tokens: _Row, start: int, end: int, situation: Situation
) -> tuple[Command, int] | None:
    """Return the question at the end of a sentence, about the one number stated from `start`, in the same or
    the previous sentence, and the index where it begins, else None.
    """
    figures = [at for at in range(start, end) if any(map(str.isdigit, tokens[at].text))]
    if not figures or end - start > _LONGEST:
        return None
    for at in range(figures[0] + 1, end):
        if not (tokens[at - 1].ends_sentence or tokens[at - 1].word in _WEAK):
            continue
        if figures[1:] and at > figures[1]:
            return None
        told = text_of(message, tokens[start:at])
        if (number := _number_in(told)) is None:
            continue
        clauses = Clauses(message, tokens, replace(situation, number=number, told=told))
        command = clauses.command(at, end, None)
        if command and _points(command):
            return replace(command, slots={"before": number, "told": told, **command.slots}), at
    return None


def _number_in(told: str) -> Decimal | None:
    """Return the one number that a text gives in figures."""
    found = [one for one in find_numbers(told) if any(map(str.isdigit, told[one.start : one.end]))]
    return Decimal(str(found[0].value)) if len(found) == 1 and found[0].unit != "%" else None


def _points(command: Command) -> bool:
    """Return whether a command refers to a number that its own words don't state."""
    if "one" in command.slots:
        return False  # '4 tables and 3 chairs' asks nothing
    return command.name == "sum.more" or (command.name == "unit.convert" and "measure" not in command.slots)
