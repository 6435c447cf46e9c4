"""Whether weights still are what training makes, told in seconds: training anew takes minutes."""

from collections.abc import Sequence
from hashlib import sha256
from inspect import getsource

from intent.local import linear, weights
from intent.local.linear import LinearModel
from intent.training import logistic, recipe, unseen
from intent.training.logistic import Sample

_MADE_BY = (logistic, recipe, unseen)


def origin(samples: Sequence[Sample], *models: LinearModel) -> str:
    """SHA-256 of all that weights follow from (samples, recipe, the learner's own text), and of themselves.

    Learning is the same each time, so that where this is what it was, training anew gives these weights.
    """
    read_by = (linear.chances, linear.vector, weights.gate_vector)
    made_by = [getsource(part) for part in (*_MADE_BY, *read_by)]
    return sha256(repr((made_by, samples, models)).encode()).hexdigest()
