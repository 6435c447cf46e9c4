"""Learns the map that moves a question's vector towards its answer: softmax over a business's sentences."""

from collections.abc import Sequence

import numpy as np

from bench.meaning.texts import Business

_SIZE = 384
_HELD = 0.02  # weight of the map's squared numbers: the map stays close to nothing
_SHARPNESS = 12.0  # of the softmax
_STEPS, _PACE = 150, 2e-3
_MEAN, _SQUARE = 0.9, 0.999  # decay of Adam's averages (Kingma and Ba, 2015)
NO_MAP = np.zeros((_SIZE, _SIZE), dtype=np.float32)


def learn(businesses: Sequence[Business]) -> np.ndarray:
    """Return the map, 384 x 384, which is added to the identity."""
    found = NO_MAP.copy()
    mean, square = np.zeros_like(found), np.zeros_like(found)
    asked = sum(len(one.questions) for one in businesses)
    for step in range(1, _STEPS + 1):
        slope = 2 * _HELD * found + sum(_slope(found, one) for one in businesses) / asked
        mean = _MEAN * mean + (1 - _MEAN) * slope
        square = _SQUARE * square + (1 - _SQUARE) * slope**2
        pace = np.sqrt(square / (1 - _SQUARE**step)) + 1e-8
        found -= _PACE * mean / (1 - _MEAN**step) / pace
    return found


def moved(found: np.ndarray, questions: np.ndarray) -> np.ndarray:
    """Return the questions' vectors, moved, as unit vectors."""
    vectors = questions + questions @ found
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def _slope(found: np.ndarray, one: Business) -> np.ndarray:
    """Return the gradient of the cross-entropy between what is similar and what answers."""
    unit, length = moved(found, one.questions), _lengths(found, one)
    similar = _shares(unit @ one.sentences.T)
    wanted = similar * one.answers
    wanted /= wanted.sum(axis=1, keepdims=True) + 1e-12
    of_unit = _SHARPNESS * (similar - wanted) @ one.sentences
    of_vector = (of_unit - unit * (unit * of_unit).sum(axis=1, keepdims=True)) / length
    return one.questions.T @ of_vector


def _lengths(found: np.ndarray, one: Business) -> np.ndarray:
    return np.linalg.norm(one.questions + one.questions @ found, axis=1, keepdims=True)


def _shares(similarities: np.ndarray) -> np.ndarray:
    scores = np.exp(_SHARPNESS * (similarities - similarities.max(axis=1, keepdims=True)))
    return scores / scores.sum(axis=1, keepdims=True)
