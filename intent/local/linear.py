"""A linear model: hashed features, weights, and the resulting scores."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, sqrt
from zlib import crc32

from intent.local.features import FAINT
from intent.types import ActionType

ACTIONS = tuple(ActionType)
BUCKETS = 1 << 15
_FAINTNESS = 0.5

Vector = list[tuple[int, float]]
Scores = list[float]


def vector(features: Iterable[str]) -> Vector:
    """Bucket and value of each feature. Kinds of features weigh alike, however many there are of one.

    A faint feature shares the bucket, and so the weight, of its plain twin.
    """
    kinds: dict[str, list[str]] = defaultdict(list)
    for feature in features:
        kinds[feature.partition("|")[0]].append(feature)
    return [pair for kind, alike in kinds.items() for pair in _of_kind(kind, alike)]


def _of_kind(kind: str, features: list[str]) -> Vector:
    faint = kind.startswith(FAINT)
    start, value = (len(FAINT), _FAINTNESS) if faint else (0, 1.0)
    value /= sqrt(len(features))
    return [(crc32(feature[start:].encode()) % BUCKETS, value) for feature in features]


def chances(scores: Scores, sharpness: float = 1.0) -> list[float]:
    """The probability of each score: softmax, after multiplying with `sharpness`."""
    top = max(scores)
    powers = [exp((score - top) * sharpness) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


@dataclass(frozen=True, slots=True)
class LinearModel:
    """Weights as signed bytes, `len(ACTIONS)` per bucket; a byte times `scale` is the weight."""

    weights: bytes
    scale: float

    def scores(self, features: Vector) -> Scores:
        """Return the raw score of each action."""
        alike: dict[float, list[int]] = defaultdict(list)
        for bucket, value in features:
            alike[value].append(bucket)
        totals = [0.0] * len(ACTIONS)
        for value, buckets in alike.items():
            sums = self._sums(buckets)
            totals = [total + value * self.scale * one for total, one in zip(totals, sums, strict=True)]
        return totals

    def _sums(self, buckets: Iterable[int]) -> list[int]:
        """Return the summed weights of some buckets for each action; integers, so that C can add them up."""
        size = len(ACTIONS)
        rows = b"".join([self.weights[bucket * size : bucket * size + size] for bucket in buckets])
        cells = memoryview(rows).cast("b")
        return [sum(cells[action::size]) for action in range(size)]
