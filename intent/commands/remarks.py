"""Clauses beside an order that only state something, like its reason: 'the fish have moved out'."""

import re
from collections.abc import Sequence
from datetime import date
from functools import partial

from intent.commands.grammar.tokens import Token, tokenize
from intent.commands.words import at_end, at_start, is_within, key_of
from intent.commands.work.orders import read_work_order
from intent.data_files import words_of
from intent.slots.days import find_days

_words = partial(words_of, "work_orders")
_FEW, _SUBJECT = 3, 6  # fewest words of a clause, and words within which its verb comes
_LONGEST = 500  # characters; the readers of a message ask about each of its beginnings
_ANY_DAY = date(2000, 1, 1)
# 'can not come' and 'wants to think about it' order nothing, although 'can' and 'wants' may.
_UNABLE = re.compile(r"\b(?:can|could|will|would|may|might|do|does|did|has|have) not(?: want| need)?\b")
_MULLS = re.compile(
    r"\b(?:wants?|needs?|has|have|prefers?) to (?:think|sleep|talk|decide|discuss|look|wait|check|ask|see)\b"
)
# 'you just told me you noted it' orders nothing, although 'you' may begin an order
_YOU_SAID = re.compile(
    r"\s*(?:but )?you (?:have |had )?(?:just |already )*(?:told|said|promised) "
    r"(?:me |us )?(?:that )?you\b",
    re.I,
)
_DOES, _SELF = ("do", "does"), ("self", "selves")  # 'she does it herself' assigns nothing
_LIST_ENDS = (("and",), ("or",), ("und",), ("y",))
_SHORTEST = 5  # letters of a verb in 'ed'; 'need' and 'red' are none


def only_states(text: str) -> bool:
    """Return whether words can't be an order: they state something, without a day, figure or change."""
    if len(text) > _LONGEST:
        return False
    if _YOU_SAID.match(text):
        return True
    tokens = tokenize(text)
    said = tuple(one.word for one in tokens if not one.is_mark or one.word == "'s")
    said = without_modals(said[: len(said) - at_end("until_then", said)[1]])
    if len(said) < _FEW or any(one.is_quoted or one.word[:1].isdigit() for one in tokens):
        return False
    leaves_out = said[0] == "leave" and "out" in said
    opens = leaves_out or any(at_start(name, said)[1] for name in ("holds", "retracts", "takes_back"))
    asks = bool(key_of("no_teller", said[0])) or text.rstrip().endswith("?")
    complains = is_within("complains", said, 1)
    tells = complains or any(_is_told_by(one, said) for one in _places_of_verb(said))
    if (
        opens
        or asks
        or not tells
        or said[0] in words_of("statements", "order")
        or not _words("ordering").isdisjoint(said)
    ):
        return False
    orders = not _does_itself(said) and read_work_order(text, tokens, _ANY_DAY) is not None
    return not (orders or find_days(text, _ANY_DAY))


def _places_of_verb(said: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words that may be the verb of a statement: not the last item of 'name and cost'."""
    ends_list = said[-2:-1] in _LIST_ENDS
    return said[1 : len(said) - ends_list][: _SUBJECT - 1]


def follows_statement(tokens: Sequence[Token], at: int) -> bool:
    """Return whether the words before an index, from the last mark on, state something: 'Ann is ill so …'."""
    first = next((one + 1 for one in range(at - 1, -1, -1) if tokens[one].is_mark), 0)
    said = [one.word for one in tokens[first:at] if not one.is_quoted]
    return said[:1] not in (["not"], ["if"]) and not _words("stating").isdisjoint(said[1:_SUBJECT])


def without_modals(said: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_MULLS.sub("is thinking", _UNABLE.sub("is not", " ".join(said))).split())


def _is_told_by(verb: str, said: tuple[str, ...]) -> bool:
    """Return whether a word is the verb of a statement."""
    own = verb in _DOES and _does_itself(said)
    return own or verb in _words("stating") or (len(verb) >= _SHORTEST and verb.endswith("ed"))


def _does_itself(said: tuple[str, ...]) -> bool:
    return not {*_DOES}.isdisjoint(said) and any(one.endswith(_SELF) for one in said)
