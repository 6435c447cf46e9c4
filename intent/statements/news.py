"""Which statements tell how things are: 'the van broke down again', 'the sponsor is a brewery in Lindach'."""

import re
from functools import partial

from intent.commands.grammar.tokens import tokenize
from intent.data_files import pattern, words_of
from intent.statements.permanence import occasion_in, only_says_when, says

_words = partial(words_of, "statements")
_SUM = pattern("lasting", "sum")
_AT_HAND = frozenset(("it", "them", "one", "ones", "wait"))  # 'the blue one moves to 9', 'Ann moved it'


def is_news(text: str) -> bool:
    """Return whether a sentence tells how something that it names is, what happened or when an occasion is.

    Not 'she said yes' or 'that was quick', which name nothing, and not 'the demo is on Friday', which may be
    meant for the calendar.
    """
    words = [one.word for one in tokenize(text) if not one.is_mark]
    pointing = _words("pointing") | _words("persons") | _words("objects")
    asks = bool(not (_words("duty") | _AT_HAND).isdisjoint(words) or _orders_later(text) or is_sum(text))
    starts = words[0] not in pointing | _words("repeating") | _words("small") | _words("no_subjects")
    judges = words[-1] in _words("nothing_said") | _words("moods")  # 'the date is wrong'
    return bool(occasion_in(text)) or (
        says(words)
        and starts
        and not (asks or judges or words[-1] in _words("objects") or only_says_when(text))
    )


def is_sum(text: str) -> bool:
    """Return whether a text begins with a sum in figures: '4 x 12 + 3, and that by 2'."""
    return bool(_SUM.match(text))


def _orders_later(text: str) -> bool:
    """Return whether a later clause orders something: 'the van leaves earlier, note that on her task'."""
    clauses = re.split(r"[,;] (?:and |so |please )*| and (?:please )?", text.lower())[1:]
    return any(one.split()[:1] and one.split()[0] in _words("order") | {"note"} for one in clauses)
