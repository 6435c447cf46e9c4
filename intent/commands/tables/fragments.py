"""Parts of a sentence that alone would be a question about the table at hand, but aren't one here.

'If 95 guests come and we give 10% off, what do they pay?' isn't about a table, whatever its end may be read
as.
"""

import re
from dataclasses import replace

from intent.commands.grammar.tokens import Token
from intent.commands.layout import sentences
from intent.commands.types import Command, Reading
from intent.sentences.question_words import listed

_ASK = "table.ask"
_BEHIND = ("without ", "with ", "except ")


def without_fragments(message: str, tokens: tuple[Token, ...], reading: Reading) -> Reading:
    """Return a reading without table questions that are part of an otherwise unread sentence."""
    if not reading.uncovered or not any(one.name == _ASK for one in reading.commands):
        return reading
    pieces = [one for one in reading.commands if _is_piece(message, tokens, reading, one)]
    if not pieces:
        return reading
    kept = tuple(one for one in reading.commands if one not in pieces)
    return replace(reading, commands=kept, uncovered=(*reading.uncovered, *(one.words for one in pieces)))


def _is_piece(message: str, tokens: tuple[Token, ...], reading: Reading, command: Command) -> bool:
    if command.name != _ASK:
        return False
    before = _before(message, tokens, command)
    unread = [one for one in reading.uncovered if one.strip(" ,") and one in before]
    supposing = re.compile(rf"\W*(?:{listed()['words']['supposing']})\b", re.I)
    supposes = any(supposing.match(one) for one in unread)
    is_rest = command.words.lower().startswith(_BEHIND)  # '…, without the schools'
    return supposes or (bool(unread) and (is_rest or command.slots["question"].only_names))


def _before(message: str, tokens: tuple[Token, ...], command: Command) -> str:
    """Return what comes before a command in its sentence."""
    spans = [(tokens[first].start, tokens[last - 1].end) for first, last in sentences(tokens) if first < last]
    start = max((first for first, _ in spans if first <= command.span[0]), default=0)
    return message[start : command.span[0]]
