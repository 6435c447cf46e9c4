"""People who left, and their successors: 'Ida has left. It is Jon Berg now.'"""

import re
from collections.abc import Sequence
from functools import cache, partial

from intent.data_files import any_of
from intent.statements.values import NAME
from intent.text import fold

_phrases = cache(partial(any_of, "statements", "succession"))


def who_left(sentence: str, names: Sequence[str]) -> str:
    """Return which of some people a sentence says has left, empty if none."""
    said = fold(sentence)
    if not re.search(rf"\b(?:{_phrases('leaving')})\b", said):
        return ""
    words = set(re.findall(r"[\w'-]+", said))
    called = (one for one in reversed(names) if words & set(re.findall(r"[\w'-]+", fold(one))))
    return next(called, "")


def successor_in(sentence: str) -> str:
    """Return the successor in a sentence: 'It is Jon Berg now', 'Jon Berg has taken over'."""
    for part in re.split(r"[,;:–]\s+|\s+and\s+", sentence.strip(" .!")):
        bare = re.sub(
            rf"^(?:{_phrases('now_is')})\s+|\s+(?:{_phrases('in_place')})\b.*$", "", part, flags=re.I
        )
        if bare != part and re.fullmatch(NAME, bare.strip()):
            return bare.strip()
    return ""
