"""What sort of change a person asks a model for, where rules cannot read the request well enough to do it.

'Write what we know of prices into a document' asks for a document, whatever will stand in it. Nothing is ever
deleted on such a reading.
"""

import re
from collections.abc import Iterator, Sequence

from agents.lexicon import words
from agents.workspace.reading import Reference, WishedOperation
from agents.workspace.reading.clauses import (
    Masked,
    asks,
    bare,
    denies,
    mask,
    own_words,
    sentences,
    speculates,
)
from agents.workspace.reading.vocabulary import KIND, kind_of

_CREATING, _CHANGING = words("creating_verbs"), words("changing_verbs")
_JOINT = re.compile(r",|\b(?:and|then)\b", re.I)
_KIND = re.compile(rf"\b{KIND}\b", re.I)
_POINTS = re.compile(r"\b(?:this|that|it|these|here)\b", re.I)


def orders_in(message: str) -> str:
    """Return the sentences of a message that order something, without questions, doubts and pasted text."""
    masked = mask(own_words(message))
    return "\n".join(masked.said(one) for one in _orders(masked))


def requests_in(message: str) -> Sequence[WishedOperation]:
    """Return the changes that a message orders; what it quotes orders nothing."""
    clauses = (clause for order in _orders(mask(own_words(message))) for clause in _JOINT.split(order))
    return [request for clause in clauses for request in _requests(clause)]


def _orders(masked: Masked) -> Iterator[str]:
    said = sentences(masked.text)
    return (one for one in said if not (asks(one) or speculates(one) or denies(one)))


def _requests(clause: str) -> Iterator[WishedOperation]:
    order = bare(clause)
    verb = order.partition(" ")[0].casefold()
    if verb in _CREATING:
        for named in _KIND.findall(order):
            yield WishedOperation("create", Reference(kind=kind_of(named)))
    if verb in _CHANGING:
        yield WishedOperation("update", Reference("" if _POINTS.search(order) else order))
