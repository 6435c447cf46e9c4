"""The linear model behind the rules: hashed features and their weights, from `data/weights.json`."""

import base64
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from math import exp, sqrt
from pathlib import Path
from zlib import crc32

from intent.rules.features import FAINT
from intent.types import ActionType

WEIGHTS_FILE = Path(__file__).parent.parent / "data" / "weights.json"
ACTIONS = tuple(ActionType)
BUCKETS = 1 << 15
_FAINTNESS = 0.5

Vector = list[tuple[int, float]]
Scores = list[float]


def vector(features: Iterable[str]) -> Vector:
    """Bucket and value of each feature. Kinds of features weigh alike, however many there are of a kind.

    A faint feature shares the bucket, and so the weight, of its plain twin.
    """
    named = [(feature, feature.partition("|")[0]) for feature in sorted(features)]
    sizes = Counter(kind for _, kind in named)
    return [
        (crc32(feature.removeprefix(FAINT).encode()) % BUCKETS, _loudness(kind) / sqrt(sizes[kind]))
        for feature, kind in named
    ]


def _loudness(kind: str) -> float:
    return _FAINTNESS if kind.startswith(FAINT) else 1.0


def chances(scores: Scores, sharpness: float = 1.0) -> list[float]:
    """The probability of each score: softmax, after multiplying with `sharpness`."""
    top = max(scores)
    powers = [exp((score - top) * sharpness) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


@dataclass(frozen=True, slots=True)
class LinearModel:
    """Weights as signed bytes, `len(ACTIONS)` to a bucket; a byte times `scale` is the weight.

    `sharpness` multiplies the scores before they become probabilities, so that these mean what they say.
    """

    weights: bytes
    scale: float
    sharpness: float

    def probabilities(self, features: Iterable[str]) -> dict[ActionType, float]:
        """Probability of each action, most probable first."""
        pairs = zip(ACTIONS, chances(self.scores(vector(features)), self.sharpness), strict=True)
        return dict(sorted(pairs, key=lambda pair: -pair[1]))

    def scores(self, features: Vector) -> Scores:
        """The raw score of each action."""
        size = len(ACTIONS)
        cells = memoryview(self.weights).cast("b")
        totals = [0.0] * size
        for bucket, value in features:
            row = cells[bucket * size : bucket * size + size]
            totals = [total + value * weight for total, weight in zip(totals, row, strict=True)]
        return [total * self.scale for total in totals]

    def to_json(self) -> str:
        """The form in which the weights are shipped."""
        packed = base64.b85encode(self.weights).decode()
        return json.dumps({"scale": self.scale, "sharpness": self.sharpness, "weights": packed}) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "LinearModel":
        """Reads what `to_json` wrote."""
        stored: Mapping[str, str] = json.loads(text)
        weights = base64.b85decode(stored["weights"])
        return cls(weights, float(stored["scale"]), float(stored["sharpness"]))


@cache
def shipped_model() -> LinearModel:
    """The weights in `data/weights.json`, read once."""
    return LinearModel.from_json(WEIGHTS_FILE.read_text(encoding="ascii"))
