"""Detects in seconds whether the weights are still what training produces. Training takes minutes."""

from collections.abc import Sequence
from hashlib import sha256
from inspect import getsource

from intent.local import linear, weights
from intent.local.linear import LinearModel
from intent.training import logistic, recipe, unseen
from intent.training.examples import Example
from intent.training.parts import DATA
from intent.training.recipe import prepared, samples_of

_MADE_BY = (logistic, recipe, unseen)
_EXAMPLES = ("rows/*", "phrases/*", "ambiguous.txt", "dialogues.txt", "replies.txt")
_READ_AGAIN = 10  # every nth example: a change in how messages are read affects some of these


def origin(labelled: Sequence[Example], written: Sequence[Example], *models: LinearModel) -> str:
    """Return a SHA-256 of the weights and of everything they follow from: examples as stored, a sample of
    them as read, the recipe, and the learner's source text (docstrings included).

    Training is deterministic, so an equal hash means that training again gives these weights.
    """
    stored = [file.read_bytes() for pattern in _EXAMPLES for file in sorted(DATA.glob(pattern))]
    read = [list(map(prepared, examples[::_READ_AGAIN])) for examples in (labelled, written)]
    read_by = (linear.chances, linear.vector, weights.gate_vector)
    made_by = [getsource(part) for part in (*_MADE_BY, *read_by)]
    return sha256(repr((made_by, stored, samples_of(*read), models)).encode()).hexdigest()
