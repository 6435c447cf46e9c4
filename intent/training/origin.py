"""Whether weights still are what training makes, told in seconds: training anew takes a minute."""

from collections.abc import Sequence
from hashlib import sha256
from inspect import getsource

from intent.rules.linear import chances
from intent.training import logistic
from intent.training.logistic import Sample
from intent.training.recipe import EPOCHS, SEED


def origin(samples: Sequence[Sample], weights: bytes) -> str:
    """SHA-256 of all that weights follow from (samples, recipe, the learner's own text), and of themselves.

    Learning is the same each time, so that where this is what it was, training anew gives these weights.
    """
    made_by = (getsource(logistic), getsource(chances), EPOCHS, SEED)
    return sha256(repr((made_by, samples, weights)).encode()).hexdigest()
