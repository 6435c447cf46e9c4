"""Multinomial logistic regression by stochastic gradient descent, in plain Python, repeatable."""

import random
from collections.abc import Sequence
from functools import cache

from intent.local.linear import ACTIONS, LinearModel, Scores, Vector, chances
from intent.types import ActionType

_FIRST_RATE = 0.05
_SMOOTHING = (
    0.07  # of each label is shared among the other actions: people who label err, and nobody is certain
)
_FIRST_READING = 0.55
_LARGEST_BYTE = 127

Sample = tuple[Vector, tuple[ActionType, ...], float]
Rows = list[list[float]]


def fit(samples: Sequence[Sample], *, buckets: int, epochs: int, seed: int = 1) -> Rows:
    """Weights by bucket and action. A sample: a vector, its readings (likelier first), its importance."""
    order = list(samples)
    shuffle = random.Random(seed).shuffle
    rows: Rows = [[0.0] * len(ACTIONS) for _ in range(buckets)]
    for epoch in range(epochs):
        shuffle(order)
        rate = _FIRST_RATE * (1 - epoch / epochs)
        for features, readings, importance in order:
            _learn(rows, features, target(readings), rate * importance)
    return rows


@cache
def target(readings: tuple[ActionType, ...]) -> list[float]:
    """The chance that each action should get; of two readings the first gets a little more."""
    first = _FIRST_READING if len(readings) > 1 else 1.0
    shares = dict(zip(readings, (first, 1 - first), strict=False))
    rest = _SMOOTHING / len(ACTIONS)
    return [shares.get(action, 0.0) * (1 - _SMOOTHING) + rest for action in ACTIONS]


def _learn(rows: Rows, features: Vector, chance_of: list[float], rate: float) -> None:
    found = chances(score(rows, features))
    steps = [rate * (wanted - chance) for wanted, chance in zip(chance_of, found, strict=True)]
    for bucket, value in features:
        rows[bucket] = [weight + value * step for weight, step in zip(rows[bucket], steps, strict=True)]


def score(rows: Rows, features: Vector) -> Scores:
    """The score of each action."""
    totals = [0.0] * len(ACTIONS)
    for bucket, value in features:
        totals = [total + value * weight for total, weight in zip(totals, rows[bucket], strict=True)]
    return totals


def quantise(rows: Rows) -> LinearModel:
    """The weights rounded to signed bytes."""
    largest = max(abs(weight) for row in rows for weight in row) or 1.0
    scale = largest / _LARGEST_BYTE
    cells = bytes(round(weight / scale) & 0xFF for row in rows for weight in row)
    return LinearModel(cells, scale)
