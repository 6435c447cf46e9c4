"""Clauses beside an order that only state something, like its reason: 'the fish have moved out'."""

from datetime import date
from functools import partial

from intent.commands.tokens import tokenize
from intent.commands.words import at_end, at_start, is_within, key_of
from intent.commands.work_orders import read_work_order
from intent.data_files import words_of
from intent.slots.days import find_days

_words = partial(words_of, "work_orders")
_FEW, _SUBJECT = 3, 6  # fewest words of a clause, and words within which its verb comes
_LONGEST = 500  # characters; the readers of a message ask about each of its beginnings
_ANY_DAY = date(2000, 1, 1)


def only_states(text: str) -> bool:
    """Return whether words can't be an order: they state something, without a day, figure or change."""
    if len(text) > _LONGEST:
        return False
    tokens = tokenize(text)
    said = tuple(one.word for one in tokens if not one.is_mark or one.word == "'s")
    said = said[: len(said) - at_end("until_then", said)[1]]
    if len(said) < _FEW or any(one.is_quoted or one.word[:1].isdigit() for one in tokens):
        return False
    opens = any(at_start(name, said)[1] for name in ("holds", "retracts", "takes_back"))
    asks = bool(key_of("no_teller", said[0])) or text.rstrip().endswith("?")
    complains = is_within("complains", said, 1)
    tells = complains or not _words("stating").isdisjoint(said[1:_SUBJECT])
    if (
        opens
        or asks
        or not tells
        or said[0] in words_of("statements", "order")
        or not _words("ordering").isdisjoint(said)
    ):
        return False
    return not find_days(text, _ANY_DAY) and read_work_order(text, tokens, _ANY_DAY) is None
