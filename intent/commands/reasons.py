"""Whether words beside an order only say why it is given: 'pause it, we're closed till Monday'."""

from collections.abc import Sequence

from intent.commands.tokens import Token
from intent.commands.words import as_words, at_start, key_of

_SUBJECT = 5  # words within which a statement has its verb


def is_followed_by_so(tokens: Sequence[Token], end: int) -> bool:
    """Return whether an order follows from a clause that ends here: '…, so pause it', but not 'so that'."""
    said = [one.word for one in tokens[end : end + 3]]
    return said[:2] == [",", "so"] and said[2:] != ["that"]


def is_reason(text: str, message: str, names: Sequence[str]) -> bool:
    """Return whether a clause of a sentence tells why something is ordered beside it, and wants nothing."""
    words = as_words(text)
    tells = any(key_of("tells", word) for word in words[1:_SUBJECT]) and not key_of("no_teller", words[0])
    wants = any(at_start("wants", words[place:])[1] for place in range(len(words)))
    return tells and not wants and not {*names} & {*words} and _is_beside_order(text, message)


def _is_beside_order(text: str, message: str) -> bool:
    """Return whether a comma joins a clause to the rest of its sentence."""
    before, _, after = message.partition(text)
    return before.rstrip().endswith(",") or after.lstrip().startswith(",")
