"""The shipped weights: of words, and of the message and its context in each move."""

import base64
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from math import log
from pathlib import Path
from typing import Any

from intent.local.features import MOVES, Features
from intent.local.linear import ACTIONS, LinearModel, Scores, Vector, chances, vector
from intent.types import ActionType

WEIGHTS_FILE = Path(__file__).parent.parent / "data" / "weights.json"
_PARTS = 3  # both together, the message alone, the context alone
_WIDTH = _PARTS * len(ACTIONS)
_LEAST_CHANCE = 0.01  # lower probabilities are treated as equal
_PART_SHARPNESS = 2.0
GATE_BUCKETS = _WIDTH * (len(MOVES) + 1) + len(MOVES)


@dataclass(frozen=True, slots=True)
class Weights:
    """`words` scores the message and its context separately; `gate` weighs the two by the move.

    So 'Google' after a question counts by the question, and a new request by its own words. `sharpness`
    multiplies the scores before softmax. `origin` identifies the training data
    (`intent/training/origin.py`), `measured` is the accuracy of equally trained weights on unseen writers.
    """

    words: LinearModel
    gate: LinearModel
    sharpness: float
    origin: str = ""
    measured: Mapping[str, float] = field(default_factory=dict)

    def probabilities(self, features: Features) -> dict[ActionType, float]:
        """Return the probability of each action, most probable first."""
        pairs = zip(ACTIONS, chances(self.scores(features), self.sharpness), strict=True)
        return dict(sorted(pairs, key=lambda pair: -pair[1]))

    def scores(self, features: Features) -> Scores:
        """Return the score of each action."""
        message, context = (self.words.scores(vector(part)) for part in (features.message, features.context))
        return self.gate.scores(gate_vector(message, context, features.move))

    def to_json(self) -> str:
        """Return the form in which the weights are shipped."""
        plain = {"origin": self.origin, "sharpness": self.sharpness, "measured": dict(self.measured)}
        models = {"words": _packed(self.words), "gate": _packed(self.gate)}
        return json.dumps({**plain, **models}) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "Weights":
        """Return the weights from `to_json`."""
        stored = json.loads(text)
        words, gate = _unpacked(stored["words"]), _unpacked(stored["gate"])
        return cls(words, gate, stored["sharpness"], stored["origin"], stored["measured"])


def gate_vector(message: Scores, context: Scores, move: str) -> Vector:
    """What the gate weighs: the chances by each part, once for all moves and once for this one."""
    both = [one + other for one, other in zip(message, context, strict=True)]
    values = [
        log(chance + _LEAST_CHANCE) / 4 + 0.5
        for part in (both, message, context)
        for chance in chances(part, _PART_SHARPNESS)
    ]
    place = MOVES.index(move)
    start = (place + 1) * _WIDTH
    of_move = [(start + index, value) for index, value in enumerate(values)]
    return [*enumerate(values), *of_move, (GATE_BUCKETS - len(MOVES) + place, 0.5)]


def _packed(model: LinearModel) -> dict[str, Any]:
    return {"scale": model.scale, "weights": base64.b85encode(zlib.compress(model.weights, 9)).decode()}


def _unpacked(stored: Mapping[str, Any]) -> LinearModel:
    return LinearModel(zlib.decompress(base64.b85decode(stored["weights"])), stored["scale"])


@cache
def shipped_weights() -> Weights:
    """Return the weights in `data/weights.json`, read once."""
    return Weights.from_json(WEIGHTS_FILE.read_text(encoding="ascii"))
