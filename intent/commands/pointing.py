"""Questions about a number that was told right before them: 'It came to 386, what is that with 5% on top?'"""

from dataclasses import replace
from decimal import Decimal

from intent.commands.catalogue import JOINTS
from intent.commands.clauses import Clauses
from intent.commands.slot_types import text_of
from intent.commands.tokens import Token
from intent.commands.types import Command, Situation
from intent.slots.numbers import find_numbers

_WEAK = frozenset((*JOINTS, "so", ":", ";", "-", "–"))  # before which what is told ends
_LONGEST = 60  # words of what is told and asked
_Row = tuple[Token, ...]


def question_told(
    message: str, tokens: _Row, start: int, end: int, situation: Situation
) -> tuple[Command, int] | None:
    """Return the question with which a sentence ends, about the one number that is told from `start` on,
    in the same sentence or in the one before, and the place where it begins; None if there is none.
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
    """Return the one number that is told in figures."""
    found = [one for one in find_numbers(told) if any(map(str.isdigit, told[one.start : one.end]))]
    return Decimal(str(found[0].value)) if len(found) == 1 and found[0].unit != "%" else None


def _points(command: Command) -> bool:
    """Return whether a command is about a number that its own words don't say."""
    return command.name == "sum.more" or (command.name == "unit.convert" and "measure" not in command.slots)
