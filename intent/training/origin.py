"""Whether weights still are what training makes, told in seconds: training anew takes minutes."""

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
_READ_AGAIN = 10  # one example of so many: what changes how messages are read changes some of these


def origin(labelled: Sequence[Example], written: Sequence[Example], *models: LinearModel) -> str:
    """SHA-256 of all that weights follow from (examples as they are stored, and some as they are read, the
    recipe, the learner's own text), and of themselves.

    Learning is the same each time, so that where this is what it was, training anew gives these weights.
    """
    stored = [file.read_bytes() for pattern in _EXAMPLES for file in sorted(DATA.glob(pattern))]
    read = [list(map(prepared, examples[::_READ_AGAIN])) for examples in (labelled, written)]
    read_by = (linear.chances, linear.vector, weights.gate_vector)
    made_by = [getsource(part) for part in (*_MADE_BY, *read_by)]
    return sha256(repr((made_by, stored, samples_of(*read), models)).encode()).hexdigest()
