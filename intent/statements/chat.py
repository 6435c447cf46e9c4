"""Statements that aren't kept: how a day goes, small talk, a mere thought, the reason of an order."""

import re
from functools import partial

from intent.commands.grammar.tokens import tokenize
from intent.data_files import words_of
from intent.dialogue import read_small_talk
from intent.sentences.question_forms import is_question
from intent.statements.openings import begins_with, without_openings
from intent.statements.permanence import says
from intent.text import fold

_words = partial(words_of, "statements")
_CLAUSE = re.compile(r"[,;]\s+(?:(?:and|so|then|please|better|just)\s+)*")


def only_chats(part: str) -> bool:
    """Return whether words tell how a day goes: without an order or a figure."""
    words = [token.word for token in tokenize(part) if not token.is_mark]
    orders = not _words("requests").isdisjoint(words) or words[:1] == [] or words[0] in _words("order")
    figures = any(map(str.isdigit, part))
    return not orders and not figures and (says(words) or not _words("mishaps").isdisjoint(words))


def is_chat(message: str) -> bool:
    """Return whether all parts of a message chat, at least one of them in words of small talk."""
    parts = re.split(r"[.,!;]\s+", message)
    return any(map(read_small_talk, parts)) and all(read_small_talk(one) or only_chats(one) for one in parts)


def is_doubt(message: str) -> bool:
    """Return whether a message only wonders: 'maybe we take another printer'."""
    bare = without_openings(message, "aside", "courtesy")
    return begins_with(fold(bare), "doubt") and not is_question(message)


def orders_behind(text: str) -> bool:
    """Return whether an order follows its reason: 'the vet is ill, move her to Friday'."""
    clauses = ([one.word for one in tokenize(part)] for part in re.split(_CLAUSE, text)[1:])
    pointing = _words("objects") | _words("persons") | _words("owners") | {"all", "both"}
    return any(len(one) > 1 and one[0] in _words("order") and one[1] in pointing for one in clauses)
