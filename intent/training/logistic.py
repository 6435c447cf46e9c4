"""Multinomial logistic regression by stochastic gradient descent, in plain Python, repeatable."""

import random
from collections.abc import Sequence

from intent.rules.linear import ACTIONS, BUCKETS, LinearModel, Scores, Vector, chances
from intent.types import ActionType

_FIRST_RATE = 0.15
_SMALLEST_STEP = 0.005  # gradients below it change nothing that shows after rounding
_LARGEST_BYTE = 127

Sample = tuple[Vector, ActionType, float]
Rows = list[list[float]]


def fit(samples: Sequence[Sample], *, epochs: int, seed: int = 1) -> Rows:
    """Weights by bucket and action. A sample is a vector, its action, and how much it counts."""
    order = list(samples)
    shuffle = random.Random(seed).shuffle
    rows: Rows = [[0.0] * len(ACTIONS) for _ in range(BUCKETS)]
    for epoch in range(epochs):
        shuffle(order)
        rate = _FIRST_RATE * (1 - epoch / epochs)
        for features, action, importance in order:
            _learn(rows, features, ACTIONS.index(action), rate * importance)
    return rows


def _learn(rows: Rows, features: Vector, wanted: int, rate: float) -> None:
    for action, chance in enumerate(chances(score(rows, features))):
        step = (action == wanted) - chance
        if abs(step) > _SMALLEST_STEP:
            for bucket, value in features:
                rows[bucket][action] += rate * step * value


def score(rows: Rows, features: Vector) -> Scores:
    """The score of each action."""
    totals = [0.0] * len(ACTIONS)
    for bucket, value in features:
        totals = [total + value * weight for total, weight in zip(totals, rows[bucket], strict=True)]
    return totals


def quantise(rows: Rows, *, sharpness: float) -> LinearModel:
    """The weights rounded to signed bytes."""
    largest = max(abs(weight) for row in rows for weight in row) or 1.0
    scale = largest / _LARGEST_BYTE
    cells = bytes(round(weight / scale) & 0xFF for row in rows for weight in row)
    return LinearModel(cells, scale, sharpness)
