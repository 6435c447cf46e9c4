"""Measures at which place a question's answer stands, with the map and without it."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from bench.meaning.learning import NO_MAP, learn, moved
from bench.meaning.texts import Business
from omniforge.llm import near_answers

_PLACES = (1, 3, 5, 10)
_FOLDS = 7  # two folders are left out at a time


def measure(businesses: Sequence[Business]) -> None:
    """Print the shares of questions by the place of their answer among the business's sentences."""
    print("| | questions |" + "".join(f" among {place} |" for place in _PLACES))
    print("| --- |" + " ---: |" * (len(_PLACES) + 1))
    _tell("as E5 has it", [_places(NO_MAP, one) for one in businesses])
    _tell("learnt from other businesses", _left_out(businesses))


def write(businesses: Sequence[Business]) -> Path:
    """Learn from all businesses, and store the map. Returns where."""
    path = Path(near_answers.__file__).parent / "data" / "near_answers.npy"
    np.save(path, learn(businesses).astype(np.float16))
    return path


def _left_out(businesses: Sequence[Business]) -> list[np.ndarray]:
    """Return the places, for each business with a map that knows nothing of it."""
    found = []
    for fold in (businesses[start::_FOLDS] for start in range(_FOLDS)):
        learnt = learn([one for one in businesses if all(one is not other for other in fold)])
        found += [_places(learnt, one) for one in fold]
    return found


def _places(learnt: np.ndarray, one: Business) -> np.ndarray:
    """Return for each question the place of its answer, from 1."""
    similar = moved(learnt, one.questions) @ one.sentences.T
    best = np.where(one.answers, similar, -np.inf).max(axis=1, keepdims=True)
    return (similar > best).sum(axis=1) + 1


def _tell(name: str, found: Sequence[np.ndarray]) -> None:
    places = np.concatenate(found)
    shares = "".join(f" {np.mean(places <= place):.1%} |" for place in _PLACES)
    print(f"| {name} | {len(places)} |{shares}", flush=True)
