"""Removes from a thing of a list, or a detail of one, what is only told about it: a reason, a hope."""

from collections.abc import Sequence

from intent.commands.grammar.tokens import Token
from intent.commands.words import at_end, at_start

Row = Sequence[Token]
_SINCE, _CLAUSE = ("since", "as"), 3
_PEOPLE = ("they", "we", "he", "she", "i", "it", "there", "otherwise")
_WHY = ("because", "cos", "coz", "cuz")


def without_reason(row: Row) -> Row:
    """Return a row without the reason behind it: 'order tyres by Friday because the old ones are worn'."""
    at = next((place for place, one in enumerate(row) if _gives_reason(one, row[place + 1 :])), 0)
    return row[:at] if at and row[at + 1 : at + 2] else row


def _gives_reason(one: Token, behind: Row) -> bool:
    """Return whether a reason begins: with 'because', or with 'since' before a person and what they do."""
    tells = one.word in _SINCE and len(behind) >= _CLAUSE and behind[0].word in _PEOPLE
    return (one.word in _WHY or tells) and not one.is_quoted


def without_hope(row: Row) -> Row:
    """Return a detail without what is only hoped or guessed of it: 'ideally Friday', 'say the 10th'."""
    first, last = (one("hoped", tuple(word.word for word in row))[1] for one in (at_start, at_end))
    return row[first : len(row) - last] if first + last < len(row) else row
