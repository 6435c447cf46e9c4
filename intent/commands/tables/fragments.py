"""Parts of a sentence that alone would be a question about the table at hand, but aren't one here.

'If 95 guests come and we give 10% off, what do they pay?' isn't about a table, whatever its end may be read
as.
"""

import re
from dataclasses import replace

from intent.commands.grammar.tokens import Token
from intent.commands.layout import sentences
from intent.commands.types import Command, Reading
from intent.sentences.question_forms import is_question
from intent.sentences.question_words import listed

_ASK = "table.ask"
# 'start plus the hire weeks', 'net = fee - hotel' are calculations, of which one term alone answers nothing
_TERM_BEFORE = re.compile(r"(?:[=+*/]|\s-|\b(?:plus|minus|times))\s*$", re.I)
_TERM_BEHIND = re.compile(r"\s*(?:[=+*/]|-\s|(?:plus|minus|times)\b)", re.I)
_BEHIND = ("without ", "with ", "except ")


def without_fragments(message: str, tokens: tuple[Token, ...], reading: Reading) -> Reading:
    """Return a reading without table questions that are part of an otherwise unread sentence."""
    pieces = [one for one in reading.commands if _is_piece(message, tokens, reading, one)]
    if not pieces:
        return reading
    kept = tuple(one for one in reading.commands if one not in pieces)
    return replace(reading, commands=kept, uncovered=(*reading.uncovered, *(one.words for one in pieces)))


def _is_piece(message: str, tokens: tuple[Token, ...], reading: Reading, command: Command) -> bool:
    if command.name != _ASK:
        return False
    before, behind = _around(message, tokens, command)
    unread = [one for one in reading.uncovered if one.strip(" ,") and one in before]
    supposing = re.compile(rf"\W*(?:{listed()['words']['supposing']})\b", re.I)
    supposes = any(supposing.match(one) for one in unread)
    is_rest = command.words.lower().startswith(_BEHIND)  # '…, without the schools'
    names = command.slots["question"].only_names
    is_term = bool(_TERM_BEFORE.search(before)) or (names and bool(_TERM_BEHIND.match(behind)))
    is_heading = names and message[command.span[1] :][:1] in (".", ":")  # 'Yard stock. How many …?'
    asked_else = is_heading and any(map(is_question, reading.uncovered))
    return supposes or is_term or asked_else or (bool(unread) and (is_rest or names))


def _around(message: str, tokens: tuple[Token, ...], command: Command) -> tuple[str, str]:
    """Return what comes before a command in its sentence, and what comes behind it."""
    spans = [(tokens[first].start, tokens[last - 1].end) for first, last in sentences(tokens) if first < last]
    start = max((first for first, _ in spans if first <= command.span[0]), default=0)
    end = min((last for _, last in spans if last >= command.span[1]), default=len(message))
    return message[start : command.span[0]], message[command.span[1] : end]
